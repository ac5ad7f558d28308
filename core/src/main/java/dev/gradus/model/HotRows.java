package dev.gradus.model;

import org.jspecify.annotations.Nullable;

/**
 * A thread's own copies of the first rows of a model's tables, one or two, which are the most frequent ones. Threads
 * that race would otherwise take these rows' cache lines from each other at nearly every word. Copies <em>merge</em>
 * now and then: what has changed in a copy is added to the shared row, and the copy starts from the sum. Merges exclude
 * each other, so that none is lost.
 *
 * <p>Copies lie behind the tables, in the same array, so that loops over rows need not ask which array each is in; or
 * apart, in an array of their own that begins with the first row.
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
    private final float @Nullable [] apart;
    private final int copiesFrom;
    private final float[] base;
    private MergeLoop.@Nullable Copies copies;
    private int samples;
    private int turns;

    /** Which rows have copies: the first so many of both tables, the second of which begins at {@code outputFrom}. */
    public record Rows(int inputs, int outputs, int outputFrom) {

        /** Floats that the copies take. */
        public int floats(int stride) {
            return (inputs + outputs) * stride;
        }
    }

    /**
     * When copies merge: every {@code samples} samples there is a turn, in which the first {@code first} rows of each
     * table merge. The next 3 {@code first} take four turns, the next 12 {@code first} sixteen, and so on, a part of
     * them in each turn: rarer rows change less between two turns. More often costs time, less often lets the copies of
     * the threads drift apart.
     */
    public record Pace(int samples, int first) {}

    /** How copies merge. All learners of a model have the same lock. */
    public record Merging(Pace pace, Object lock, MergeLoop loop) {}

    private HotRows(Rows rows, int stride, int copiesFrom, boolean apart, Merging merging) {
        this.loop = merging.loop;
        this.lock = merging.lock;
        this.pace = merging.pace;
        this.stride = stride;
        this.copiesFrom = copiesFrom;
        this.inputs = rows.inputs();
        this.outputs = rows.outputs();
        this.outputFrom = rows.outputFrom();
        this.base = new float[rows.floats(stride)];
        this.apart = apart ? new float[base.length] : null;
    }

    /** Copies of rows of {@code stride} floats from {@code copiesFrom} on of the array that the learner is given. */
    public static HotRows behind(Rows rows, int stride, int copiesFrom, Merging merging) {
        return new HotRows(rows, stride, copiesFrom, false, merging);
    }

    /** Copies of rows of {@code stride} floats in an array of their own, see {@link #copies}. */
    public static HotRows apart(Rows rows, int stride, Merging merging) {
        return new HotRows(rows, stride, 0, true, merging);
    }

    /** How many rows of the first table have copies, which begin at row 0. */
    public int inputs() {
        return inputs;
    }

    /** The array that copies lie in; where no row has one, that of the tables. */
    public float[] copies(float[] parameters) {
        return apart == null || apart.length == 0 ? parameters : apart;
    }

    @Override
    public int inputAt(int row) {
        return (row < inputs ? copiesFrom : 0) + row * stride;
    }

    @Override
    public int outputAt(int row) {
        return (row < outputs ? copiesFrom + inputs * stride : outputFrom) + row * stride;
    }

    /** Takes copies, if there are none. */
    @Override
    public void load(float[] parameters) {
        if (copies == null) {
            System.arraycopy(parameters, 0, base, 0, inputs * stride);
            System.arraycopy(parameters, outputFrom, base, inputs * stride, outputs * stride);
            System.arraycopy(base, 0, copies(parameters), copiesFrom, base.length);
            copies = new MergeLoop.Copies(copies(parameters), copiesFrom, base);
        }
    }

    /** Merges when enough samples have gone by. */
    @Override
    public void passed(int count, float[] parameters) {
        samples += count;
        if (samples >= pace.samples && base.length > 0) {
            samples = 0;
            takeTurn(parameters);
        }
    }

    /** Merges, and takes new copies before it is used again. */
    @Override
    public void settle(float[] parameters) {
        if (copies != null) {
            mergeRows(parameters, 0, Math.max(inputs, outputs));
            samples = 0;
            copies = null;
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
        MergeLoop.Copies taken = copies;
        if (from < to && taken != null) {
            int at = from * stride;
            loop.merge(parameters, table + at, taken, copyOfTable + at, (to - from) * stride);
        }
    }
}
