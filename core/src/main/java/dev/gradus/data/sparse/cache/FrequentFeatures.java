package dev.gradus.data.sparse.cache;

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

    /** Two bytes of a row, and half a core's second cache in slots. */
    private static final int MOST = 1 << 16;

    private static final int SLOT_BITS = 16;

    /** Beyond any feature. */
    private static final long FREE = -1;

    private final int[] ids;
    private final long[] slots;

    private FrequentFeatures(int[] ids, long[] slots) {
        this.ids = ids;
        this.slots = slots;
    }

    /** The first of those that are given, the most frequent first. */
    static FrequentFeatures of(int[] ordered) {
        long[] slots = new long[2 << SLOT_BITS];
        Arrays.fill(slots, FREE);
        int[] ids = new int[Math.min(MOST, ordered.length)];
        int count = 0;
        for (int i = 0; i < ordered.length && count < ids.length; i++) {
            int slot = slot(ordered[i]);
            if (slots[slot] != FREE) {
                slot++;
            }
            if (slots[slot] == FREE) {
                slots[slot] = (long) count << 32 | ordered[i];
                ids[count++] = ordered[i];
            }
        }
        return new FrequentFeatures(Arrays.copyOf(ids, count), slots);
    }

    static int hash(int feature) {
        return feature * 0x9E3779B9;
    }

    private static int slot(int feature) {
        return hash(feature) >>> (Integer.SIZE - SLOT_BITS) << 1;
    }

    int size() {
        return ids.length;
    }

    /** What they are called: read only. */
    int[] ids() {
        return ids;
    }

    /**
     * Replaces the features of a block by their codes and marks those that are not frequent, unless their value is 0.
     * Has no branches, since it cannot be foreseen which features are frequent; {@code others} has room for all
     * entries.
     */
    void toCodes(SparseBlock block, FeatureMarks marks, int[] others) {
        int[] features = block.features();
        float[] values = block.values();
        long[] held = slots;
        int offset = ids.length;
        int count = 0;
        for (int i = 0; i < block.entries(); i++) {
            int id = features[i];
            int slot = slot(id);
            long first = held[slot];
            long second = held[slot + 1];
            long found = (int) first == id ? first : second;
            boolean frequent = (int) found == id;
            features[i] = frequent ? (int) (found >>> 32) : offset + id;
            others[count] = id;
            count += frequent || values[i] == 0 ? 0 : 1;
        }
        marks.add(others, count);
    }
}
