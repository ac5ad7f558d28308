package dev.gradus.simd;

import dev.gradus.simd.WordProducts.Matrix;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Sums of few long rows out of many, four registers at a time, so that each row's loads follow each other. */
final class RowMixtures {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;
    private static final int WIDE = 4 * L;

    private RowMixtures() {}

    /** Rows {@code numbers[from]} to {@code numbers[to]} of a matrix, and how many columns of them. */
    record Choice(int[] numbers, int from, int to, int columns) {}

    /** {@code z[i] = base + share * sum of the chosen rows}; returns the highest number of it. */
    static float mix(Matrix z, int i, Matrix base, float share, Matrix rows, Choice choice) {
        float[] to = z.values();
        float[] x = rows.values();
        float[] bases = base.values();
        int at = z.at(i);
        int baseAt = base.from();
        FloatVector factor = FloatVector.broadcast(S, share);
        FloatVector highest = FloatVector.broadcast(S, -Float.MAX_VALUE);
        int k = 0;
        for (; k + WIDE <= choice.columns; k += WIDE) {
            FloatVector a = FloatVector.zero(S);
            FloatVector b = a, c = a, d = a;
            for (int n = choice.from; n < choice.to; n++) {
                int p = rows.at(choice.numbers[n]) + k;
                a = a.add(FloatVector.fromArray(S, x, p));
                b = b.add(FloatVector.fromArray(S, x, p + L));
                c = c.add(FloatVector.fromArray(S, x, p + 2 * L));
                d = d.add(FloatVector.fromArray(S, x, p + 3 * L));
            }
            a = a.fma(factor, FloatVector.fromArray(S, bases, baseAt + k));
            b = b.fma(factor, FloatVector.fromArray(S, bases, baseAt + k + L));
            c = c.fma(factor, FloatVector.fromArray(S, bases, baseAt + k + 2 * L));
            d = d.fma(factor, FloatVector.fromArray(S, bases, baseAt + k + 3 * L));
            a.intoArray(to, at + k);
            b.intoArray(to, at + k + L);
            c.intoArray(to, at + k + 2 * L);
            d.intoArray(to, at + k + 3 * L);
            highest = highest.max(a.max(b)).max(c.max(d));
        }
        for (; k < choice.columns; k += L) {
            FloatVector a = FloatVector.zero(S);
            for (int n = choice.from; n < choice.to; n++) {
                a = a.add(FloatVector.fromArray(S, x, rows.at(choice.numbers[n]) + k));
            }
            a = a.fma(factor, FloatVector.fromArray(S, bases, baseAt + k));
            a.intoArray(to, at + k);
            highest = highest.max(a);
        }
        return highest.reduceLanes(VectorOperators.MAX);
    }

    /** {@code z[i] = sum of factors[n] x[n]} over the chosen rows n. */
    static void weigh(Matrix z, int i, float[] factors, Matrix rows, Choice choice) {
        float[] to = z.values();
        float[] x = rows.values();
        int at = z.at(i);
        int k = 0;
        for (; k + WIDE <= choice.columns; k += WIDE) {
            FloatVector a = FloatVector.zero(S);
            FloatVector b = a, c = a, d = a;
            for (int n = choice.from; n < choice.to; n++) {
                int row = choice.numbers[n];
                int p = rows.at(row) + k;
                FloatVector factor = FloatVector.broadcast(S, factors[row]);
                a = FloatVector.fromArray(S, x, p).fma(factor, a);
                b = FloatVector.fromArray(S, x, p + L).fma(factor, b);
                c = FloatVector.fromArray(S, x, p + 2 * L).fma(factor, c);
                d = FloatVector.fromArray(S, x, p + 3 * L).fma(factor, d);
            }
            a.intoArray(to, at + k);
            b.intoArray(to, at + k + L);
            c.intoArray(to, at + k + 2 * L);
            d.intoArray(to, at + k + 3 * L);
        }
        for (; k < choice.columns; k += L) {
            FloatVector a = FloatVector.zero(S);
            for (int n = choice.from; n < choice.to; n++) {
                int row = choice.numbers[n];
                FloatVector factor = FloatVector.broadcast(S, factors[row]);
                a = FloatVector.fromArray(S, x, rows.at(row) + k).fma(factor, a);
            }
            a.intoArray(to, at + k);
        }
    }
}
