package dev.gradus.model.word2vec;

/**
 * A thread's own copies of the first rows of both tables, which hold the most frequent words. Threads that race would
 * otherwise take these rows' cache lines from each other at nearly every word. Copies <em>merge</em> now and then: what
 * has changed in a copy is added to the shared row, and the copy starts from the sum. Merges exclude each other, so
 * that none is lost.
 */
final class HotRows {

    /**
     * Rows of a table that have copies at most: two threads ran 1.0 to 2.6 times faster with them (Word2vecBenchmark).
     */
    static final int MOST = 1000;

    /**
     * Words of a vocabulary from which on there are copies. In a small one every row is hot: between two merges each
     * thread moves it as far as one thread alone should, the sum overshoots, and training diverges.
     */
    static final int FEWEST_WORDS = 20_000;

    /** Words between merges: fewer cost time, more let the copies of the threads drift apart. */
    private static final int WORDS = 10_000;

    private final Object lock;
    private final int stride;
    private final int inputs;
    private final int outputs;
    private final int outputFrom;
    private final float[] copies;
    private final float[] base;
    private boolean loaded;
    private int words;

    /** Copies of the first {@code inputs} and {@code outputs} rows; the second table begins at {@code outputFrom}. */
    HotRows(int inputs, int outputs, int stride, int outputFrom, Object lock) {
        this.lock = lock;
        this.stride = stride;
        this.inputs = inputs;
        this.outputs = outputs;
        this.outputFrom = outputFrom;
        this.copies = new float[(inputs + outputs) * stride];
        this.base = new float[copies.length];
    }

    /** The array a row of the first table lies in. */
    float[] inputHome(float[] parameters, int row) {
        return row < inputs ? copies : parameters;
    }

    int inputAt(int row) {
        return row * stride;
    }

    /** The array a row of the second table lies in. */
    float[] outputHome(float[] parameters, int row) {
        return row < outputs ? copies : parameters;
    }

    int outputAt(int row) {
        return (row < outputs ? inputs * stride : outputFrom) + row * stride;
    }

    /** Takes copies, if there are none. */
    void load(float[] parameters) {
        if (!loaded) {
            System.arraycopy(parameters, 0, copies, 0, inputs * stride);
            System.arraycopy(parameters, outputFrom, copies, inputs * stride, outputs * stride);
            System.arraycopy(copies, 0, base, 0, copies.length);
            loaded = true;
        }
    }

    /** Merges when enough words have gone by. */
    void passed(int count, float[] parameters) {
        words += count;
        if (words >= WORDS && copies.length > 0) {
            merge(parameters);
        }
    }

    /** Merges, and takes new copies before it is used again. */
    void settle(float[] parameters) {
        if (loaded) {
            merge(parameters);
            loaded = false;
        }
    }

    private void merge(float[] parameters) {
        synchronized (lock) {
            merge(parameters, 0, 0, inputs * stride);
            merge(parameters, outputFrom, inputs * stride, outputs * stride);
        }
        words = 0;
    }

    private void merge(float[] parameters, int at, int copyAt, int length) {
        for (int i = 0; i < length; i++) {
            float sum = parameters[at + i] + (copies[copyAt + i] - base[copyAt + i]);
            parameters[at + i] = sum;
            copies[copyAt + i] = sum;
            base[copyAt + i] = sum;
        }
    }
}
