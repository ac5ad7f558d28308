package dev.gradus.math;

import java.util.Arrays;

/**
 * Finds the largest numbers of an array by magnitude, exactly and in time proportional to its length.
 *
 * <p>The bits of magnitudes are ordered like the magnitudes. Three passes, over 11, 10 and 10 bits, each count the
 * numbers that agree with the threshold so far by their next bits, and so fix those bits of the threshold. NaN counts
 * as larger than infinity, so it is never hidden. Has working memory, so it is used by one thread.
 */
public final class Largest {

    private static final int[] SHIFTS = {20, 10, 0};
    private static final int BINS = 1 << 11;
    private static final int LATER_BINS = 1 << 10;

    private final int[] counts = new int[BINS];

    /** Where the {@code count} largest end: all above the bits are among them, and so many that equal them. */
    public record Threshold(int bits, int equals) {}

    /** The threshold of the {@code count} largest of {@code x[from..to)}; {@code count} must not be 0. */
    public Threshold threshold(float[] x, int from, int to, int count) {
        if (count < 1 || count > to - from) {
            throw new IllegalArgumentException("cannot take so many: count=" + count + ", length=" + (to - from));
        }
        int bits = 0;
        int left = count;
        for (int pass = 0; pass < SHIFTS.length; pass++) {
            int shift = SHIFTS[pass];
            int bins = pass == 0 ? BINS : LATER_BINS;
            Arrays.fill(counts, 0);
            count(x, from, to, bits, shift, bins);
            int bin = bins - 1;
            while (counts[bin] < left) {
                left -= counts[bin--];
            }
            bits |= bin << shift;
        }
        return new Threshold(bits, left);
    }

    /** Counts, by the {@code bins} values of the bits from {@code shift} on, the numbers whose higher bits match. */
    private void count(float[] x, int from, int to, int bits, int shift, int bins) {
        int higher = bins == BINS ? Integer.SIZE - 1 : shift + 10;
        int wanted = bits >>> higher;
        for (int i = from; i < to; i++) {
            int magnitude = Float.floatToRawIntBits(x[i]) & Integer.MAX_VALUE;
            if (magnitude >>> higher == wanted) {
                counts[(magnitude >>> shift) & (bins - 1)]++;
            }
        }
    }
}
