package dev.gradus.model;

/**
 * A thread's own copies of the first rows of a model's tables, one or two, which are the most frequent ones. Threads
 * that race would otherwise take these rows' cache lines from each other at nearly every word. Copies <em>merge</em>
 * now and then: what has changed in a copy is added to the shared row, and the copy starts from the sum. Merges exclude
 * each other, so that none is lost.
 */
public final class HotRows implements RowHomes {

    private final int every;
    private final Object lock;
    private final int stride;
    private final int inputs;
    private final int outputs;
    private final int outputFrom;
    private final float[] copies;
    private final float[] base;
    private boolean loaded;
    private int samples;

    /** Which rows have copies: the first so many of both tables, the second of which begins at {@code outputFrom}. */
    public record Rows(int inputs, int outputs, int outputFrom) {}

    /**
     * Copies of rows of {@code stride} floats, merged after {@code every} samples: more often costs time, less often
     * lets the copies of the threads drift apart. All learners of a model have the same lock.
     */
    public HotRows(Rows rows, int stride, int every, Object lock) {
        this.lock = lock;
        this.every = every;
        this.stride = stride;
        this.inputs = rows.inputs();
        this.outputs = rows.outputs();
        this.outputFrom = rows.outputFrom();
        this.copies = new float[(inputs + outputs) * stride];
        this.base = new float[copies.length];
    }

    /** How many rows of the first table have copies, which begin at row 0. */
    public int inputs() {
        return inputs;
    }

    @Override
    public float[] inputHome(float[] parameters, int row) {
        return row < inputs ? copies : parameters;
    }

    @Override
    public int inputAt(int row) {
        return row * stride;
    }

    @Override
    public float[] outputHome(float[] parameters, int row) {
        return row < outputs ? copies : parameters;
    }

    @Override
    public int outputAt(int row) {
        return (row < outputs ? inputs * stride : outputFrom) + row * stride;
    }

    /** Takes copies, if there are none. */
    @Override
    public void load(float[] parameters) {
        if (!loaded) {
            System.arraycopy(parameters, 0, copies, 0, inputs * stride);
            System.arraycopy(parameters, outputFrom, copies, inputs * stride, outputs * stride);
            System.arraycopy(copies, 0, base, 0, copies.length);
            loaded = true;
        }
    }

    /** Merges when enough samples have gone by. */
    @Override
    public void passed(int count, float[] parameters) {
        samples += count;
        if (samples >= every && copies.length > 0) {
            merge(parameters);
        }
    }

    /** Merges, and takes new copies before it is used again. */
    @Override
    public void settle(float[] parameters) {
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
        samples = 0;
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
