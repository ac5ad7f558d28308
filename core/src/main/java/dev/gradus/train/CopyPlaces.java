package dev.gradus.train;

import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.RowPlaces;
import java.util.Arrays;
import java.util.List;

/**
 * Finds the distinct rows of a model's tables that a block touches, and where copies of them lie. Has two numbers for
 * each row of a table, which is a little more than the vocabulary takes anyway. Owned by one rank.
 */
final class CopyPlaces implements RowPlaces, Learner.RowSink {

    private final int[][] notedIn;
    private final int[][] places;
    private final TouchedRows[] noted;
    private int round;

    /** The rows of one table that a block touches, ascending once they are sorted, and where their copies begin. */
    static final class TouchedRows {

        final int width;
        int[] ids = new int[256];
        int count;
        int at;

        TouchedRows(int width) {
            this.width = width;
        }

        private void add(int row) {
            if (count == ids.length) {
                ids = Arrays.copyOf(ids, 2 * count);
            }
            ids[count++] = row;
        }

        int floats() {
            return Math.multiplyExact(count, width);
        }
    }

    CopyPlaces(Layout layout) {
        List<Layout.Block> blocks = layout.blocks();
        this.notedIn = new int[blocks.size()][];
        this.places = new int[blocks.size()][];
        this.noted = new TouchedRows[blocks.size()];
        for (int table = 0; table < places.length; table++) {
            int rows = RowChanges.rows(blocks.get(table));
            notedIn[table] = new int[rows];
            places[table] = new int[rows];
        }
    }

    /** Lists for the rows of each table, to be filled by {@link #find}. */
    static TouchedRows[] lists(Layout layout) {
        return layout.blocks().stream()
                .map(block -> new TouchedRows(RowChanges.width(block)))
                .toArray(TouchedRows[]::new);
    }

    /** Replaces the lists by the rows that a block touches, and returns how many floats copies of them take. */
    <B> int find(Learner<B> learner, B block, TouchedRows[] into) {
        round++;
        for (int table = 0; table < into.length; table++) {
            into[table].count = 0;
            noted[table] = into[table];
        }
        learner.touch(block, this);
        int floats = 0;
        for (TouchedRows rows : into) {
            Arrays.sort(rows.ids, 0, rows.count);
            rows.at = floats;
            floats = Math.addExact(floats, rows.floats());
        }
        return floats;
    }

    @Override
    public void row(int table, int row) {
        if (notedIn[table][row] != round) {
            notedIn[table][row] = round;
            noted[table].add(row);
        }
    }

    /** From now on copies lie where these lists say. */
    void place(TouchedRows[] lists) {
        for (int table = 0; table < lists.length; table++) {
            TouchedRows rows = lists[table];
            for (int i = 0; i < rows.count; i++) {
                places[table][rows.ids[i]] = rows.at + i * rows.width;
            }
        }
    }

    @Override
    public int at(int table, int row) {
        return places[table][row];
    }
}
