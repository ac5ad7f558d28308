package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of a tile of word2vec. A <em>block</em> of eight columns lies interleaved, register by register, so that
 * one register of all eight lies side by side; predicting vectors lie row by row.
 */
final class TileProducts {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Columns of a block. */
    static final int C = 8;

    private final int stride;
    private final float[] partial = new float[LaneSums.COUNT * L];

    TileProducts(int stride) {
        this.stride = stride;
    }

    /** Multiplies two rows and a block; {@link #sumInto} must follow. */
    void multiply(float[] x, int x0At, int x1At, float[] block, int blockAt) {
        FloatVector a0 = FloatVector.zero(S);
        FloatVector a1 = a0, a2 = a0, a3 = a0, a4 = a0, a5 = a0, a6 = a0, a7 = a0;
        FloatVector b0 = a0, b1 = a0, b2 = a0, b3 = a0, b4 = a0, b5 = a0, b6 = a0, b7 = a0;
        for (int k = 0; k < stride; k += L) {
            FloatVector x0 = FloatVector.fromArray(S, x, x0At + k);
            FloatVector x1 = FloatVector.fromArray(S, x, x1At + k);
            int p = blockAt + k * C;
            FloatVector c = FloatVector.fromArray(S, block, p);
            a0 = c.fma(x0, a0);
            b0 = c.fma(x1, b0);
            c = FloatVector.fromArray(S, block, p + L);
            a1 = c.fma(x0, a1);
            b1 = c.fma(x1, b1);
            c = FloatVector.fromArray(S, block, p + 2 * L);
            a2 = c.fma(x0, a2);
            b2 = c.fma(x1, b2);
            c = FloatVector.fromArray(S, block, p + 3 * L);
            a3 = c.fma(x0, a3);
            b3 = c.fma(x1, b3);
            c = FloatVector.fromArray(S, block, p + 4 * L);
            a4 = c.fma(x0, a4);
            b4 = c.fma(x1, b4);
            c = FloatVector.fromArray(S, block, p + 5 * L);
            a5 = c.fma(x0, a5);
            b5 = c.fma(x1, b5);
            c = FloatVector.fromArray(S, block, p + 6 * L);
            a6 = c.fma(x0, a6);
            b6 = c.fma(x1, b6);
            c = FloatVector.fromArray(S, block, p + 7 * L);
            a7 = c.fma(x0, a7);
            b7 = c.fma(x1, b7);
        }
        float[] sums = partial;
        a0.intoArray(sums, 0);
        a1.intoArray(sums, L);
        a2.intoArray(sums, 2 * L);
        a3.intoArray(sums, 3 * L);
        a4.intoArray(sums, 4 * L);
        a5.intoArray(sums, 5 * L);
        a6.intoArray(sums, 6 * L);
        a7.intoArray(sums, 7 * L);
        b0.intoArray(sums, 8 * L);
        b1.intoArray(sums, 9 * L);
        b2.intoArray(sums, 10 * L);
        b3.intoArray(sums, 11 * L);
        b4.intoArray(sums, 12 * L);
        b5.intoArray(sums, 13 * L);
        b6.intoArray(sums, 14 * L);
        b7.intoArray(sums, 15 * L);
    }

    /** Writes the products of the last two rows and block: eight of the first row, then eight of the second. */
    void sumInto(float[] into, int at) {
        LaneSums.sum(partial, into, at);
    }
}
