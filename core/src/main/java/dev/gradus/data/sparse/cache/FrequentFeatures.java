package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;

/**
 * The features that are thought to be the most frequent of a set, by falling frequency. They have the codes from 0 on;
 * any other feature has the code {@link #size} + its number, so that rows can be written before it is known which
 * others there are. {@link FeatureIndex} turns codes into places.
 *
 * <p>Features are found by hash, two to a slot. One whose slot has two that are more frequent is left out, so that
 * nobody has to look further: with half as many features as there is room for, few are.
 */
public final class FrequentFeatures {

    /** For rows that are kept: codes of two bytes, and a core's second cache in slots. */
    static final int KEPT_BITS = 16;

    /**
     * For rows that are learnt from as they are coded: a quarter of that, and all that {@link SparseBlock#FREQUENT}
     * has.
     */
    static final int CODED_BITS = 14;

    /** Beyond any feature. */
    private static final long FREE = -1;

    private final int[] ids;
    private final long[] slots;
    private final int shift;

    private FrequentFeatures(int[] ids, long[] slots, int shift) {
        this.ids = ids;
        this.slots = slots;
        this.shift = shift;
    }

    /** The first of those that are given, the most frequent first: 2^bits at most. */
    static FrequentFeatures of(int[] ordered, int bits) {
        long[] slots = new long[2 << bits];
        Arrays.fill(slots, FREE);
        int[] ids = new int[Math.min(1 << bits, ordered.length)];
        int shift = Integer.SIZE - bits;
        int count = 0;
        for (int i = 0; i < ordered.length && count < ids.length; i++) {
            int slot = slot(ordered[i], shift);
            if (slots[slot] != FREE) {
                slot++;
            }
            if (slots[slot] == FREE) {
                slots[slot] = (long) count << 32 | ordered[i];
                ids[count++] = ordered[i];
            }
        }
        return new FrequentFeatures(Arrays.copyOf(ids, count), slots, shift);
    }

    static int hash(int feature) {
        return feature * 0x9E3779B9;
    }

    private static int slot(int feature, int shift) {
        return hash(feature) >>> shift << 1;
    }

    public int size() {
        return ids.length;
    }

    /** What they are called: read only. */
    int[] ids() {
        return ids;
    }

    /** A list in which the place of any feature is its code. */
    public FeatureList byNumber(long space) {
        return FeatureList.byNumber(ids, space);
    }

    /** The code of a feature. */
    int code(int id) {
        int slot = slot(id, shift);
        long first = slots[slot];
        long second = slots[slot + 1];
        long found = (int) first == id ? first : second;
        return (int) found == id ? (int) (found >>> 32) : ids.length + id;
    }

    /**
     * Replaces the features of a block by their codes and marks those that are not frequent, unless their value is 0.
     * Has no branches, since it cannot be foreseen which features are frequent; {@code others} has room for all
     * entries.
     */
    void toCodes(SparseBlock block, FeatureMarks marks, int[] others) {
        int[] features = block.features();
        float[] values = block.values();
        int offset = ids.length;
        int count = 0;
        for (int i = 0; i < block.entries(); i++) {
            int id = features[i];
            int code = code(id);
            features[i] = code;
            others[count] = id;
            count += code < offset || values[i] == 0 ? 0 : 1;
        }
        marks.add(others, count);
    }
}
