package dev.gradus.model.word2vec;

/**
 * Draws numbers with given weights in constant time (Vose). Each slot has a number of its own, which it gives up to its
 * threshold, and another one above it. Eight bytes a number, so that the table of a large vocabulary fits a cache.
 */
final class AliasTable {

    private static final double FULL = 0x1p31;

    /** The threshold, of 31 bits and one, above; the other number below. */
    private final long[] slots;

    AliasTable(double[] weights) {
        int size = weights.length;
        double total = 0;
        for (double weight : weights) {
            total += weight;
        }
        double[] filled = new double[size];
        int[] order = new int[size];
        int small = 0;
        int large = size;
        for (int i = 0; i < size; i++) {
            filled[i] = weights[i] * size / total;
            order[filled[i] < 1 ? small++ : --large] = i;
        }
        slots = new long[size];
        int low = 0;
        // What is above the mean fills what is below it; a number that falls below the mean joins those to be filled.
        while (low < small && large < size) {
            int poor = order[low++];
            int rich = order[large];
            slots[poor] = slot(filled[poor], rich);
            filled[rich] -= 1 - filled[poor];
            if (filled[rich] < 1) {
                large++;
                order[small++] = rich;
            }
        }
        // Rounding alone keeps these from 1.
        for (; low < small; low++) {
            slots[order[low]] = slot(1, order[low]);
        }
        for (; large < size; large++) {
            slots[order[large]] = slot(1, order[large]);
        }
    }

    private static long slot(double threshold, int other) {
        return ((long) (threshold * FULL) << 32) | other;
    }

    /**
     * The number that 32 random bits stand for: the whole part of their share of all slots names the slot, the rest is
     * held against its threshold. Without a branch, which nobody could predict and which would wait for the slot.
     */
    int draw(int bits) {
        long place = (bits & 0xFFFFFFFFL) * slots.length;
        int slot = (int) (place >>> 32);
        long entry = slots[slot];
        long below = (((place & 0xFFFFFFFFL) >>> 1) - (entry >>> 32)) >> 63;
        int other = (int) entry;
        return other ^ ((slot ^ other) & (int) below);
    }
}
