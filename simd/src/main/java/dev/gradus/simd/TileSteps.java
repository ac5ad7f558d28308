package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The transformations of a line of a tile, for a register of channels at each place.
 *
 * <p>A <em>piece</em> of m outputs of a convolution by 3 weights comes from m + 2 values. Weights, values and outputs
 * are seen as polynomials, and known by their values at m + 2 <em>points</em>: 0, 1, -1, infinity and 1/2 for m = 3,
 * and -2 as well for m = 4. There a convolution is a product, point by point. Value and output are brought there and
 * back by {@code values} and {@code outputs}, and slopes by the transposed {@code outputSlopes} and
 * {@code valueSlopes}. All factors are exact in a float but those of the weights ({@link WeightPoints}), which carry
 * the divisors. With these points results err less than half as much as with 2 in place of 1/2 (decision 41).
 *
 * <p>Each method reads at {@code s[at + i * step]} and writes to {@code d[to + i * dStep]}.
 */
final class TileSteps {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;

    private TileSteps() {}

    /** Six values to six points. */
    static void values4(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector x1 = FloatVector.fromArray(S, s, at + step);
        FloatVector x2 = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector x3 = FloatVector.fromArray(S, s, at + 3 * step);
        FloatVector x4 = FloatVector.fromArray(S, s, at + 4 * step);
        FloatVector u = x1.sub(x3);
        FloatVector v = x2.sub(x4);
        FloatVector two = FloatVector.broadcast(S, 2f);
        FloatVector half3 = FloatVector.broadcast(S, 1.5f);
        FloatVector x0 = FloatVector.fromArray(S, s, at);
        x0.sub(v).sub(x2).sub(u.mul(half3)).intoArray(d, to);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        FloatVector half5 = FloatVector.broadcast(S, 2.5f);
        x3.fma(half5, x2.fma(half, x4.sub(x1))).intoArray(d, to + dStep);
        x2.mul(half5).sub(x3.fma(half, x1.add(x4))).intoArray(d, to + 2 * dStep);
        FloatVector x5 = FloatVector.fromArray(S, s, at + 5 * step);
        x5.add(u).sub(x3).sub(v.mul(half3)).intoArray(d, to + 3 * dStep);
        u.fma(two, v).intoArray(d, to + 4 * dStep);
        u.sub(v.mul(two)).intoArray(d, to + 5 * dStep);
    }

    /** Five values to five points. */
    static void values3(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector x1 = FloatVector.fromArray(S, s, at + step);
        FloatVector x2 = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector x3 = FloatVector.fromArray(S, s, at + 3 * step);
        FloatVector u = x1.sub(x3);
        FloatVector two = FloatVector.broadcast(S, 2f);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        FloatVector half3 = FloatVector.broadcast(S, 1.5f);
        FloatVector.fromArray(S, s, at).sub(x2).sub(u.mul(two)).intoArray(d, to);
        x2.sub(x1).fma(half3, x3.mul(3f)).intoArray(d, to + dStep);
        x2.mul(half3).sub(x1.fma(half, x3)).intoArray(d, to + 2 * dStep);
        FloatVector x4 = FloatVector.fromArray(S, s, at + 4 * step);
        u.fma(half, x4.sub(x2)).intoArray(d, to + 3 * dStep);
        u.mul(2.5f).intoArray(d, to + 4 * dStep);
    }

    /** Six points to four outputs. */
    static void outputs4(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector one = FloatVector.fromArray(S, s, at + step);
        FloatVector minus = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector even = one.add(minus);
        FloatVector odd = one.sub(minus);
        FloatVector h = FloatVector.fromArray(S, s, at + 4 * step);
        FloatVector m = FloatVector.fromArray(S, s, at + 5 * step);
        FloatVector.fromArray(S, s, at).add(even).add(h).add(m).intoArray(d, to);
        h.fma(FloatVector.broadcast(S, 0.5f), odd).sub(m.add(m)).intoArray(d, to + dStep);
        FloatVector four = FloatVector.broadcast(S, 4f);
        h.fma(FloatVector.broadcast(S, 0.25f), m.fma(four, even)).intoArray(d, to + 2 * dStep);
        FloatVector far = FloatVector.fromArray(S, s, at + 3 * step).add(odd);
        FloatVector eighth = h.fma(FloatVector.broadcast(S, 0.125f), far);
        m.fma(FloatVector.broadcast(S, -8f), eighth).intoArray(d, to + 3 * dStep);
    }

    /** Five points to three outputs. */
    static void outputs3(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector one = FloatVector.fromArray(S, s, at + step);
        FloatVector minus = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector even = one.add(minus);
        FloatVector h = FloatVector.fromArray(S, s, at + 4 * step);
        FloatVector.fromArray(S, s, at).add(even).add(h).intoArray(d, to);
        h.fma(FloatVector.broadcast(S, 0.5f), one.sub(minus)).intoArray(d, to + dStep);
        FloatVector far = FloatVector.fromArray(S, s, at + 3 * step).add(even);
        h.fma(FloatVector.broadcast(S, 0.25f), far).intoArray(d, to + 2 * dStep);
    }

    /** Slopes by four outputs to six points: {@link #outputs4} transposed. */
    static void outputSlopes4(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector y0 = FloatVector.fromArray(S, s, at);
        FloatVector y1 = FloatVector.fromArray(S, s, at + step);
        FloatVector y2 = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector y3 = FloatVector.fromArray(S, s, at + 3 * step);
        y0.intoArray(d, to);
        FloatVector even = y0.add(y2);
        FloatVector odd = y1.add(y3);
        even.add(odd).intoArray(d, to + dStep);
        even.sub(odd).intoArray(d, to + 2 * dStep);
        y3.intoArray(d, to + 3 * dStep);
        FloatVector quarter = FloatVector.broadcast(S, 0.25f);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        y3.fma(quarter, y1).fma(half, y2.fma(quarter, y0)).intoArray(d, to + 4 * dStep);
        FloatVector four = FloatVector.broadcast(S, 4f);
        y3.fma(four, y1).fma(FloatVector.broadcast(S, -2f), y2.fma(four, y0)).intoArray(d, to + 5 * dStep);
    }

    /** Slopes by three outputs to five points: {@link #outputs3} transposed. */
    static void outputSlopes3(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector y0 = FloatVector.fromArray(S, s, at);
        FloatVector y1 = FloatVector.fromArray(S, s, at + step);
        FloatVector y2 = FloatVector.fromArray(S, s, at + 2 * step);
        y0.intoArray(d, to);
        FloatVector even = y0.add(y2);
        even.add(y1).intoArray(d, to + dStep);
        even.sub(y1).intoArray(d, to + 2 * dStep);
        y2.intoArray(d, to + 3 * dStep);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        y2.fma(half, y1).fma(half, y0).intoArray(d, to + 4 * dStep);
    }

    /** Slopes at six points to those by six values: {@link #values4} transposed. */
    static void valueSlopes4(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector zero = FloatVector.fromArray(S, s, at);
        FloatVector one = FloatVector.fromArray(S, s, at + step);
        FloatVector minus = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector far = FloatVector.fromArray(S, s, at + 3 * step);
        FloatVector h = FloatVector.fromArray(S, s, at + 4 * step);
        FloatVector m = FloatVector.fromArray(S, s, at + 5 * step);
        zero.intoArray(d, to);
        far.intoArray(d, to + 5 * dStep);
        FloatVector two = FloatVector.broadcast(S, 2f);
        FloatVector half3 = FloatVector.broadcast(S, 1.5f);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        FloatVector half5 = FloatVector.broadcast(S, 2.5f);
        // What x1 - x3 and x2 - x4 went into.
        FloatVector u = h.fma(two, m).sub(zero.mul(half3)).add(far);
        FloatVector v = h.sub(m.mul(two)).sub(far.mul(half3)).sub(zero);
        u.sub(one).sub(minus).intoArray(d, to + dStep);
        v.sub(zero).add(minus.fma(half5, one.mul(half))).intoArray(d, to + 2 * dStep);
        one.mul(half5).sub(minus.mul(half)).sub(u).sub(far).intoArray(d, to + 3 * dStep);
        one.sub(minus).sub(v).intoArray(d, to + 4 * dStep);
    }
    /** What {@link #valueSlopes4} writes, added to what is there: neighbouring tiles share values. */
    static void addValueSlopes4(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector zero = FloatVector.fromArray(S, s, at);
        FloatVector one = FloatVector.fromArray(S, s, at + step);
        FloatVector minus = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector far = FloatVector.fromArray(S, s, at + 3 * step);
        FloatVector h = FloatVector.fromArray(S, s, at + 4 * step);
        FloatVector m = FloatVector.fromArray(S, s, at + 5 * step);
        zero.add(FloatVector.fromArray(S, d, to)).intoArray(d, to);
        far.add(FloatVector.fromArray(S, d, to + 5 * dStep)).intoArray(d, to + 5 * dStep);
        FloatVector two = FloatVector.broadcast(S, 2f);
        FloatVector half3 = FloatVector.broadcast(S, 1.5f);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        FloatVector half5 = FloatVector.broadcast(S, 2.5f);
        // What x1 - x3 and x2 - x4 went into.
        FloatVector u = h.fma(two, m).sub(zero.mul(half3)).add(far);
        FloatVector v = h.sub(m.mul(two)).sub(far.mul(half3)).sub(zero);
        u.sub(one).sub(minus).add(FloatVector.fromArray(S, d, to + dStep)).intoArray(d, to + dStep);
        v.sub(zero)
                .add(minus.fma(half5, one.mul(half)))
                .add(FloatVector.fromArray(S, d, to + 2 * dStep))
                .intoArray(d, to + 2 * dStep);
        one.mul(half5)
                .sub(minus.mul(half))
                .sub(u)
                .sub(far)
                .add(FloatVector.fromArray(S, d, to + 3 * dStep))
                .intoArray(d, to + 3 * dStep);
        one.sub(minus).sub(v).add(FloatVector.fromArray(S, d, to + 4 * dStep)).intoArray(d, to + 4 * dStep);
    }

    /** Slopes at five points to those by five values: {@link #values3} transposed. */
    static void valueSlopes3(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector zero = FloatVector.fromArray(S, s, at);
        FloatVector one = FloatVector.fromArray(S, s, at + step);
        FloatVector minus = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector far = FloatVector.fromArray(S, s, at + 3 * step);
        FloatVector h = FloatVector.fromArray(S, s, at + 4 * step);
        zero.intoArray(d, to);
        far.intoArray(d, to + 4 * dStep);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        FloatVector half3 = FloatVector.broadcast(S, 1.5f);
        // What x1 - x3 went into.
        FloatVector u = h.fma(FloatVector.broadcast(S, 2.5f), far.mul(half)).sub(zero.add(zero));
        u.sub(one.fma(half3, minus.mul(half))).intoArray(d, to + dStep);
        one.add(minus).mul(half3).sub(zero).sub(far).intoArray(d, to + 2 * dStep);
        one.mul(3f).sub(minus).sub(u).intoArray(d, to + 3 * dStep);
    }
    /** What {@link #valueSlopes3} writes, added to what is there: neighbouring tiles share values. */
    static void addValueSlopes3(float[] s, int at, int step, float[] d, int to, int dStep) {
        FloatVector zero = FloatVector.fromArray(S, s, at);
        FloatVector one = FloatVector.fromArray(S, s, at + step);
        FloatVector minus = FloatVector.fromArray(S, s, at + 2 * step);
        FloatVector far = FloatVector.fromArray(S, s, at + 3 * step);
        FloatVector h = FloatVector.fromArray(S, s, at + 4 * step);
        zero.add(FloatVector.fromArray(S, d, to)).intoArray(d, to);
        far.add(FloatVector.fromArray(S, d, to + 4 * dStep)).intoArray(d, to + 4 * dStep);
        FloatVector half = FloatVector.broadcast(S, 0.5f);
        FloatVector half3 = FloatVector.broadcast(S, 1.5f);
        // What x1 - x3 went into.
        FloatVector u = h.fma(FloatVector.broadcast(S, 2.5f), far.mul(half)).sub(zero.add(zero));
        u.sub(one.fma(half3, minus.mul(half)))
                .add(FloatVector.fromArray(S, d, to + dStep))
                .intoArray(d, to + dStep);
        one.add(minus)
                .mul(half3)
                .sub(zero)
                .sub(far)
                .add(FloatVector.fromArray(S, d, to + 2 * dStep))
                .intoArray(d, to + 2 * dStep);
        one.mul(3f)
                .sub(minus)
                .sub(u)
                .add(FloatVector.fromArray(S, d, to + 3 * dStep))
                .intoArray(d, to + 3 * dStep);
    }

    /** Adds a bias to each register, and makes 0 of what is below it if {@code relu}. */
    static void finish(float[] d, float[] bias, int at, boolean relu) {
        FloatVector b = FloatVector.fromArray(S, bias, at);
        FloatVector least = FloatVector.broadcast(S, relu ? 0 : Float.NEGATIVE_INFINITY);
        for (int i = 0; i < d.length; i += Lanes.COUNT) {
            FloatVector.fromArray(S, d, i).add(b).max(least).intoArray(d, i);
        }
    }

    /** Adds so many rows, each as long as {@code sums}, first to each other and then to {@code sums}. */
    static void sumRows(float[] s, int at, int rows, float[] sums) {
        for (int k = 0; k < sums.length; k += Lanes.COUNT) {
            FloatVector sum = FloatVector.zero(S);
            for (int row = 0; row < rows; row++) {
                sum = sum.add(FloatVector.fromArray(S, s, at + row * sums.length + k));
            }
            sum.add(FloatVector.fromArray(S, sums, k)).intoArray(sums, k);
        }
    }
}
