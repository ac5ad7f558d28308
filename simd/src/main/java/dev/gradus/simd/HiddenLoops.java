package dev.gradus.simd;

import dev.gradus.model.word2vec.Tile;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The two ways between the rows and the hidden vectors of a tile of CBOW: rows are combined to hidden vectors, and
 * changes of hidden vectors are spread over the rows. Two hidden vectors stay in registers, seven of each, while the
 * rows pass by, so the loop over rows, whose end nobody can predict, runs once and not once for every register.
 */
final class HiddenLoops {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Registers of a vector that are held at once: those of dimension 100. */
    private static final int SEVEN = 7 * L;

    private final int stride;

    HiddenLoops(int stride) {
        this.stride = stride;
    }

    /** Makes each hidden vector its scale times the sum of its rows. */
    void combine(Tile tile) {
        for (int h = 0; h < tile.hiddenStride(); h += Tile.HIDDEN) {
            int k = 0;
            for (; k + SEVEN <= stride; k += SEVEN) {
                combineSeven(tile, h, k);
            }
            for (; k < stride; k += L) {
                combineOne(tile, h, k);
            }
        }
    }

    /** Adds the changes of hidden vectors, which lie one behind the other, to their rows. */
    void spread(Tile tile, float[] changes) {
        for (int h = 0; h < tile.hiddenStride(); h += Tile.HIDDEN) {
            int k = 0;
            for (; k + SEVEN <= stride; k += SEVEN) {
                spreadSeven(tile, h, k, changes);
            }
            for (; k < stride; k += L) {
                spreadOne(tile, h, k, changes);
            }
        }
    }

    /** Register k of two hidden vectors and the six that follow. */
    private void combineSeven(Tile tile, int h, int k) {
        float[] rows = tile.rows();
        int[] rowAt = tile.rowAt();
        float[] shares = tile.shares();
        int step = tile.hiddenStride();
        int count = tile.rowCount();
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, a1 = zero, a2 = zero, a3 = zero, a4 = zero, a5 = zero, a6 = zero;
        FloatVector b0 = zero, b1 = zero, b2 = zero, b3 = zero, b4 = zero, b5 = zero, b6 = zero;
        for (int row = 0, s = h; row < count; row++, s += step) {
            int q = rowAt[row] + k;
            FloatVector a = FloatVector.broadcast(S, shares[s]);
            FloatVector b = FloatVector.broadcast(S, shares[s + 1]);
            FloatVector x = FloatVector.fromArray(S, rows, q);
            a0 = x.fma(a, a0);
            b0 = x.fma(b, b0);
            x = FloatVector.fromArray(S, rows, q + L);
            a1 = x.fma(a, a1);
            b1 = x.fma(b, b1);
            x = FloatVector.fromArray(S, rows, q + 2 * L);
            a2 = x.fma(a, a2);
            b2 = x.fma(b, b2);
            x = FloatVector.fromArray(S, rows, q + 3 * L);
            a3 = x.fma(a, a3);
            b3 = x.fma(b, b3);
            x = FloatVector.fromArray(S, rows, q + 4 * L);
            a4 = x.fma(a, a4);
            b4 = x.fma(b, b4);
            x = FloatVector.fromArray(S, rows, q + 5 * L);
            a5 = x.fma(a, a5);
            b5 = x.fma(b, b5);
            x = FloatVector.fromArray(S, rows, q + 6 * L);
            a6 = x.fma(a, a6);
            b6 = x.fma(b, b6);
        }
        float[] hidden = tile.hidden();
        int at = h * stride + k;
        FloatVector scale = FloatVector.broadcast(S, tile.scales()[h]);
        a0.mul(scale).intoArray(hidden, at);
        a1.mul(scale).intoArray(hidden, at + L);
        a2.mul(scale).intoArray(hidden, at + 2 * L);
        a3.mul(scale).intoArray(hidden, at + 3 * L);
        a4.mul(scale).intoArray(hidden, at + 4 * L);
        a5.mul(scale).intoArray(hidden, at + 5 * L);
        a6.mul(scale).intoArray(hidden, at + 6 * L);
        at += stride;
        scale = FloatVector.broadcast(S, tile.scales()[h + 1]);
        b0.mul(scale).intoArray(hidden, at);
        b1.mul(scale).intoArray(hidden, at + L);
        b2.mul(scale).intoArray(hidden, at + 2 * L);
        b3.mul(scale).intoArray(hidden, at + 3 * L);
        b4.mul(scale).intoArray(hidden, at + 4 * L);
        b5.mul(scale).intoArray(hidden, at + 5 * L);
        b6.mul(scale).intoArray(hidden, at + 6 * L);
    }

    /** Register k of two hidden vectors. */
    private void combineOne(Tile tile, int h, int k) {
        float[] rows = tile.rows();
        int[] rowAt = tile.rowAt();
        float[] shares = tile.shares();
        int step = tile.hiddenStride();
        FloatVector a = FloatVector.zero(S);
        FloatVector b = a;
        for (int row = 0, s = h; row < tile.rowCount(); row++, s += step) {
            FloatVector x = FloatVector.fromArray(S, rows, rowAt[row] + k);
            a = x.fma(FloatVector.broadcast(S, shares[s]), a);
            b = x.fma(FloatVector.broadcast(S, shares[s + 1]), b);
        }
        int at = h * stride + k;
        a.mul(tile.scales()[h]).intoArray(tile.hidden(), at);
        b.mul(tile.scales()[h + 1]).intoArray(tile.hidden(), at + stride);
    }

    /** Register k of the changes of two hidden vectors and the six that follow. */
    private void spreadSeven(Tile tile, int h, int k, float[] changes) {
        float[] rows = tile.rows();
        int[] rowAt = tile.rowAt();
        float[] shares = tile.shares();
        int step = tile.hiddenStride();
        int count = tile.rowCount();
        int at = h * stride + k;
        FloatVector a0 = FloatVector.fromArray(S, changes, at);
        FloatVector a1 = FloatVector.fromArray(S, changes, at + L);
        FloatVector a2 = FloatVector.fromArray(S, changes, at + 2 * L);
        FloatVector a3 = FloatVector.fromArray(S, changes, at + 3 * L);
        FloatVector a4 = FloatVector.fromArray(S, changes, at + 4 * L);
        FloatVector a5 = FloatVector.fromArray(S, changes, at + 5 * L);
        FloatVector a6 = FloatVector.fromArray(S, changes, at + 6 * L);
        at += stride;
        FloatVector b0 = FloatVector.fromArray(S, changes, at);
        FloatVector b1 = FloatVector.fromArray(S, changes, at + L);
        FloatVector b2 = FloatVector.fromArray(S, changes, at + 2 * L);
        FloatVector b3 = FloatVector.fromArray(S, changes, at + 3 * L);
        FloatVector b4 = FloatVector.fromArray(S, changes, at + 4 * L);
        FloatVector b5 = FloatVector.fromArray(S, changes, at + 5 * L);
        FloatVector b6 = FloatVector.fromArray(S, changes, at + 6 * L);
        for (int row = 0, s = h; row < count; row++, s += step) {
            int q = rowAt[row] + k;
            FloatVector a = FloatVector.broadcast(S, shares[s]);
            FloatVector b = FloatVector.broadcast(S, shares[s + 1]);
            b0.fma(b, a0.fma(a, FloatVector.fromArray(S, rows, q))).intoArray(rows, q);
            b1.fma(b, a1.fma(a, FloatVector.fromArray(S, rows, q + L))).intoArray(rows, q + L);
            b2.fma(b, a2.fma(a, FloatVector.fromArray(S, rows, q + 2 * L))).intoArray(rows, q + 2 * L);
            b3.fma(b, a3.fma(a, FloatVector.fromArray(S, rows, q + 3 * L))).intoArray(rows, q + 3 * L);
            b4.fma(b, a4.fma(a, FloatVector.fromArray(S, rows, q + 4 * L))).intoArray(rows, q + 4 * L);
            b5.fma(b, a5.fma(a, FloatVector.fromArray(S, rows, q + 5 * L))).intoArray(rows, q + 5 * L);
            b6.fma(b, a6.fma(a, FloatVector.fromArray(S, rows, q + 6 * L))).intoArray(rows, q + 6 * L);
        }
    }

    /** Register k of the changes of two hidden vectors. */
    private void spreadOne(Tile tile, int h, int k, float[] changes) {
        float[] rows = tile.rows();
        int[] rowAt = tile.rowAt();
        float[] shares = tile.shares();
        int step = tile.hiddenStride();
        FloatVector a = FloatVector.fromArray(S, changes, h * stride + k);
        FloatVector b = FloatVector.fromArray(S, changes, (h + 1) * stride + k);
        for (int row = 0, s = h; row < tile.rowCount(); row++, s += step) {
            int q = rowAt[row] + k;
            FloatVector x = a.fma(FloatVector.broadcast(S, shares[s]), FloatVector.fromArray(S, rows, q));
            b.fma(FloatVector.broadcast(S, shares[s + 1]), x).intoArray(rows, q);
        }
    }
}
