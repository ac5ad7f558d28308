package dev.gradus.model;

/**
 * A thread's own copies of the first rows of a model's tables, one or two, which are the most frequent ones. Threads
 * that race would otherwise take these rows' cache lines from each other at nearly every word. Copies <em>merge</em>
 * now and then: what has changed in a copy is added to the shared row, and the copy starts from the sum. Merges exclude
 * each other, so that none is lost.
 */
public final class HotRows implements RowHomes {

    /** How many times as many rows, and as many turns, the next ones have. */
    private static final int FACTOR = 4;

    private final Pace pace;
    private final Object lock;
    private final MergeLoop loop;
    private final int stride;
    private final int inputs;
    private final int outputs;
    private final int outputFrom;
    private final float[] copies;
    private final float[] base;
    private boolean loaded;
    private int samples;
    private int turns;

    /** Which rows have copies: the first so many of both tables, the second of which begins at {@code outputFrom}. */
    public record Rows(int inputs, int outputs, int outputFrom) {}

    /**
     * When copies merge: every {@code samples} samples there is a turn, in which the first {@code first} rows of each
     * table merge. The next 3 {@code first} take four turns, the next 12 {@code first} sixteen, and so on, a part of
     * them in each turn: rarer rows change less between two turns. More often costs time, less often lets the copies of
     * the threads drift apart.
     */
    public record Pace(int samples, int first) {}

    /** Copies of rows of {@code stride} floats. All learners of a model have the same lock. */
    public HotRows(Rows rows, int stride, Pace pace, Object lock, MergeLoop loop) {
        this.loop = loop;
        this.lock = lock;
        this.pace = pace;
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
        if (samples >= pace.samples && copies.length > 0) {
            samples = 0;
            takeTurn(parameters);
        }
    }

    /** Merges, and takes new copies before it is used again. */
    @Override
    public void settle(float[] parameters) {
        if (loaded) {
            mergeRows(parameters, 0, Math.max(inputs, outputs));
            samples = 0;
            loaded = false;
        }
    }

    private void takeTurn(float[] parameters) {
        int most = Math.max(inputs, outputs);
        int parts = 1;
        for (int from = 0, to = pace.first; from < most; from = to, to *= FACTOR, parts *= FACTOR) {
            int length = (to - from + parts - 1) / parts;
            int part = from + turns % parts * length;
            mergeRows(parameters, part, Math.min(part + length, to));
        }
        turns++;
    }

    /** Merges the rows from {@code from} to {@code to} of both tables, as far as they have copies. */
    private void mergeRows(float[] parameters, int from, int to) {
        synchronized (lock) {
            merge(parameters, 0, 0, from, Math.min(to, inputs));
            merge(parameters, outputFrom, inputs * stride, from, Math.min(to, outputs));
        }
    }

    private void merge(float[] parameters, int table, int copyOfTable, int from, int to) {
        if (from < to) {
            int length = (to - from) * stride;
            loop.merge(parameters, table + from * stride, copies, base, copyOfTable + from * stride, length);
        }
    }
}
