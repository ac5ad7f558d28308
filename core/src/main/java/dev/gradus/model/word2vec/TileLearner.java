package dev.gradus.model.word2vec;

import dev.gradus.data.text.TextBlock;
import dev.gradus.model.Learner;
import dev.gradus.model.RowHomes;
import dev.gradus.model.Tally;
import java.util.Arrays;

/**
 * Learns group by group: the neighbours of a group's words are the rows of a {@link Tile}, what they are to predict are
 * its {@link Columns}. Rows stay in the tile's memory while their word is near; columns are updated where they lie.
 */
final class TileLearner implements Learner<TextBlock> {

    private final BlockPlan plan;
    private final Columns columns;
    private final RowHomes homes;
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

    /** How often each column counts for every prediction, padded as the tile's columns are. */
    private final float[] times;

    /** Places whose rows are in the tile's memory. */
    private int nearFrom;

    private int nearTo;

    /** The rows that the next group will need. */
    private final int[] preview;

    TileLearner(
            Word2vecSettings settings,
            boolean cbow,
            BlockPlan plan,
            Columns columns,
            RowHomes homes,
            TileKernel kernel) {
        this.plan = plan;
        this.columns = columns;
        this.homes = homes;
        this.kernel = kernel;
        this.cbow = cbow;
        this.mean = settings.mean();
        this.window = settings.window().size();
        this.slots = new RowSlots(columns.groupSize() + 2 * window);
        int hidden = cbow ? columns.groupSize() : 0;
        this.tile = new Tile(slots.count(), hidden, columns.most(), Word2vec.stride(settings.dimension()));
        this.rowOfSlot = new int[slots.count()];
        this.pairsOfRow = new int[slots.count()];
        this.times = new float[tile.columnAt().length];
        this.preview = new int[columns.most()];
    }

    @Override
    public void learn(float[] parameters, TextBlock block, double rate, Tally tally) {
        plan.draw(block);
        columns.prepare(plan);
        homes.load(parameters);
        nearFrom = 0;
        nearTo = 0;
        double loss = 0;
        long predictions = 0;
        int passed = 0;
        for (int group = 0; group < plan.groups(); group++) {
            leave(parameters, Math.max(plan.from(group) - window, plan.sentenceFrom(group)));
            if (plan.from(group) == plan.sentenceFrom(group)) { // no row is in the tile, so copies may merge
                int before = plan.wordsBefore(group);
                homes.passed(before - passed, parameters);
                passed = before;
            }
            enter(parameters, Math.min(plan.to(group) + window, plan.sentenceTo(group)));
            columns.choose(plan, group);
            predictions += fill(parameters, group);
            loss += cbow ? kernel.learnHidden(tile, (float) rate) : kernel.learnRows(tile, (float) rate);
        }
        leave(parameters, nearTo);
        tally.count(loss, predictions, 0);
        tally.worked(plan.words(), plan.groups());
        homes.passed(plan.words() - passed, parameters);
    }

    private void enter(float[] parameters, int to) {
        for (; nearTo < to; nearTo++) {
            int word = plan.word(nearTo);
            if (slots.enter(nearTo, word)) {
                int at = tile.slotAt(slots.slot(nearTo));
                System.arraycopy(parameters, homes.inputAt(word), tile.rows(), at, tile.stride());
            }
        }
    }

    private void leave(float[] parameters, int to) {
        for (; nearFrom < to; nearFrom++) {
            if (slots.leave(nearFrom)) {
                int word = plan.word(nearFrom);
                int at = tile.slotAt(slots.slot(nearFrom));
                System.arraycopy(tile.rows(), at, parameters, homes.inputAt(word), tile.stride());
            }
        }
    }

    /** Lays the tile of a group, and returns how many predictions it makes. */
    private int fill(float[] parameters, int group) {
        tile.clear(parameters);
        for (int column = 0; column < columns.count(); column++) {
            tile.addColumn(homes.outputAt(columns.row(column)), columns.label(column));
            times[column] = columns.times(column);
        }
        Arrays.fill(times, columns.count(), tile.columnBlocks() * Tile.COLUMNS, 0);
        if (group + 1 < plan.groups()) {
            expect(group + 1);
        }
        if (cbow) {
            return fillHidden(group);
        }
        if (columns.own(0) != Columns.NONE && !slots.repeated()) {
            return fillPlaces(group);
        }
        Arrays.fill(rowOfSlot, -1);
        return columns.own(0) == Columns.NONE ? fillAlike(group) : fillRows(group);
    }

    /** Names the rows of the next group. */
    private void expect(int group) {
        int count = columns.preview(plan, group, preview);
        for (int i = 0; i < count; i++) {
            tile.expect(homes.outputAt(preview[i]));
        }
        int to = Math.min(plan.to(group) + window, plan.sentenceTo(group));
        for (int place = nearTo; place < to; place++) {
            tile.expect(homes.inputAt(plan.word(place)));
        }
    }

    /** Where the neighbours of any word of a group begin. */
    private int reachFrom(int group) {
        int least = plan.from(group);
        for (int place = plan.from(group); place < plan.to(group); place++) {
            least = Math.min(least, plan.reachFrom(place, plan.sentenceFrom(group)));
        }
        return least;
    }

    /** Where they end. */
    private int reachTo(int group) {
        int most = plan.to(group);
        for (int place = plan.from(group); place < plan.to(group); place++) {
            most = Math.max(most, plan.reachTo(place, plan.sentenceTo(group)));
        }
        return most;
    }

    /** Skip-gram where no word stands twice: each neighbour predicts. */
    private int fillPlaces(int group) {
        int from = plan.from(group);
        int to = plan.to(group);
        int end = reachTo(group);
        int pairs = 0;
        for (int near = reachFrom(group); near < end; near++) {
            int row = tile.addUnweighted(slots.slot(near));
            int ofRow = 0;
            for (int place = from; place < to; place++) {
                ofRow += plan.isNear(place, near);
            }
            tile.setWeights(row, times, ofRow);
            for (int place = from; place < to; place++) {
                tile.weights()[tile.weightAt(row, columns.own(place - from))] = plan.isNear(place, near);
            }
            pairs += ofRow;
        }
        tile.close();
        return pairs;
    }

    /** Skip-gram: each neighbour predicts, and a word that stands twice is one row. */
    private int fillRows(int group) {
        int from = plan.from(group);
        int pairs = 0;
        for (int place = from; place < plan.to(group); place++) {
            int own = columns.own(place - from);
            int to = plan.reachTo(place, plan.sentenceTo(group));
            for (int near = plan.reachFrom(place, plan.sentenceFrom(group)); near < to; near++) {
                if (near != place) {
                    int row = row(near);
                    pairsOfRow[row]++;
                    pairs++;
                    if (own != Columns.NONE) {
                        tile.weights()[tile.weightAt(row, own)]++;
                    }
                }
            }
        }
        tile.close();
        for (int row = 0; row < tile.rowCount(); row++) {
            tile.addWeights(row, times, pairsOfRow[row]);
        }
        return pairs;
    }

    /** Skip-gram where no member has a column of its own, so that a row has one weight for all. */
    private int fillAlike(int group) {
        int pairs = 0;
        for (int place = plan.from(group); place < plan.to(group); place++) {
            int to = plan.reachTo(place, plan.sentenceTo(group));
            for (int near = plan.reachFrom(place, plan.sentenceFrom(group)); near < to; near++) {
                if (near != place) {
                    int slot = slots.slot(near);
                    int row = rowOfSlot[slot];
                    if (row < 0) {
                        row = begin(slot, tile.addUnweighted(slot));
                    }
                    pairsOfRow[row]++;
                    pairs++;
                }
            }
        }
        tile.close();
        for (int row = 0; row < tile.rowCount(); row++) {
            tile.setWeights(row, times, pairsOfRow[row]);
        }
        return pairs;
    }

    /** CBOW: one vector predicts for each word of the group. A word that stands twice is two rows in one place. */
    private int fillHidden(int group) {
        int first = plan.from(group);
        int count = plan.to(group) - first;
        tile.addHidden(count);
        int from = reachFrom(group);
        int to = reachTo(group);
        for (int near = from; near < to; near++) {
            tile.addShareless(slots.slot(near));
        }
        for (int hidden = 0; hidden < count; hidden++) {
            int place = first + hidden;
            int neighbours = 0;
            for (int near = from, at = hidden; near < to; near++, at += tile.hiddenStride()) {
                int share = plan.isNear(place, near);
                tile.shares()[at] = share;
                neighbours += share;
            }
            tile.scales()[hidden] = mean ? 1f / neighbours : 1;
            tile.setWeights(hidden, times, 1);
            int own = columns.own(hidden);
            if (own != Columns.NONE) {
                tile.weights()[tile.weightAt(hidden, own)] = 1;
            }
        }
        tile.close();
        return count;
    }

    /** The tile's row for the word at a place. */
    private int row(int place) {
        int slot = slots.slot(place);
        int row = rowOfSlot[slot];
        return row < 0 ? begin(slot, tile.addRow(slot)) : row;
    }

    /** Notes that a slot is a row of the tile now. */
    private int begin(int slot, int row) {
        rowOfSlot[slot] = row;
        pairsOfRow[row] = 0;
        return row;
    }

    @Override
    public void touch(TextBlock block, RowSink rows) {
        plan.draw(block);
        columns.prepare(plan);
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
        homes.settle(parameters);
    }
}
