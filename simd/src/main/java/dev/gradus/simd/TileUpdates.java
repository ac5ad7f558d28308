package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Both updates of a tile of word2vec in one pass: for each register of a block of eight columns, which stays in sixteen
 * registers (as it was, and as it will be), every predicting vector gives and takes.
 */
final class TileUpdates {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;
    private static final int C = TileProducts.C;

    /** What vectors give (their values before) and where they take. The same array unless a second block follows. */
    record Vectors(float[] before, int[] at, float[] now, int pairs) {}

    /** The array that each column lies in, and where. */
    record Columns(float[][] homes, int[] at) {}

    /** Errors of pairs of vectors and the columns of a block. */
    record Errors(float[] values, int at, int stride) {}

    private TileUpdates() {}

    /**
     * Updates the vectors, of {@code stride} floats, and the eight columns from {@code first} on. The errors of a pair
     * of vectors, eight each, begin at {@code errors.at} and lie {@code errors.stride} behind those of the pair before.
     */
    static void update(Vectors vectors, int stride, Columns columns, int first, Errors errors) {
        float[] g16 = errors.values, before = vectors.before, now = vectors.now;
        float[][] y = columns.homes;
        float[] y0 = y[first], y1 = y[first + 1], y2 = y[first + 2], y3 = y[first + 3];
        float[] y4 = y[first + 4], y5 = y[first + 5], y6 = y[first + 6], y7 = y[first + 7];
        int[] at = columns.at, rowAt = vectors.at;
        int q0 = at[first], q1 = at[first + 1], q2 = at[first + 2], q3 = at[first + 3];
        int q4 = at[first + 4], q5 = at[first + 5], q6 = at[first + 6], q7 = at[first + 7];
        int count = 2 * vectors.pairs, errorsAt = errors.at, step = errors.stride;
        for (int k = 0; k < stride; k += L) {
            FloatVector c0 = FloatVector.fromArray(S, y0, q0 + k), c1 = FloatVector.fromArray(S, y1, q1 + k);
            FloatVector c2 = FloatVector.fromArray(S, y2, q2 + k), c3 = FloatVector.fromArray(S, y3, q3 + k);
            FloatVector c4 = FloatVector.fromArray(S, y4, q4 + k), c5 = FloatVector.fromArray(S, y5, q5 + k);
            FloatVector c6 = FloatVector.fromArray(S, y6, q6 + k), c7 = FloatVector.fromArray(S, y7, q7 + k);
            FloatVector d0 = c0, d1 = c1, d2 = c2, d3 = c3, d4 = c4, d5 = c5, d6 = c6, d7 = c7;
            for (int row = 0; row < count; row++) {
                int q = rowAt[row] + k;
                int e = errorsAt + (row >> 1) * step + (row & 1) * C;
                FloatVector x = FloatVector.fromArray(S, before, q);
                FloatVector even = FloatVector.fromArray(S, now, q);
                FloatVector g = FloatVector.broadcast(S, g16[e]);
                even = c0.fma(g, even);
                d0 = x.fma(g, d0);
                g = FloatVector.broadcast(S, g16[e + 1]);
                FloatVector odd = c1.mul(g);
                d1 = x.fma(g, d1);
                g = FloatVector.broadcast(S, g16[e + 2]);
                even = c2.fma(g, even);
                d2 = x.fma(g, d2);
                g = FloatVector.broadcast(S, g16[e + 3]);
                odd = c3.fma(g, odd);
                d3 = x.fma(g, d3);
                g = FloatVector.broadcast(S, g16[e + 4]);
                even = c4.fma(g, even);
                d4 = x.fma(g, d4);
                g = FloatVector.broadcast(S, g16[e + 5]);
                odd = c5.fma(g, odd);
                d5 = x.fma(g, d5);
                g = FloatVector.broadcast(S, g16[e + 6]);
                even = c6.fma(g, even);
                d6 = x.fma(g, d6);
                g = FloatVector.broadcast(S, g16[e + 7]);
                odd = c7.fma(g, odd);
                d7 = x.fma(g, d7);
                even.add(odd).intoArray(now, q);
            }
            d0.intoArray(y0, q0 + k);
            d1.intoArray(y1, q1 + k);
            d2.intoArray(y2, q2 + k);
            d3.intoArray(y3, q3 + k);
            d4.intoArray(y4, q4 + k);
            d5.intoArray(y5, q5 + k);
            d6.intoArray(y6, q6 + k);
            d7.intoArray(y7, q7 + k);
        }
    }
}
