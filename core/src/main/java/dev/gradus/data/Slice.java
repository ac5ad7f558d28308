package dev.gradus.data;

import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one virtual shard that meet in one step, as runs of consecutive rows of that shard's store. Reused by the
 * reader that filled it: do not keep it past the step.
 */
public final class Slice {

    private final RowStore rows;
    private int[] bounds = new int[8];
    private int runs;
    private int size;
    private int epoch = RowStore.PLAIN;
    private int step;
    private @Nullable Supplier<@Nullable Slice> following;

    public Slice(RowStore rows) {
        this.rows = rows;
    }

    public RowStore rows() {
        return rows;
    }

    /**
     * The epoch that its rows are read in, as {@link RowStore#fill} wants it: plain ones until a plan says otherwise.
     */
    public int epoch() {
        return epoch;
    }

    /** The step of that epoch. */
    public int step() {
        return step;
    }

    /**
     * The slice that this rank will work on after this one, as far as that can be foreseen; null when it cannot. One of
     * its own, which nobody fills anew.
     */
    public @Nullable Slice following() {
        return following == null ? null : following.get();
    }

    void followedBy(Supplier<@Nullable Slice> next) {
        following = next;
    }

    /** How many rows all runs have together. */
    public int size() {
        return size;
    }

    public int runs() {
        return runs;
    }

    public int from(int run) {
        return bounds[2 * run];
    }

    public int to(int run) {
        return bounds[2 * run + 1];
    }

    public void clear() {
        runs = 0;
        size = 0;
    }

    /** Starts the runs of another step. */
    void begin(int epoch, int step) {
        clear();
        this.epoch = epoch;
        this.step = step;
    }

    /**
     * Adds rows {@code from} to {@code to}, which must lie in the store. Joins the run before when it ends at
     * {@code from}.
     */
    public void add(int from, int to) {
        if (from < 0 || to < from || to > rows.rows()) {
            throw new IllegalArgumentException(
                    "run outside the store: from=" + from + ", to=" + to + ", rows=" + rows.rows());
        }
        size += to - from;
        if (runs > 0 && bounds[2 * runs - 1] == from) {
            bounds[2 * runs - 1] = to;
        } else if (to > from) {
            if (2 * runs == bounds.length) {
                bounds = Arrays.copyOf(bounds, 2 * bounds.length);
            }
            bounds[2 * runs] = from;
            bounds[2 * runs + 1] = to;
            runs++;
        }
    }
}
