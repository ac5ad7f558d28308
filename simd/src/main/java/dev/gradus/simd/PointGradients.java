package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of small matrices, of which the first is transposed: rows of {@code depth} values out of {@code a} and as
 * many of {@code width} out of {@code b} add {@code depth} rows of {@code width} to {@code c}.
 */
final class PointGradients {

    /** Rows of the sums that are computed at a time: the depth must be a multiple of this. */
    static final int ROWS = 8;

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    private final float[] a;
    private final float[] b;
    private final float[] c;
    private final int depth;
    private final int width;

    PointGradients(float[] a, float[] b, float[] c, int depth, int width) {
        this.a = a;
        this.b = b;
        this.c = c;
        this.depth = depth;
        this.width = width;
    }

    /** Adds the products of so many rows. */
    void add(int aAt, int rows, int bAt, int cAt) {
        for (int column = 0; column < width; column += PointProducts.COLUMNS) {
            for (int i = 0; i < depth; i += ROWS) {
                block(aAt + i, rows, bAt + column, cAt + i * width + column);
            }
        }
    }

    /** Sums of these rows first, and then what was there: two levels err less than one. */
    private void block(int aAt, int rows, int bAt, int cAt) {
        FloatVector zero = FloatVector.zero(S);
        FloatVector s0 = zero, s1 = zero, s2 = zero, s3 = zero, s4 = zero, s5 = zero, s6 = zero, s7 = zero;
        FloatVector t0 = zero, t1 = zero, t2 = zero, t3 = zero, t4 = zero, t5 = zero, t6 = zero, t7 = zero;
        for (int k = 0; k < rows; k++) {
            FloatVector b0 = FloatVector.fromArray(S, b, bAt + k * width);
            FloatVector b1 = FloatVector.fromArray(S, b, bAt + k * width + L);
            int at = aAt + k * depth;
            FloatVector x = FloatVector.broadcast(S, a[at]);
            s0 = b0.fma(x, s0);
            t0 = b1.fma(x, t0);
            x = FloatVector.broadcast(S, a[at + 1]);
            s1 = b0.fma(x, s1);
            t1 = b1.fma(x, t1);
            x = FloatVector.broadcast(S, a[at + 2]);
            s2 = b0.fma(x, s2);
            t2 = b1.fma(x, t2);
            x = FloatVector.broadcast(S, a[at + 3]);
            s3 = b0.fma(x, s3);
            t3 = b1.fma(x, t3);
            x = FloatVector.broadcast(S, a[at + 4]);
            s4 = b0.fma(x, s4);
            t4 = b1.fma(x, t4);
            x = FloatVector.broadcast(S, a[at + 5]);
            s5 = b0.fma(x, s5);
            t5 = b1.fma(x, t5);
            x = FloatVector.broadcast(S, a[at + 6]);
            s6 = b0.fma(x, s6);
            t6 = b1.fma(x, t6);
            x = FloatVector.broadcast(S, a[at + 7]);
            s7 = b0.fma(x, s7);
            t7 = b1.fma(x, t7);
        }
        s0.add(FloatVector.fromArray(S, c, cAt)).intoArray(c, cAt);
        t0.add(FloatVector.fromArray(S, c, cAt + L)).intoArray(c, cAt + L);
        s1.add(FloatVector.fromArray(S, c, cAt + width)).intoArray(c, cAt + width);
        t1.add(FloatVector.fromArray(S, c, cAt + width + L)).intoArray(c, cAt + width + L);
        s2.add(FloatVector.fromArray(S, c, cAt + 2 * width)).intoArray(c, cAt + 2 * width);
        t2.add(FloatVector.fromArray(S, c, cAt + 2 * width + L)).intoArray(c, cAt + 2 * width + L);
        s3.add(FloatVector.fromArray(S, c, cAt + 3 * width)).intoArray(c, cAt + 3 * width);
        t3.add(FloatVector.fromArray(S, c, cAt + 3 * width + L)).intoArray(c, cAt + 3 * width + L);
        s4.add(FloatVector.fromArray(S, c, cAt + 4 * width)).intoArray(c, cAt + 4 * width);
        t4.add(FloatVector.fromArray(S, c, cAt + 4 * width + L)).intoArray(c, cAt + 4 * width + L);
        s5.add(FloatVector.fromArray(S, c, cAt + 5 * width)).intoArray(c, cAt + 5 * width);
        t5.add(FloatVector.fromArray(S, c, cAt + 5 * width + L)).intoArray(c, cAt + 5 * width + L);
        s6.add(FloatVector.fromArray(S, c, cAt + 6 * width)).intoArray(c, cAt + 6 * width);
        t6.add(FloatVector.fromArray(S, c, cAt + 6 * width + L)).intoArray(c, cAt + 6 * width + L);
        s7.add(FloatVector.fromArray(S, c, cAt + 7 * width)).intoArray(c, cAt + 7 * width);
        t7.add(FloatVector.fromArray(S, c, cAt + 7 * width + L)).intoArray(c, cAt + 7 * width + L);
    }
}
