package dev.gradus.train;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.Tally;
import dev.gradus.server.PushBatch;
import dev.gradus.server.ServerLink;
import dev.gradus.train.CopyPlaces.TouchedRows;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Learns from one block in place, on copies of its rows, and pushes how they have changed.
 *
 * @param <B> what a block is
 */
final class ServedChanges<B> implements ServedWork<ServedChanges<B>> {

    /**
     * What all work of a rank shares: the learner, where rows lie, and, for a model that needs whole tables, those
     * tables, in which only the rows of a block are set.
     */
    static final class Bench<B> {

        private final Layout layout;
        private final CopyPlaces places;
        private final Learner<B> learner;
        private final float @Nullable [] whole;

        Bench(TableSetup<B> setup) {
            this.layout = setup.layout();
            this.places = new CopyPlaces(layout);
            Learner<B> ofCopies = setup.model().learnerOfCopies(places);
            this.learner = ofCopies == null ? setup.model().learner(0, 1) : ofCopies;
            this.whole = ofCopies == null ? new float[layout.size()] : null;
        }

        /** Learns on the copies. */
        private void learn(float[] copies, TouchedRows[] rows, B block, double rate, Tally tally) {
            if (whole == null) {
                places.place(rows);
                learner.learn(copies, block, rate, tally);
                return;
            }
            move(rows, copies, whole, true);
            learner.learn(whole, block, rate, tally);
            move(rows, copies, whole, false);
        }

        /** Moves rows from their copies to where they lie in whole tables, or back. */
        private void move(TouchedRows[] lists, float[] copies, float[] tables, boolean there) {
            for (int table = 0; table < lists.length; table++) {
                TouchedRows rows = lists[table];
                int from = layout.blocks().get(table).from();
                for (int i = 0; i < rows.count; i++) {
                    int at = from + rows.ids[i] * rows.width;
                    int copy = rows.at + i * rows.width;
                    System.arraycopy(
                            there ? copies : tables,
                            there ? copy : at,
                            there ? tables : copies,
                            there ? at : copy,
                            rows.width);
                }
            }
        }
    }

    private final Bench<B> bench;
    private final BlockSource.Reader<B> reader;
    private final TouchedRows[] rows;
    private final ServerLink.@Nullable Pull[] pulls;
    private @Nullable B block;
    private float[] copies = {};

    /** The rows as they were pulled, and after learning by how much they have changed. */
    private float[] changes = {};

    private int floats;

    /** Own pushes that came after the pull and are in the copies nevertheless. */
    private int carried;

    ServedChanges(Bench<B> bench, BlockSource.Reader<B> reader) {
        this.bench = bench;
        this.reader = reader;
        this.rows = CopyPlaces.lists(bench.layout);
        this.pulls = new ServerLink.@Nullable Pull[rows.length];
    }

    @Override
    public void begin(int epoch, long from, long to, ServerLink link) throws DataException, ExchangeException {
        Arrays.fill(pulls, null);
        floats = 0;
        carried = 0;
        block = null;
        if (from == to) {
            return; // the last step of an epoch may have no block for this worker
        }
        B read = reader.read(epoch, from);
        block = read;
        floats = bench.places.find(bench.learner, read, rows);
        if (copies.length < floats) {
            copies = new float[floats + floats / 4];
            changes = new float[copies.length];
        }
        for (int table = 0; table < rows.length; table++) {
            pulls[table] = rows[table].count == 0 ? null : link.pull(table, rows[table].ids, rows[table].count);
        }
    }

    @Override
    public void await() throws ExchangeException {
        for (int table = 0; table < rows.length; table++) {
            ServerLink.Pull pull = pulls[table];
            if (pull != null) {
                pull.await(copies, rows[table].at);
            }
        }
    }

    @Override
    public void follow(ServedChanges<B> before) {
        for (int table = 0; table < rows.length && floats > 0 && before.floats > 0; table++) {
            add(rows[table], before.rows[table], before.changes);
        }
        carried = 1;
    }

    /** Adds the changes of rows that both lists have. */
    private void add(TouchedRows mine, TouchedRows theirs, float[] theirChanges) {
        int i = 0;
        int j = 0;
        while (i < mine.count && j < theirs.count) {
            if (mine.ids[i] == theirs.ids[j]) {
                int to = mine.at + i * mine.width;
                int from = theirs.at + j * theirs.width;
                for (int k = 0; k < mine.width; k++) {
                    copies[to + k] += theirChanges[from + k];
                }
                i++;
                j++;
            } else if (mine.ids[i] < theirs.ids[j]) {
                i++;
            } else {
                j++;
            }
        }
    }

    @Override
    public void learn(double rate, Tally tally) {
        B now = block;
        if (now == null) {
            return;
        }
        System.arraycopy(copies, 0, changes, 0, floats);
        bench.learn(copies, rows, now, rate, tally);
        for (int i = 0; i < floats; i++) {
            changes[i] = copies[i] - changes[i];
        }
    }

    @Override
    public void addTo(PushBatch push, int firstNode) {
        push.ofNode(firstNode).carried(carried);
        for (int table = 0; table < rows.length; table++) {
            ServerLink.Pull pull = pulls[table];
            if (pull != null) {
                push.add(table, rows[table].ids, rows[table].count, changes, rows[table].at)
                        .basedOn(pull);
            }
        }
    }

    /** Two that take turns. */
    static <B> List<ServedChanges<B>> pair(TableSetup<B> setup) {
        Bench<B> bench = new Bench<>(setup);
        return List.of(
                new ServedChanges<>(bench, setup.source().reader()),
                new ServedChanges<>(bench, setup.source().reader()));
    }
}
