package dev.gradus.server;

import java.util.Arrays;

/** Rows of one request by the shards that have them: for each shard a range of places, and where each row stood. */
final class Split {

    private int[] starts = {};
    private int[] places = {};
    private int[] dealt = {};
    private int[] positions = {};

    /** Of every row the shard and the place there, in the order of rows. */
    private int[] shardOf = {};

    private int[] placeOf = {};
    private int shards;

    /**
     * Splits rows whose ids ascend; what does not fit the table is this worker's mistake. {@link #places} may be the
     * caller's own array, so they are good until that changes.
     */
    void of(TableSpec spec, Placement placement, int[] rows, int count) {
        check(spec, rows, count);
        shards = placement.shards();
        starts = starts.length == shards + 1 ? starts : new int[shards + 1];
        Arrays.fill(starts, 0);
        if (shards == 1) {
            places = rows; // one shard has every row at its own number
            starts[1] = count;
            return;
        }
        if (dealt.length < count) {
            dealt = new int[Math.max(count, 2 * dealt.length)];
            positions = new int[dealt.length];
            shardOf = new int[dealt.length];
            placeOf = new int[dealt.length];
        }
        places = dealt;
        deal(placement, rows, count);
    }

    private static void check(TableSpec spec, int[] rows, int count) {
        int before = -1;
        for (int i = 0; i < count; i++) {
            if (rows[i] <= before) {
                throw new IllegalArgumentException(
                        "rows do not ascend: table=" + spec.name() + ", row=" + rows[i] + ", before=" + before);
            }
            before = rows[i];
        }
        if (before >= spec.rows()) {
            throw new IllegalArgumentException(
                    "row is outside the table: table=" + spec.name() + ", row=" + before + ", rows=" + spec.rows());
        }
    }

    private void deal(Placement placement, int[] rows, int count) {
        placement.locate(rows, count, shardOf, placeOf);
        for (int i = 0; i < count; i++) {
            starts[shardOf[i] + 1]++;
        }
        for (int shard = 0; shard < shards; shard++) {
            starts[shard + 1] += starts[shard];
        }
        int[] next = starts.clone();
        for (int i = 0; i < count; i++) {
            int at = next[shardOf[i]]++;
            places[at] = placeOf[i];
            positions[at] = i;
        }
    }

    int from(int shard) {
        return starts[shard];
    }

    int to(int shard) {
        return starts[shard + 1];
    }

    int[] places() {
        return places;
    }

    /** Where the row at a place of the split stood among the rows. */
    int position(int at) {
        return shards == 1 ? at : positions[at];
    }

    /** Whether every row is where it stood. */
    boolean isWhole() {
        return shards == 1;
    }

    /** Copies the rows of a shard, which stand one after the other then. */
    void gather(float[] into, int shard, float[] values, int at, int width) {
        int from = from(shard);
        for (int i = from; i < to(shard); i++) {
            int source = at + position(i) * width;
            int target = (i - from) * width;
            if (width == 1) {
                into[target] = values[source];
            } else {
                System.arraycopy(values, source, into, target, width);
            }
        }
    }
}
