package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.SparseBlock;

/**
 * The entries of a row in the order of their places, one for each place: values of equal ones are added. Those whose
 * value is 0 or whose place is negative are left out. Of one thread.
 */
final class MergedRow {

    private final PlaceSort sort = new PlaceSort();

    /** Place and then entry in one number. */
    private long[] order = new long[64];

    private int[] features = new int[64];
    private float[] values = new float[64];
    private int count;

    /** Takes the entries from one to another of a block. */
    void set(SparseBlock block, int from, int to) {
        if (order.length < to - from) {
            order = new long[to - from];
            features = new int[to - from];
            values = new float[to - from];
        }
        merge(block, sorted(block, from, to));
    }

    private int sorted(SparseBlock block, int from, int to) {
        int[] places = block.features();
        float[] given = block.values();
        int kept = 0;
        for (int i = from; i < to; i++) {
            order[kept] = (long) places[i] << 32 | i;
            kept += places[i] >= 0 && given[i] != 0 ? 1 : 0; // else the next one takes its place
        }
        sort.sort(order, kept);
        return kept;
    }

    private void merge(SparseBlock block, int kept) {
        count = 0;
        for (int i = 0; i < kept; i++) {
            int place = (int) (order[i] >>> 32);
            float value = block.values()[(int) order[i]];
            if (count > 0 && features[count - 1] == place) {
                values[count - 1] += value;
            } else {
                features[count] = place;
                values[count++] = value;
            }
        }
    }

    int count() {
        return count;
    }

    int[] features() {
        return features;
    }

    float[] values() {
        return values;
    }
}
