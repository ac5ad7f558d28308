package dev.gradus.model.logistic;

/**
 * A thread's own copies of the rows of the most frequent features, which are the first ones of the table. Threads that
 * race would otherwise take these rows' cache lines from each other at nearly every entry. Copies <em>merge</em> now
 * and then: what has changed in a copy is added to the shared row, and the copy starts from the sum. Merges exclude
 * each other, so that none is lost.
 *
 * <p>The rows are in two tiers. Those of the first are in most rows of the data and merge often, or copies of the
 * threads would drift apart; the many of the second occur so rarely that few of them have changed by then, and merge
 * after many times as many rows: merging takes about a fiftieth of a learner's time. With no rows at all there are no
 * copies.
 */
final class HotWeights {

    /** How many rows of the table have copies, how many of them are in the first tier, and floats of each. */
    record Extent(int rows, int first, int stride) {}

    /** Rows of data between merges of the first tier. */
    private static final int FIRST_EVERY = 500;

    /** Merges of the first tier to one of both: a feature of the second is then met a few times in between. */
    private static final int BOTH_EVERY = 8;

    private final int rows;
    private final int first;
    private final Object lock;
    private final float[] copies;
    private final float[] base;
    private boolean loaded;
    private int samples;
    private int merges;

    /** All learners of a model have the same lock. */
    HotWeights(Extent extent, Object lock) {
        this.rows = extent.rows();
        this.first = Math.min(extent.first(), rows) * extent.stride();
        this.lock = lock;
        this.copies = new float[rows * extent.stride()];
        this.base = new float[copies.length];
    }

    /** How many rows of the table have copies, from the first on. */
    int rows() {
        return rows;
    }

    /** Where these rows are: the copies, taken if there are none, or the table itself where no row has one. */
    float[] home(float[] table) {
        if (rows == 0) {
            return table;
        }
        if (!loaded) {
            System.arraycopy(table, 0, copies, 0, copies.length);
            // Not from the table again, which others write to meanwhile.
            System.arraycopy(copies, 0, base, 0, copies.length);
            loaded = true;
        }
        return copies;
    }

    /** Hears that so many rows of data have gone by, and merges when there were enough. */
    void passed(int count, float[] table) {
        samples += count;
        if (samples >= FIRST_EVERY && rows > 0) {
            samples = 0;
            merge(table, ++merges % BOTH_EVERY == 0 ? copies.length : first);
        }
    }

    /** Merges, and takes new copies before it is used again. */
    void settle(float[] table) {
        if (loaded) {
            merge(table, copies.length);
            loaded = false;
        }
    }

    private void merge(float[] table, int length) {
        synchronized (lock) {
            for (int i = 0; i < length; i++) {
                float sum = table[i] + (copies[i] - base[i]);
                table[i] = sum;
                copies[i] = sum;
                base[i] = sum;
            }
        }
    }
}
