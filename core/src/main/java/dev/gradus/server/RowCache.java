package dev.gradus.server;

import java.util.Arrays;

/**
 * Copies that a worker keeps of the first rows of one table, which are those that are asked for most. A copy may be
 * used for some of the worker's own steps after it was pulled. Where pushes are added, the worker's own are added to
 * the copy too. Used by the worker's thread.
 */
final class RowCache {

    private final int width;
    private final boolean adds;
    private final int steps;
    private final float[] values;

    /** The worker's step at which each row was pulled, and the version of its shard then; -1 where there is no copy. */
    private final long[] pulledAt;

    private final long[] versions;

    RowCache(TableSpec spec, LinkSettings settings) {
        int rows = Math.min(spec.rows(), settings.cacheRows());
        this.width = spec.width();
        this.adds = spec.rule().kind().equals(ServerRule.ADD);
        this.steps = settings.cacheSteps();
        this.values = new float[Math.multiplyExact(rows, width)];
        this.pulledAt = new long[rows];
        this.versions = new long[rows];
        Arrays.fill(pulledAt, -1);
    }

    /** Whether a copy may be used at that step. */
    boolean has(int row, long step) {
        return row < pulledAt.length && pulledAt[row] >= 0 && step - pulledAt[row] <= steps;
    }

    long version(int row) {
        return versions[row];
    }

    void read(int row, float[] into, int at) {
        System.arraycopy(values, row * width, into, at, width);
    }

    /** Keeps a row that was pulled; those further back are not kept. */
    void keep(int row, float[] from, int at, long step, long version) {
        if (row < pulledAt.length) {
            System.arraycopy(from, at, values, row * width, width);
            pulledAt[row] = step;
            versions[row] = version;
        }
    }

    /** Does to the copies what a push of this worker does to the rows, where that is known here. */
    void push(int[] rows, int count, float[] pushed, int at) {
        for (int i = 0; adds && i < count && rows[i] < pulledAt.length; i++) {
            for (int k = 0; k < width; k++) {
                values[rows[i] * width + k] += pushed[at + i * width + k];
            }
        }
    }
}
