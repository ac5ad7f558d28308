package dev.gradus.train;

import dev.gradus.exchange.SparseRows;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import java.util.Arrays;
import java.util.List;

/**
 * What learning from one block changes: notes the rows that it will touch, keeps them as they were, and afterwards
 * takes the changes out again. Each change has one float more than its row, a 1, so that sums of changes tell how many
 * they are of. Owned by one rank.
 */
final class RowChanges implements Learner.RowSink {

    private final Table[] tables;

    RowChanges(Layout layout) {
        tables = layout.blocks().stream().map(Table::new).toArray(Table[]::new);
    }

    /** Empty changes, one part for each table of the layout. */
    static SparseRows[] parts(Layout layout) {
        return layout.blocks().stream()
                .map(block -> new SparseRows(rows(block), width(block) + 1))
                .toArray(SparseRows[]::new);
    }

    static int rows(Layout.Block block) {
        return block.dimensions().get(0);
    }

    static int width(Layout.Block block) {
        List<Integer> dimensions = block.dimensions();
        return dimensions.subList(1, dimensions.size()).stream()
                .mapToInt(Integer::intValue)
                .reduce(1, Math::multiplyExact);
    }

    void clear() {
        for (Table table : tables) {
            table.clear();
        }
    }

    @Override
    public void row(int table, int row) {
        tables[table].note(row);
    }

    /** Keeps the rows that were noted since the last time. */
    void keep(float[] parameters) {
        for (Table table : tables) {
            table.keep(parameters);
        }
    }

    /** Puts the rows back as they were, and what has changed into {@code parts}, one for each table. */
    void takeOut(float[] parameters, SparseRows[] parts) {
        for (int i = 0; i < tables.length; i++) {
            tables[i].takeOut(parameters, parts[i]);
        }
    }

    /** Adds changes, times {@code scale}, to the rows of a table. */
    static void add(float[] parameters, Layout.Block block, SparseRows changes, float scale) {
        int width = width(block);
        for (int i = 0; i < changes.count(); i++) {
            int to = block.from() + changes.ids()[i] * width;
            int from = i * (width + 1);
            for (int k = 0; k < width; k++) {
                parameters[to + k] += scale * changes.values()[from + k];
            }
        }
    }

    /** The rows of one table. */
    private static final class Table {

        private final int from;
        private final int width;
        private final int[] notedIn;
        private final float[] change;
        private int[] ids = new int[1024];
        private float[] kept = {};
        private long[] order = {};
        private int count;
        private int keptCount;
        private int round = 1;

        Table(Layout.Block block) {
            this.from = block.from();
            this.width = RowChanges.width(block);
            this.notedIn = new int[rows(block)];
            this.change = new float[width + 1];
            change[width] = 1;
        }

        void clear() {
            count = 0;
            keptCount = 0;
            round++;
        }

        void note(int row) {
            if (notedIn[row] != round) {
                notedIn[row] = round;
                if (count == ids.length) {
                    ids = Arrays.copyOf(ids, 2 * count);
                }
                ids[count++] = row;
            }
        }

        void keep(float[] parameters) {
            if (kept.length < count * width) {
                kept = Arrays.copyOf(kept, Math.multiplyExact(count + count / 4, width));
            }
            for (int i = keptCount; i < count; i++) {
                System.arraycopy(parameters, from + ids[i] * width, kept, i * width, width);
            }
            keptCount = count;
        }

        /** Rows go out in the order of their ids, not in that in which they were noted. */
        void takeOut(float[] parameters, SparseRows part) {
            part.clear();
            part.grow(count);
            if (order.length < count) {
                order = new long[ids.length];
            }
            for (int i = 0; i < count; i++) {
                order[i] = ((long) ids[i] << 32) | i;
            }
            Arrays.sort(order, 0, count);
            for (int i = 0; i < count; i++) {
                int id = (int) (order[i] >>> 32);
                int at = from + id * width;
                int keptAt = (int) order[i] * width;
                for (int k = 0; k < width; k++) {
                    change[k] = parameters[at + k] - kept[keptAt + k];
                    parameters[at + k] = kept[keptAt + k];
                }
                part.add(id, change, 0);
            }
        }
    }
}
