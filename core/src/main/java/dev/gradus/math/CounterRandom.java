package dev.gradus.math;

/**
 * Random numbers by counter: each is a function of a key and an index, never of the numbers drawn before. So any rank,
 * on any machine, draws the same number for the same purpose. Exact integer arithmetic only.
 */
public final class CounterRandom {

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** Standard deviation of the sum of four numbers of 16 bits. */
    private static final double FOUR_SUM_DEVIATION = Math.sqrt(4 * (65536.0 * 65536.0 - 1) / 12);

    private CounterRandom() {}

    /** A key for one purpose: a seed mixed with what tells this use of it from others. */
    public static long key(long seed, long... purpose) {
        long key = mix(seed + GOLDEN);
        for (long part : purpose) {
            key = mix(key + GOLDEN * (2 * part + 1));
        }
        return key;
    }

    /** 64 random bits. */
    public static long bits(long key, long index) {
        return mix(key + GOLDEN * (index + 1));
    }

    /** A number in [0, 1) with 53 random bits. */
    public static double uniform(long key, long index) {
        return (bits(key, index) >>> 11) * 0x1.0p-53;
    }

    /** A whole number in [0, bound), without noticeable bias. */
    public static int below(int bound, long key, long index) {
        return (int) Math.multiplyHigh(bits(key, index) >>> 1, 2L * bound);
    }

    /**
     * A number of mean 0 and deviation 1 that is nearly normal: the sum of four uniform ones, at most 3.5 from the
     * mean. Unlike a true normal one it needs no logarithm, whose last bit differs between machines.
     */
    public static float nearlyNormal(long key, long index) {
        long bits = bits(key, index);
        long sum = (bits & 0xFFFF) + (bits >>> 16 & 0xFFFF) + (bits >>> 32 & 0xFFFF) + (bits >>> 48);
        return (float) ((sum - 2 * 65535) / FOUR_SUM_DEVIATION);
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
