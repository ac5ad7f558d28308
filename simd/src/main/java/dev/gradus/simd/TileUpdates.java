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
     * Updates register {@code k} of the vectors and of the eight columns from {@code first} on. The errors of a pair of
     * vectors, eight each, begin at {@code errors.at} and lie {@code errors.stride} behind those of the pair before it.
     */
    static void update(Vectors vectors, int k, Columns columns, int first, Errors errors) {
        float[] g8 = errors.values;
        float[][] homes = columns.homes;
        int[] at = columns.at;
        FloatVector c0 = FloatVector.fromArray(S, homes[first], at[first] + k);
        FloatVector c1 = FloatVector.fromArray(S, homes[first + 1], at[first + 1] + k);
        FloatVector c2 = FloatVector.fromArray(S, homes[first + 2], at[first + 2] + k);
        FloatVector c3 = FloatVector.fromArray(S, homes[first + 3], at[first + 3] + k);
        FloatVector c4 = FloatVector.fromArray(S, homes[first + 4], at[first + 4] + k);
        FloatVector c5 = FloatVector.fromArray(S, homes[first + 5], at[first + 5] + k);
        FloatVector c6 = FloatVector.fromArray(S, homes[first + 6], at[first + 6] + k);
        FloatVector c7 = FloatVector.fromArray(S, homes[first + 7], at[first + 7] + k);
        FloatVector d0 = c0, d1 = c1, d2 = c2, d3 = c3, d4 = c4, d5 = c5, d6 = c6, d7 = c7;
        float[] before = vectors.before;
        float[] now = vectors.now;
        for (int row = 0; row < 2 * vectors.pairs; row++) {
            int q = vectors.at[row] + k;
            int e = errors.at + (row >> 1) * errors.stride + (row & 1) * C;
            FloatVector x = FloatVector.fromArray(S, before, q);
            FloatVector even = FloatVector.fromArray(S, now, q);
            FloatVector g = FloatVector.broadcast(S, g8[e]);
            even = c0.fma(g, even);
            d0 = x.fma(g, d0);
            g = FloatVector.broadcast(S, g8[e + 1]);
            FloatVector odd = c1.mul(g);
            d1 = x.fma(g, d1);
            g = FloatVector.broadcast(S, g8[e + 2]);
            even = c2.fma(g, even);
            d2 = x.fma(g, d2);
            g = FloatVector.broadcast(S, g8[e + 3]);
            odd = c3.fma(g, odd);
            d3 = x.fma(g, d3);
            g = FloatVector.broadcast(S, g8[e + 4]);
            even = c4.fma(g, even);
            d4 = x.fma(g, d4);
            g = FloatVector.broadcast(S, g8[e + 5]);
            odd = c5.fma(g, odd);
            d5 = x.fma(g, d5);
            g = FloatVector.broadcast(S, g8[e + 6]);
            even = c6.fma(g, even);
            d6 = x.fma(g, d6);
            g = FloatVector.broadcast(S, g8[e + 7]);
            odd = c7.fma(g, odd);
            d7 = x.fma(g, d7);
            even.add(odd).intoArray(now, q);
        }
        d0.intoArray(homes[first], at[first] + k);
        d1.intoArray(homes[first + 1], at[first + 1] + k);
        d2.intoArray(homes[first + 2], at[first + 2] + k);
        d3.intoArray(homes[first + 3], at[first + 3] + k);
        d4.intoArray(homes[first + 4], at[first + 4] + k);
        d5.intoArray(homes[first + 5], at[first + 5] + k);
        d6.intoArray(homes[first + 6], at[first + 6] + k);
        d7.intoArray(homes[first + 7], at[first + 7] + k);
    }
}
