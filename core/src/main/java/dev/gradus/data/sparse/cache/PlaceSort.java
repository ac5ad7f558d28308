package dev.gradus.data.sparse.cache;

import java.util.Arrays;

/**
 * Sorts the entries of a row by place; each is a number with the place in its upper half. Places of entries are spread
 * over magnitudes, since they go by frequency, so that entries are first put into buckets by magnitude, about one each,
 * and then need few moves. Long rows are left to the JDK.
 */
final class PlaceSort {

    /** A row has more entries than there are buckets for. */
    private static final int LONG_ROW = 256;

    /** Of a place as a float: all bits of the exponent and the highest of the fraction. */
    private static final int FRACTION_BITS = 22;

    private static final int FIRST_BUCKET = Float.floatToRawIntBits(1f) >>> FRACTION_BITS;

    private final int[] ends = new int[64];
    private final long[] bucketed = new long[LONG_ROW];

    /** Sorts the first {@code count} entries. */
    void sort(long[] entries, int count) {
        if (count > LONG_ROW) {
            Arrays.sort(entries, 0, count);
            return;
        }
        Arrays.fill(ends, 0);
        for (int i = 0; i < count; i++) {
            ends[bucket(entries[i])]++;
        }
        int sum = 0;
        for (int bucket = 0; bucket < ends.length; bucket++) {
            sum += ends[bucket];
            ends[bucket] = sum;
        }
        for (int i = count - 1; i >= 0; i--) {
            bucketed[--ends[bucket(entries[i])]] = entries[i];
        }
        for (int i = 0; i < count; i++) {
            long entry = bucketed[i];
            int at = i;
            while (at > 0 && entries[at - 1] > entry) {
                entries[at] = entries[at - 1];
                at--;
            }
            entries[at] = entry;
        }
    }

    /** Rises with the place: places are rounded to floats in order. */
    private static int bucket(long entry) {
        float magnitude = (int) (entry >>> 32) + 1f;
        return (Float.floatToRawIntBits(magnitude) >>> FRACTION_BITS) - FIRST_BUCKET;
    }
}
