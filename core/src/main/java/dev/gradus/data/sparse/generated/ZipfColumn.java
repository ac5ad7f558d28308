package dev.gradus.data.sparse.generated;

import java.util.Arrays;

/**
 * A column of categories by a bounded law of Zipf: rank {@code k} from 0 on is drawn as often as {@code x^-s} has area
 * between {@code k + 1} and {@code k + 2}.
 *
 * <p>Ranks are cut into <em>bins</em>, of one rank each up to 128 and of a 64th of their first rank beyond, so that 850
 * bins hold ten million ranks. A bin is drawn through a table of <em>slots</em>, each of which holds a bin, the share
 * of the slot that is its, and the bin that the rest belongs to (the alias method); within a bin all ranks are equally
 * likely, which is at most 2 % from the law. One number of 64 bits decides all: its upper bits the slot, the middle 22
 * the bin, the lower 30 the rank. Tables are made by {@link StrictMath} and draws are exact, so that all machines
 * agree.
 *
 * <p>A bijection scatters ranks over the ids, since frequent categories of real sets do not stand together. Immutable.
 */
final class ZipfColumn {

    private static final int SHARE_BITS = 22;
    private static final int RANK_BITS = 30;
    private static final int SHARE_ALL = 1 << SHARE_BITS;
    private static final long RANK_MASK = (1L << RANK_BITS) - 1;

    /** A prime that is larger than any column, so that multiples of it meet all ids of the column. */
    private static final long SCATTER = 2_654_435_761L;

    private static final int SHIFT = 7919;

    private final int size;
    private final int start;
    private final long firstId;

    /** 2^63 / size, rounded down: a division by it is a multiplication. */
    private final long reciprocal;

    /** The share of the slot that is its own bin's in the upper half, the other bin in the lower. */
    private final long[] slots;

    private final int slotShift;

    /** First rank in the upper half, how many in the lower. */
    private final long[] bins;

    /** A column whose ids are {@code start} to {@code start + size}. */
    ZipfColumn(int number, int start, int size, double exponent) {
        this.start = start;
        this.size = size;
        this.firstId = (long) number * SHIFT % size;
        this.reciprocal = Long.MAX_VALUE / size;
        this.bins = bins(size);
        int slotBits = Math.max(1, 32 - Integer.numberOfLeadingZeros(bins.length - 1));
        this.slotShift = Long.SIZE - slotBits;
        this.slots = slots(1 << slotBits, shares(bins, size, exponent));
    }

    private static long[] bins(int size) {
        long[] bins = new long[2048];
        int count = 0;
        for (long rank = 0; rank < size; count++) {
            long ranks = Math.min(size - rank, Math.max(1, rank >> 6));
            bins[count] = rank << 32 | ranks;
            rank += ranks;
        }
        return Arrays.copyOf(bins, count);
    }

    /** How likely each bin is. */
    private static double[] shares(long[] bins, int size, double exponent) {
        double[] shares = new double[bins.length];
        double whole = area(size, exponent);
        for (int i = 0; i < bins.length; i++) {
            long first = bins[i] >>> 32;
            long end = first + (int) bins[i];
            shares[i] = (area(end, exponent) - area(first, exponent)) / whole;
        }
        return shares;
    }

    /** The area of {@code x^-s} from 1 to {@code rank + 1}. */
    private static double area(long rank, double exponent) {
        double e = 1 - exponent;
        return (StrictMath.pow(rank + 1.0, e) - 1) / e;
    }

    /** Vose's way: a slot that its own bin does not fill is filled up by a bin that has more than a slot. */
    private static long[] slots(int count, double[] shares) {
        double[] left = new double[count];
        int[] poor = new int[count];
        int[] rich = new int[count];
        int poorCount = 0;
        int richCount = 0;
        for (int i = 0; i < count; i++) {
            left[i] = i < shares.length ? shares[i] * count : 0;
            if (left[i] < 1) {
                poor[poorCount++] = i;
            } else {
                rich[richCount++] = i;
            }
        }
        long[] slots = new long[count];
        while (poorCount > 0 && richCount > 0) {
            int slot = poor[--poorCount];
            int giver = rich[richCount - 1];
            slots[slot] = slot(left[slot], giver);
            left[giver] -= 1 - left[slot];
            if (left[giver] < 1) {
                richCount--;
                poor[poorCount++] = giver;
            }
        }
        // Whoever is left lacks nothing but by rounding, so a slot without a bin, which lacks all, is never left.
        while (richCount > 0) {
            int slot = rich[--richCount];
            slots[slot] = slot(1, slot);
        }
        while (poorCount > 0) {
            int slot = poor[--poorCount];
            slots[slot] = slot(1, slot);
        }
        return slots;
    }

    private static long slot(double share, int other) {
        return Math.round(share * SHARE_ALL) << 32 | other;
    }

    /** The rank that 64 random bits stand for; 0 is the most frequent. */
    int rank(long bits) {
        int slot = (int) (bits >>> slotShift);
        long entry = slots[slot];
        int share = (int) (bits >>> RANK_BITS) & (SHARE_ALL - 1);
        long bin = bins[share < (int) (entry >>> 32) ? slot : (int) entry];
        long place = ((bin & 0xFFFF_FFFFL) * (bits & RANK_MASK)) >>> RANK_BITS;
        return (int) ((bin >>> 32) + place);
    }

    /** The feature of a rank. */
    int id(int rank) {
        long scattered = rank * SCATTER + firstId;
        // Exact or one too small, because the reciprocal is rounded down by less than one.
        long quotient = Math.multiplyHigh(scattered << 1, reciprocal);
        int rest = (int) (scattered - quotient * size);
        return start + (rest >= size ? rest - size : rest);
    }

    int start() {
        return start;
    }

    int size() {
        return size;
    }
}
