package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of small matrices: rows of {@code depth} values out of {@code a} times {@code depth} rows of {@code width}
 * out of {@code b}, into {@code c}. Six rows and two registers of columns make twelve sums that stay in registers; with
 * more of them, JDK 17 keeps some in memory.
 */
final class PointProducts {

    /** Rows that are computed at a time; some behind the last one are read and written for nothing. */
    static final int ROWS = 6;

    /** The width must be a multiple of this. */
    static final int COLUMNS = 2 * Lanes.COUNT;

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final int depth;
    private final int width;

    PointProducts(float[] a, float[] b, float[] c, int depth, int width) {
        this.a = a;
        this.b = b;
        this.c = c;
        this.depth = depth;
        this.width = width;
    }

    /** Writes the products of so many rows. */
    void multiply(int aAt, int rows, int bAt, int cAt) {
        for (int column = 0; column < width; column += COLUMNS) {
            for (int row = 0; row < rows; row += ROWS) {
                six(aAt + row * depth, bAt + column, cAt + row * width + column);
            }
        }
    }

    private void six(int aAt, int bAt, int cAt) {
        FloatVector zero = FloatVector.zero(S);
        FloatVector s0 = zero, t0 = zero, s1 = zero, t1 = zero, s2 = zero, t2 = zero;
        FloatVector s3 = zero, t3 = zero, s4 = zero, t4 = zero, s5 = zero, t5 = zero;
        int a1 = aAt + depth, a2 = a1 + depth, a3 = a2 + depth, a4 = a3 + depth, a5 = a4 + depth;
        for (int k = 0; k < depth; k++) {
            FloatVector b0 = FloatVector.fromArray(S, b, bAt + k * width);
            FloatVector b1 = FloatVector.fromArray(S, b, bAt + k * width + L);
            FloatVector x = FloatVector.broadcast(S, a[aAt + k]);
            s0 = b0.fma(x, s0);
            t0 = b1.fma(x, t0);
            x = FloatVector.broadcast(S, a[a1 + k]);
            s1 = b0.fma(x, s1);
            t1 = b1.fma(x, t1);
            x = FloatVector.broadcast(S, a[a2 + k]);
            s2 = b0.fma(x, s2);
            t2 = b1.fma(x, t2);
            x = FloatVector.broadcast(S, a[a3 + k]);
            s3 = b0.fma(x, s3);
            t3 = b1.fma(x, t3);
            x = FloatVector.broadcast(S, a[a4 + k]);
            s4 = b0.fma(x, s4);
            t4 = b1.fma(x, t4);
            x = FloatVector.broadcast(S, a[a5 + k]);
            s5 = b0.fma(x, s5);
            t5 = b1.fma(x, t5);
        }
        s0.intoArray(c, cAt);
        t0.intoArray(c, cAt + L);
        s1.intoArray(c, cAt + width);
        t1.intoArray(c, cAt + width + L);
        s2.intoArray(c, cAt + 2 * width);
        t2.intoArray(c, cAt + 2 * width + L);
        s3.intoArray(c, cAt + 3 * width);
        t3.intoArray(c, cAt + 3 * width + L);
        s4.intoArray(c, cAt + 4 * width);
        t4.intoArray(c, cAt + 4 * width + L);
        s5.intoArray(c, cAt + 5 * width);
        t5.intoArray(c, cAt + 5 * width + L);
    }
}
