package dev.gradus.model.word2vec;

import dev.gradus.data.text.TextBlock;
import dev.gradus.model.Learner;
import dev.gradus.model.Tally;
import java.util.Arrays;

/**
 * Learns group by group: the neighbours of a group's words are the rows of a {@link Tile}, what they are to predict are
 * its {@link Columns}. Rows stay in the tile's memory while their word is near; columns are updated where they lie.
 */
final class TileLearner implements Learner<TextBlock> {

    private final BlockPlan plan;
    private final Columns columns;
    private final HotRows hot;
    private final RowSlots slots;
    private final Tile tile;
    private final TileKernel kernel;
    private final boolean cbow;
    private final boolean mean;
    private final int window;

    /** The row of the tile that a slot is, or -1. */
    private final int[] rowOfSlot;

    /** For how many predictions each row is a neighbour. */
    private final int[] pairsOfRow;

    /** Places whose rows are in the tile's memory. */
    private int nearFrom;

    private int nearTo;

    TileLearner(
            Word2vecSettings settings, boolean cbow, BlockPlan plan, Columns columns, HotRows hot, TileKernel kernel) {
        this.plan = plan;
        this.columns = columns;
        this.hot = hot;
        this.kernel = kernel;
        this.cbow = cbow;
        this.mean = settings.mean();
        this.window = settings.window().size();
        this.slots = new RowSlots(columns.groupSize() + 2 * window);
        int hidden = cbow ? columns.groupSize() : 0;
        this.tile = new Tile(slots.count(), hidden, columns.most(), Word2vec.stride(settings.dimension()));
        this.rowOfSlot = new int[slots.count()];
        this.pairsOfRow = new int[slots.count()];
    }

    @Override
    public void learn(float[] parameters, TextBlock block, double rate, Tally tally) {
        plan.draw(block);
        hot.load(parameters);
        nearFrom = 0;
        nearTo = 0;
        double loss = 0;
        long predictions = 0;
        for (int group = 0; group < plan.groups(); group++) {
            leave(parameters, Math.max(plan.from(group) - window, plan.sentenceFrom(group)));
            enter(parameters, Math.min(plan.to(group) + window, plan.sentenceTo(group)));
            columns.choose(plan, group);
            predictions += fill(parameters, group);
            loss += cbow ? kernel.learnHidden(tile, (float) rate) : kernel.learnRows(tile, (float) rate);
        }
        leave(parameters, nearTo);
        tally.count(loss, predictions, 0);
        tally.worked(plan.words(), plan.groups());
        hot.passed(plan.words(), parameters);
    }

    private void enter(float[] parameters, int to) {
        for (; nearTo < to; nearTo++) {
            int word = plan.word(nearTo);
            if (slots.enter(nearTo, word)) {
                int at = slots.slot(nearTo) * tile.stride();
                System.arraycopy(hot.inputHome(parameters, word), hot.inputAt(word), tile.rows(), at, tile.stride());
            }
        }
    }

    private void leave(float[] parameters, int to) {
        for (; nearFrom < to; nearFrom++) {
            if (slots.leave(nearFrom)) {
                int word = plan.word(nearFrom);
                int at = slots.slot(nearFrom) * tile.stride();
                System.arraycopy(tile.rows(), at, hot.inputHome(parameters, word), hot.inputAt(word), tile.stride());
            }
        }
    }

    /** Lays the tile of a group, and returns how many predictions it makes. */
    private int fill(float[] parameters, int group) {
        tile.clear();
        for (int column = 0; column < columns.count(); column++) {
            int row = columns.row(column);
            tile.addColumn(hot.outputHome(parameters, row), hot.outputAt(row), columns.label(column));
        }
        addRows(group);
        return cbow ? weighHidden(group) : weighRows(group);
    }

    private void addRows(int group) {
        Arrays.fill(rowOfSlot, -1);
        for (int place = plan.from(group); place < plan.to(group); place++) {
            int to = plan.reachTo(place, plan.sentenceTo(group));
            for (int near = plan.reachFrom(place, plan.sentenceFrom(group)); near < to; near++) {
                int slot = slots.slot(near);
                if (near != place && rowOfSlot[slot] < 0) {
                    rowOfSlot[slot] = tile.addRow(slot);
                }
            }
        }
    }

    /** Skip-gram: each neighbour predicts. */
    private int weighRows(int group) {
        tile.shape(0);
        float[] weights = tile.weights();
        Arrays.fill(pairsOfRow, 0, tile.rowCount(), 0);
        int pairs = 0;
        for (int place = plan.from(group); place < plan.to(group); place++) {
            int own = columns.own(place - plan.from(group));
            int to = plan.reachTo(place, plan.sentenceTo(group));
            for (int near = plan.reachFrom(place, plan.sentenceFrom(group)); near < to; near++) {
                if (near != place) {
                    int row = rowOfSlot[slots.slot(near)];
                    pairsOfRow[row]++;
                    pairs++;
                    if (own != Columns.NONE) {
                        weights[tile.at(row, own)]++;
                    }
                }
            }
        }
        for (int column = 0; column < columns.count(); column++) {
            float times = columns.times(column);
            if (times > 0) {
                for (int row = 0; row < tile.rowCount(); row++) {
                    weights[tile.at(row, column)] = times * pairsOfRow[row];
                }
            }
        }
        return pairs;
    }

    /** CBOW: one vector predicts for each word of the group. */
    private int weighHidden(int group) {
        int count = plan.to(group) - plan.from(group);
        tile.shape(count);
        for (int hidden = 0; hidden < count; hidden++) {
            int place = plan.from(group) + hidden;
            int from = plan.reachFrom(place, plan.sentenceFrom(group));
            int to = plan.reachTo(place, plan.sentenceTo(group));
            for (int near = from; near < to; near++) {
                if (near != place) {
                    tile.shares()[rowOfSlot[slots.slot(near)] * count + hidden]++;
                }
            }
            tile.scales()[hidden] = mean ? 1f / (to - from - 1) : 1;
            weighColumns(hidden, columns.own(hidden));
        }
        return count;
    }

    private void weighColumns(int hidden, int own) {
        for (int column = 0; column < columns.count(); column++) {
            tile.weights()[tile.at(hidden, column)] = column == own ? 1 : columns.times(column);
        }
    }

    @Override
    public void touch(TextBlock block, RowSink rows) {
        plan.draw(block);
        for (int group = 0; group < plan.groups(); group++) {
            // Every kept word is a neighbour of the one beside it.
            for (int place = plan.from(group); place < plan.to(group); place++) {
                rows.row(Word2vec.INPUT, plan.word(place));
            }
            columns.choose(plan, group);
            for (int column = 0; column < columns.count(); column++) {
                rows.row(Word2vec.OUTPUT, columns.row(column));
            }
        }
    }

    @Override
    public void settle(float[] parameters) {
        hot.settle(parameters);
    }
}
