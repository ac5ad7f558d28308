package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The three products of the full softmax output of word2vec, by register tiles. Weights stand dimension by dimension
 * and scores row by row, {@code stride} (words, padded) floats each. Every tile begins with zeros in its registers and
 * ends with one store of each, so that its loop has no loads but those of its factors.
 */
final class WordProducts {

    /** Rows of a tile of scores. */
    static final int ROWS = 4;

    /** Rows of a tile of changes. */
    static final int ERROR_ROWS = 3;

    /** Dimensions of a tile of changes, and of one of weights: usual dimensions are multiples of it. */
    static final int DIMENSIONS = 5;

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Words of a wide tile: three registers. */
    private static final int WIDE = 3 * L;

    /** Where matrices lie: {@code from} in an array, rows {@code stride} apart. */
    record Matrix(float[] values, int from, int stride) {

        int at(int row) {
            return from + row * stride;
        }
    }

    /**
     * A small factor, laid out in the order in which tiles read it: {@code width} rows side by side, {@code depth}
     * numbers of each.
     */
    record Packed(float[] values, int depth, int width) {

        /** Where the numbers of a row begin that is a multiple of the width. */
        int at(int row) {
            return row * depth;
        }

        /** Where number {@code k} of a row is. */
        int at(int row, int k) {
            return (row / width * depth + k) * width + row % width;
        }
    }

    /** Sums of a tile of changes, still spread over the lanes. */
    private final float[] partial = new float[LaneSums.COUNT * L];

    private final float[] sums = new float[LaneSums.COUNT];

    /**
     * {@code z[i] = sum of x[i, d] w[d]} over the rows d of w, for rows i in fours. Tile after tile of the same
     * columns, so that those of w stay in the first cache.
     */
    static void score(Matrix z, int rows, Packed x, Matrix w) {
        int column = 0;
        for (; column + WIDE <= z.stride(); column += WIDE) {
            for (int i = 0; i < rows; i += ROWS) {
                scoreWide(z, z.at(i) + column, x, x.at(i), w, w.from() + column);
            }
        }
        for (; column < z.stride(); column += L) {
            for (int i = 0; i < rows; i += ROWS) {
                scoreNarrow(z, z.at(i) + column, x, x.at(i), w, w.from() + column);
            }
        }
    }

    /**
     * {@code w[d] += sum of x[row + d, i] e[i]} over the rows i of e, for dimensions d in fives. Columns outermost, as
     * for scores.
     */
    static void update(Matrix w, int dimensions, Packed x, int row, Matrix e) {
        int column = 0;
        for (; column + WIDE <= w.stride(); column += WIDE) {
            for (int d = 0; d < dimensions; d += DIMENSIONS) {
                updateWide(w, w.at(d) + column, x, x.at(row + d), e, e.from() + column);
            }
        }
        for (; column < w.stride(); column += L) {
            for (int d = 0; d < dimensions; d += DIMENSIONS) {
                updateNarrow(w, w.at(d) + column, x, x.at(row + d), e, e.from() + column);
            }
        }
    }

    /** {@code c[i, d + n] = sum of e[i, word] w[n, word]} over all words, for rows i in threes and five rows of w. */
    void change(Matrix c, int d, Matrix e, int rows, Matrix w) {
        for (int i = 0; i < rows; i += ERROR_ROWS) {
            multiply(e, e.at(i), w);
            LaneSums.sum(partial, sums, 0);
            for (int n = 0; n < DIMENSIONS * ERROR_ROWS; n++) {
                c.values()[c.at(i + n % ERROR_ROWS) + d + n / ERROR_ROWS] = sums[n];
            }
        }
    }

    /** Four rows, three registers. */
    private static void scoreWide(Matrix into, int at, Packed x, int xAt, Matrix w, int from) {
        float[] xs = x.values();
        float[] ws = w.values();
        int stride = w.stride();
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, a1 = zero, a2 = zero;
        FloatVector b0 = zero, b1 = zero, b2 = zero;
        FloatVector c0 = zero, c1 = zero, c2 = zero;
        FloatVector d0 = zero, d1 = zero, d2 = zero;
        int end = xAt + x.depth() * ROWS;
        for (int q = xAt, p = from; q != end; q += ROWS, p += stride) {
            FloatVector w0 = FloatVector.fromArray(S, ws, p);
            FloatVector w1 = FloatVector.fromArray(S, ws, p + L);
            FloatVector w2 = FloatVector.fromArray(S, ws, p + 2 * L);
            FloatVector f = FloatVector.broadcast(S, xs[q]);
            a0 = w0.fma(f, a0);
            a1 = w1.fma(f, a1);
            a2 = w2.fma(f, a2);
            f = FloatVector.broadcast(S, xs[q + 1]);
            b0 = w0.fma(f, b0);
            b1 = w1.fma(f, b1);
            b2 = w2.fma(f, b2);
            f = FloatVector.broadcast(S, xs[q + 2]);
            c0 = w0.fma(f, c0);
            c1 = w1.fma(f, c1);
            c2 = w2.fma(f, c2);
            f = FloatVector.broadcast(S, xs[q + 3]);
            d0 = w0.fma(f, d0);
            d1 = w1.fma(f, d1);
            d2 = w2.fma(f, d2);
        }
        float[] zs = into.values();
        int z = at;
        a0.intoArray(zs, z);
        a1.intoArray(zs, z + L);
        a2.intoArray(zs, z + 2 * L);
        z += into.stride();
        b0.intoArray(zs, z);
        b1.intoArray(zs, z + L);
        b2.intoArray(zs, z + 2 * L);
        z += into.stride();
        c0.intoArray(zs, z);
        c1.intoArray(zs, z + L);
        c2.intoArray(zs, z + 2 * L);
        z += into.stride();
        d0.intoArray(zs, z);
        d1.intoArray(zs, z + L);
        d2.intoArray(zs, z + 2 * L);
    }

    /** Four rows, one register. */
    private static void scoreNarrow(Matrix into, int at, Packed x, int xAt, Matrix w, int from) {
        float[] xs = x.values();
        float[] ws = w.values();
        int stride = w.stride();
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero;
        FloatVector b0 = zero;
        FloatVector c0 = zero;
        FloatVector d0 = zero;
        int end = xAt + x.depth() * ROWS;
        for (int q = xAt, p = from; q != end; q += ROWS, p += stride) {
            FloatVector w0 = FloatVector.fromArray(S, ws, p);
            FloatVector f = FloatVector.broadcast(S, xs[q]);
            a0 = w0.fma(f, a0);
            f = FloatVector.broadcast(S, xs[q + 1]);
            b0 = w0.fma(f, b0);
            f = FloatVector.broadcast(S, xs[q + 2]);
            c0 = w0.fma(f, c0);
            f = FloatVector.broadcast(S, xs[q + 3]);
            d0 = w0.fma(f, d0);
        }
        float[] zs = into.values();
        int z = at;
        a0.intoArray(zs, z);
        z += into.stride();
        b0.intoArray(zs, z);
        z += into.stride();
        c0.intoArray(zs, z);
        z += into.stride();
        d0.intoArray(zs, z);
    }

    /** Five dimensions, three registers. */
    private static void updateWide(Matrix into, int at, Packed x, int xAt, Matrix e, int from) {
        float[] xs = x.values();
        float[] ws = e.values();
        int stride = e.stride();
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, a1 = zero, a2 = zero;
        FloatVector b0 = zero, b1 = zero, b2 = zero;
        FloatVector c0 = zero, c1 = zero, c2 = zero;
        FloatVector d0 = zero, d1 = zero, d2 = zero;
        FloatVector e0 = zero, e1 = zero, e2 = zero;
        int end = xAt + x.depth() * DIMENSIONS;
        for (int q = xAt, p = from; q != end; q += DIMENSIONS, p += stride) {
            FloatVector w0 = FloatVector.fromArray(S, ws, p);
            FloatVector w1 = FloatVector.fromArray(S, ws, p + L);
            FloatVector w2 = FloatVector.fromArray(S, ws, p + 2 * L);
            FloatVector f = FloatVector.broadcast(S, xs[q]);
            a0 = w0.fma(f, a0);
            a1 = w1.fma(f, a1);
            a2 = w2.fma(f, a2);
            f = FloatVector.broadcast(S, xs[q + 1]);
            b0 = w0.fma(f, b0);
            b1 = w1.fma(f, b1);
            b2 = w2.fma(f, b2);
            f = FloatVector.broadcast(S, xs[q + 2]);
            c0 = w0.fma(f, c0);
            c1 = w1.fma(f, c1);
            c2 = w2.fma(f, c2);
            f = FloatVector.broadcast(S, xs[q + 3]);
            d0 = w0.fma(f, d0);
            d1 = w1.fma(f, d1);
            d2 = w2.fma(f, d2);
            f = FloatVector.broadcast(S, xs[q + 4]);
            e0 = w0.fma(f, e0);
            e1 = w1.fma(f, e1);
            e2 = w2.fma(f, e2);
        }
        float[] zs = into.values();
        int z = at;
        a0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        a1.add(FloatVector.fromArray(S, zs, z + L)).intoArray(zs, z + L);
        a2.add(FloatVector.fromArray(S, zs, z + 2 * L)).intoArray(zs, z + 2 * L);
        z += into.stride();
        b0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        b1.add(FloatVector.fromArray(S, zs, z + L)).intoArray(zs, z + L);
        b2.add(FloatVector.fromArray(S, zs, z + 2 * L)).intoArray(zs, z + 2 * L);
        z += into.stride();
        c0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        c1.add(FloatVector.fromArray(S, zs, z + L)).intoArray(zs, z + L);
        c2.add(FloatVector.fromArray(S, zs, z + 2 * L)).intoArray(zs, z + 2 * L);
        z += into.stride();
        d0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        d1.add(FloatVector.fromArray(S, zs, z + L)).intoArray(zs, z + L);
        d2.add(FloatVector.fromArray(S, zs, z + 2 * L)).intoArray(zs, z + 2 * L);
        z += into.stride();
        e0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        e1.add(FloatVector.fromArray(S, zs, z + L)).intoArray(zs, z + L);
        e2.add(FloatVector.fromArray(S, zs, z + 2 * L)).intoArray(zs, z + 2 * L);
    }

    /** Five dimensions, one register. */
    private static void updateNarrow(Matrix into, int at, Packed x, int xAt, Matrix e, int from) {
        float[] xs = x.values();
        float[] ws = e.values();
        int stride = e.stride();
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero;
        FloatVector b0 = zero;
        FloatVector c0 = zero;
        FloatVector d0 = zero;
        FloatVector e0 = zero;
        int end = xAt + x.depth() * DIMENSIONS;
        for (int q = xAt, p = from; q != end; q += DIMENSIONS, p += stride) {
            FloatVector w0 = FloatVector.fromArray(S, ws, p);
            FloatVector f = FloatVector.broadcast(S, xs[q]);
            a0 = w0.fma(f, a0);
            f = FloatVector.broadcast(S, xs[q + 1]);
            b0 = w0.fma(f, b0);
            f = FloatVector.broadcast(S, xs[q + 2]);
            c0 = w0.fma(f, c0);
            f = FloatVector.broadcast(S, xs[q + 3]);
            d0 = w0.fma(f, d0);
            f = FloatVector.broadcast(S, xs[q + 4]);
            e0 = w0.fma(f, e0);
        }
        float[] zs = into.values();
        int z = at;
        a0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        z += into.stride();
        b0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        z += into.stride();
        c0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        z += into.stride();
        d0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
        z += into.stride();
        e0.add(FloatVector.fromArray(S, zs, z)).intoArray(zs, z);
    }

    /** Three rows by five dimensions over all words: fifteen registers of sums for eight loads. */
    private void multiply(Matrix e, int at, Matrix w) {
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, b0 = zero, c0 = zero;
        FloatVector a1 = zero, b1 = zero, c1 = zero;
        FloatVector a2 = zero, b2 = zero, c2 = zero;
        FloatVector a3 = zero, b3 = zero, c3 = zero;
        FloatVector a4 = zero, b4 = zero, c4 = zero;
        float[] es = e.values();
        float[] ws = w.values();
        int w0 = w.from();
        int w1 = w0 + w.stride();
        int w2 = w1 + w.stride();
        int w3 = w2 + w.stride();
        int w4 = w3 + w.stride();
        for (int k = 0; k < w.stride(); k += L) {
            FloatVector e0 = FloatVector.fromArray(S, es, at + k);
            FloatVector e1 = FloatVector.fromArray(S, es, at + e.stride() + k);
            FloatVector e2 = FloatVector.fromArray(S, es, at + 2 * e.stride() + k);
            FloatVector v = FloatVector.fromArray(S, ws, w0 + k);
            a0 = v.fma(e0, a0);
            b0 = v.fma(e1, b0);
            c0 = v.fma(e2, c0);
            v = FloatVector.fromArray(S, ws, w1 + k);
            a1 = v.fma(e0, a1);
            b1 = v.fma(e1, b1);
            c1 = v.fma(e2, c1);
            v = FloatVector.fromArray(S, ws, w2 + k);
            a2 = v.fma(e0, a2);
            b2 = v.fma(e1, b2);
            c2 = v.fma(e2, c2);
            v = FloatVector.fromArray(S, ws, w3 + k);
            a3 = v.fma(e0, a3);
            b3 = v.fma(e1, b3);
            c3 = v.fma(e2, c3);
            v = FloatVector.fromArray(S, ws, w4 + k);
            a4 = v.fma(e0, a4);
            b4 = v.fma(e1, b4);
            c4 = v.fma(e2, c4);
        }
        float[] into = partial;
        a0.intoArray(into, 0);
        b0.intoArray(into, L);
        c0.intoArray(into, 2 * L);
        a1.intoArray(into, 3 * L);
        b1.intoArray(into, 4 * L);
        c1.intoArray(into, 5 * L);
        a2.intoArray(into, 6 * L);
        b2.intoArray(into, 7 * L);
        c2.intoArray(into, 8 * L);
        a3.intoArray(into, 9 * L);
        b3.intoArray(into, 10 * L);
        c3.intoArray(into, 11 * L);
        a4.intoArray(into, 12 * L);
        b4.intoArray(into, 13 * L);
        c4.intoArray(into, 14 * L);
    }
}
