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

    /** Multiplies two rows and a block: eight products of the first row, then eight of the second, for {@link #sum}. */
    void multiply(float[] x, int x0At, int x1At, float[] block, int blockAt) {
        multiplyFour(x, x0At, x1At, block, blockAt, 0);
        multiplyFour(x, x0At, x1At, block, blockAt, C / 2);
    }

    /** Writes the sixteen products. */
    void sum(float[] into, int at) {
        LaneSums.sum(partial, into, at);
    }

    /** Four columns of the block, from the given one. Eight sums, because four cycles pass until one can go on. */
    private void multiplyFour(float[] x, int x0At, int x1At, float[] block, int blockAt, int column) {
        FloatVector a0 = FloatVector.zero(S);
        FloatVector a1 = a0;
        FloatVector a2 = a0;
        FloatVector a3 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        FloatVector b2 = a0;
        FloatVector b3 = a0;
        int first = blockAt + column * L;
        for (int k = 0; k < stride; k += L) {
            FloatVector x0 = FloatVector.fromArray(S, x, x0At + k);
            FloatVector x1 = FloatVector.fromArray(S, x, x1At + k);
            int p = first + k * C;
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
        }
        float[] into = partial;
        int at = column * L;
        a0.intoArray(into, at);
        a1.intoArray(into, at + L);
        a2.intoArray(into, at + 2 * L);
        a3.intoArray(into, at + 3 * L);
        at += C * L;
        b0.intoArray(into, at);
        b1.intoArray(into, at + L);
        b2.intoArray(into, at + 2 * L);
        b3.intoArray(into, at + 3 * L);
    }
}
