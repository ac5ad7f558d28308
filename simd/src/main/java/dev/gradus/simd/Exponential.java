package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * exp(-x) for x of 0 and more.
 *
 * <p>With n = -round(x / ln 2) and f = x + n ln 2 it is 2^n p(f), where p is a polynomial that was fitted to exp(-f)
 * over |f| <= ln 2 / 2; its relative error is below 4e-9, so only rounding is left.
 *
 * <p>Not {@code VectorOperators.EXP}: JDK 17 computes that with one function before the JIT has compiled a loop and
 * with another afterwards, so two ranks would disagree in the last bit. Sums, products and shifts are exact in both.
 */
final class Exponential {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;

    /** exp(-80) is 1.8e-35: it vanishes beside 1, and its 2^n is still a normal number. */
    private static final int CAP_BITS = Float.floatToRawIntBits(80f);

    /** Adding it leaves a number, rounded to a whole one, in the low bits. */
    private static final float ROUND = 0x1.8p23f;

    private static final float MINUS_LOG2_E = -1.442695041f;

    /** ln 2 in two parts, the first with few bits, so that its products with n are exact. */
    private static final float LN2_HIGH = 0.693359375f;

    private static final float LN2_LOW = -2.12194440e-4f;

    private static final float P2 = 0.49999988f;
    private static final float P3 = -0.16666518f;
    private static final float P4 = 0.041669548f;
    private static final float P5 = -0.008369003f;
    private static final float P6 = 0.0013751091f;

    /** Where the exponent of a float begins. */
    private static final int EXPONENT = 23;

    private Exponential() {}

    /** Replaces each x by exp(-x), for whole groups of numbers of 0 and more. Beyond 80 it is exp(-80), NaN too. */
    static void replace(float[] x, int from, int to) {
        for (int i = from; i < to; i += S.length()) {
            // As bits, because a minimum of floats must look for NaN and -0.
            FloatVector capped = FloatVector.fromArray(S, x, i)
                    .reinterpretAsInts()
                    .min(CAP_BITS)
                    .reinterpretAsFloats();
            FloatVector rounded = capped.fma(MINUS_LOG2_E, ROUND);
            FloatVector n = rounded.sub(ROUND);
            FloatVector f = n.fma(FloatVector.broadcast(S, LN2_HIGH), capped);
            f = n.fma(FloatVector.broadcast(S, LN2_LOW), f);
            FloatVector p = f.fma(P6, P5).fma(f, FloatVector.broadcast(S, P4));
            p = p.fma(f, FloatVector.broadcast(S, P3)).fma(f, FloatVector.broadcast(S, P2));
            p = p.fma(f, FloatVector.broadcast(S, -1)).fma(f, FloatVector.broadcast(S, 1));
            IntVector exponent = rounded.reinterpretAsInts().lanewise(VectorOperators.LSHL, EXPONENT);
            p.reinterpretAsInts().add(exponent).reinterpretAsFloats().intoArray(x, i);
        }
    }

    /** Replaces each x by exp(x - highest), where highest is none below any x, and returns the sum of them. */
    static float replaceBelow(float highest, float[] x, int from, int to) {
        FloatVector most = FloatVector.broadcast(S, highest);
        FloatVector sum = FloatVector.zero(S);
        for (int i = from; i < to; i += S.length()) {
            FloatVector capped = most.sub(FloatVector.fromArray(S, x, i))
                    .reinterpretAsInts()
                    .min(CAP_BITS)
                    .reinterpretAsFloats();
            FloatVector rounded = capped.fma(MINUS_LOG2_E, ROUND);
            FloatVector n = rounded.sub(ROUND);
            FloatVector f = n.fma(FloatVector.broadcast(S, LN2_HIGH), capped);
            f = n.fma(FloatVector.broadcast(S, LN2_LOW), f);
            FloatVector p = f.fma(P6, P5).fma(f, FloatVector.broadcast(S, P4));
            p = p.fma(f, FloatVector.broadcast(S, P3)).fma(f, FloatVector.broadcast(S, P2));
            p = p.fma(f, FloatVector.broadcast(S, -1)).fma(f, FloatVector.broadcast(S, 1));
            IntVector exponent = rounded.reinterpretAsInts().lanewise(VectorOperators.LSHL, EXPONENT);
            FloatVector e = p.reinterpretAsInts().add(exponent).reinterpretAsFloats();
            e.intoArray(x, i);
            sum = sum.add(e);
        }
        return sum.reduceLanes(VectorOperators.ADD);
    }
}
