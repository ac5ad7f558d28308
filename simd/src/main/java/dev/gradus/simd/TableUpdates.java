package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Both updates of a tile of word2vec in one pass: for each register of a block of eight columns, which stays in sixteen
 * registers (as it was, and as it will be), every predicting vector gives and takes.
 *
 * <p>A block that another follows must not change the vectors, which the other is to be given as they were, so the sums
 * of what vectors take go elsewhere until the last block. A block may have columns twice, with errors of 0 for all but
 * the first of them: it is the first that is written last.
 */
final class TableUpdates {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;
    private static final int C = TableProducts.C;

    /** What vectors give, where their sums come from, and where they go to. {@code at} holds for all three. */
    record Vectors(float[] given, float[] from, float[] to, int[] at, int count) {}

    /**
     * Errors of pairs of vectors and the columns of a block: those of a pair, eight each, begin at {@code at} and lie
     * {@code stride} behind those of the pair before.
     */
    record Errors(float[] values, int at, int stride) {}

    private TableUpdates() {}

    /** Updates the vectors, of {@code stride} floats, and the eight columns from {@code first} on. */
    static void update(Vectors vectors, int stride, TableProducts.Columns columns, int first, Errors errors) {
        float[] table = columns.table(), given = vectors.given, from = vectors.from, to = vectors.to;
        float[] g16 = errors.values();
        int[] at = columns.at(), rowAt = vectors.at;
        int count = vectors.count, errorsAt = errors.at(), step = errors.stride();
        int q0 = at[first], q1 = at[first + 1], q2 = at[first + 2], q3 = at[first + 3];
        int q4 = at[first + 4], q5 = at[first + 5], q6 = at[first + 6], q7 = at[first + 7];
        for (int k = 0; k < stride; k += L) {
            FloatVector c0 = FloatVector.fromArray(S, table, q0 + k);
            FloatVector c1 = FloatVector.fromArray(S, table, q1 + k);
            FloatVector c2 = FloatVector.fromArray(S, table, q2 + k);
            FloatVector c3 = FloatVector.fromArray(S, table, q3 + k);
            FloatVector c4 = FloatVector.fromArray(S, table, q4 + k);
            FloatVector c5 = FloatVector.fromArray(S, table, q5 + k);
            FloatVector c6 = FloatVector.fromArray(S, table, q6 + k);
            FloatVector c7 = FloatVector.fromArray(S, table, q7 + k);
            FloatVector d0 = c0, d1 = c1, d2 = c2, d3 = c3, d4 = c4, d5 = c5, d6 = c6, d7 = c7;
            for (int row = 0; row < count; row++) {
                int q = rowAt[row] + k;
                int e = errorsAt + (row >> 1) * step + (row & 1) * C;
                FloatVector x = FloatVector.fromArray(S, given, q);
                FloatVector even = FloatVector.fromArray(S, from, q);
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
                even.add(odd).intoArray(to, q);
            }
            d7.intoArray(table, q7 + k);
            d6.intoArray(table, q6 + k);
            d5.intoArray(table, q5 + k);
            d4.intoArray(table, q4 + k);
            d3.intoArray(table, q3 + k);
            d2.intoArray(table, q2 + k);
            d1.intoArray(table, q1 + k);
            d0.intoArray(table, q0 + k);
        }
    }

    /** The same for four columns. */
    static void updateFour(Vectors vectors, int stride, TableProducts.Columns columns, int first, Errors errors) {
        float[] table = columns.table(), given = vectors.given, from = vectors.from, to = vectors.to;
        float[] g16 = errors.values();
        int[] at = columns.at(), rowAt = vectors.at;
        int count = vectors.count, errorsAt = errors.at(), step = errors.stride();
        int q0 = at[first], q1 = at[first + 1], q2 = at[first + 2], q3 = at[first + 3];
        for (int k = 0; k < stride; k += L) {
            FloatVector c0 = FloatVector.fromArray(S, table, q0 + k);
            FloatVector c1 = FloatVector.fromArray(S, table, q1 + k);
            FloatVector c2 = FloatVector.fromArray(S, table, q2 + k);
            FloatVector c3 = FloatVector.fromArray(S, table, q3 + k);
            FloatVector d0 = c0, d1 = c1, d2 = c2, d3 = c3;
            for (int row = 0; row < count; row++) {
                int q = rowAt[row] + k;
                int e = errorsAt + (row >> 1) * step + (row & 1) * C;
                FloatVector x = FloatVector.fromArray(S, given, q);
                FloatVector even = FloatVector.fromArray(S, from, q);
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
                even.add(odd).intoArray(to, q);
            }
            d3.intoArray(table, q3 + k);
            d2.intoArray(table, q2 + k);
            d1.intoArray(table, q1 + k);
            d0.intoArray(table, q0 + k);
        }
    }
}
