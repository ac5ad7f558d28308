package dev.gradus.math;

/**
 * A 64-bit hash of floats by their bits, to compare parameters of different runs, ranks and machines. It tells an
 * accident, not an attack.
 *
 * <p>Four lanes take every fourth value each; a value is mixed into its lane by xor, rotation and an odd product, all
 * of which can be undone, so a change of one value always changes the hash of its lane. The lanes and the length are
 * then mixed the same way. Integer arithmetic only, so every machine gets the same.
 */
public final class ParametersHash {

    private static final long ODD = 0x9E3779B97F4A7C15L;

    private ParametersHash() {}

    /** The hash as 16 hexadecimal digits. */
    public static String of(float[] values) {
        return of(values, 0, values.length);
    }

    /** The hash of a range as 16 hexadecimal digits; where the range starts does not matter. */
    public static String of(float[] values, int from, int to) {
        return String.format("%016x", bits(values, from, to));
    }

    /** The hash of a range. */
    public static long bits(float[] values, int from, int to) {
        long a = 1;
        long b = 2;
        long c = 3;
        long d = 4;
        int i = from;
        for (; i <= to - 4; i += 4) {
            a = mix(a, Float.floatToRawIntBits(values[i]));
            b = mix(b, Float.floatToRawIntBits(values[i + 1]));
            c = mix(c, Float.floatToRawIntBits(values[i + 2]));
            d = mix(d, Float.floatToRawIntBits(values[i + 3]));
        }
        for (; i < to; i++) {
            a = mix(a, Float.floatToRawIntBits(values[i]));
        }
        long hash = mix(mix(mix(mix(to - from, a), b), c), d);
        // Products carry bits upwards only: two more rounds bring those of the last lane down again.
        hash = mix(hash, hash >>> 32);
        return mix(hash, hash >>> 32);
    }

    /** Can be undone for either argument when the other is known. */
    static long mix(long hash, long value) {
        return Long.rotateLeft((hash ^ value) * ODD, 29);
    }
}
