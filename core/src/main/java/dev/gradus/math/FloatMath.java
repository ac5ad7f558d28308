package dev.gradus.math;

/** Plain loops over ranges of flat arrays. */
public final class FloatMath {

    private FloatMath() {}

    /** {@code y[yAt + i] += x[xAt + i]} for {@code length} values of {@code i}. */
    public static void addInto(float[] y, int yAt, float[] x, int xAt, int length) {
        for (int i = 0; i < length; i++) {
            y[yAt + i] += x[xAt + i];
        }
    }

    /** {@code y[from..to) *= factor}. */
    public static void scale(float[] y, int from, int to, float factor) {
        for (int i = from; i < to; i++) {
            y[i] *= factor;
        }
    }

    /** Whether none of the values is infinite or NaN. */
    public static boolean allFinite(float[] x) {
        for (float value : x) {
            if (!Float.isFinite(value)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Adds the first {@code length} floats of all terms into the first, pairwise: neighbours first, then neighbours of
     * those sums, and so on. The other terms are overwritten. A fixed order, and a more exact one than adding in a row.
     */
    public static void treeSum(float[][] terms, int length) {
        for (int stride = 1; stride < terms.length; stride *= 2) {
            for (int i = 0; i + stride < terms.length; i += 2 * stride) {
                addInto(terms[i], 0, terms[i + stride], 0, length);
            }
        }
    }
}
