package dev.gradus.optim;

/**
 * Keeps a mean gradient from being too long. The norm is taken over the whole gradient, in double precision and in an
 * order that depends on its length alone: neither ranks nor buckets change a bit of it.
 */
public final class Clipping {

    /** Sums at a time: one alone would make every addition wait for the one before. */
    private static final int LANES = 8;

    private Clipping() {}

    /**
     * Scales the first {@code parameters} values so that their norm is {@code limit} at most, and returns the norm
     * before. A gradient that is not finite is left alone, for the loss to show it.
     */
    public static double clip(float[] gradient, int parameters, double limit) {
        if (!(limit > 0)) {
            throw new IllegalArgumentException("no norm to clip to: limit=" + limit);
        }
        double norm = norm(gradient, parameters);
        if (norm > limit && norm < Double.POSITIVE_INFINITY) {
            float scale = (float) (limit / norm);
            for (int i = 0; i < parameters; i++) {
                gradient[i] *= scale;
            }
        }
        return norm;
    }

    /** Root of the sum of squares of the first {@code parameters} values. */
    public static double norm(float[] gradient, int parameters) {
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        double s4 = 0;
        double s5 = 0;
        double s6 = 0;
        double s7 = 0;
        int whole = parameters - parameters % LANES;
        for (int i = 0; i < whole; i += LANES) {
            s0 += square(gradient[i]);
            s1 += square(gradient[i + 1]);
            s2 += square(gradient[i + 2]);
            s3 += square(gradient[i + 3]);
            s4 += square(gradient[i + 4]);
            s5 += square(gradient[i + 5]);
            s6 += square(gradient[i + 6]);
            s7 += square(gradient[i + 7]);
        }
        double sum = ((s0 + s1) + (s2 + s3)) + ((s4 + s5) + (s6 + s7));
        for (int i = whole; i < parameters; i++) {
            sum += square(gradient[i]);
        }
        return Math.sqrt(sum);
    }

    private static double square(double value) {
        return value * value;
    }
}
