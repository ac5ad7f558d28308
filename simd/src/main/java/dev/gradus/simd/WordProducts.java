package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The three products of the full softmax output of word2vec, by register tiles. Weights stand dimension by dimension
 * and errors prediction by prediction, {@code columns} (words, padded) floats each; predictions come in fours.
 */
final class WordProducts {

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

    private final float[] partial = new float[LaneSums.COUNT * L];
    private final float[] sums = new float[LaneSums.COUNT];

    /**
     * {@code z[i] += sum of x[i, d] w[d]} over {@code depth} rows d of w, for the first {@code rows} rows i, a multiple
     * of four, all as wide as z. {@code x} may be turned: then x[d, i] is read. Tile after tile of the same columns, so
     * that those of w stay in the first cache.
     */
    void addProduct(Matrix z, int rows, Matrix x, boolean turned, Matrix w, int depth) {
        int step = turned ? x.stride() : 1;
        int next = turned ? 1 : x.stride();
        int column = 0;
        for (; column + WIDE <= z.stride(); column += WIDE) {
            Walk walk = new Walk(column, depth, step, next);
            for (int i = 0; i < rows; i += 4) {
                addWide(z, z.at(i) + column, x.values(), x.from() + i * next, w, walk);
            }
        }
        for (; column < z.stride(); column += L) {
            Walk walk = new Walk(column, depth, step, next);
            for (int i = 0; i < rows; i += 4) {
                addNarrow(z, z.at(i) + column, x.values(), x.from() + i * next, w, walk);
            }
        }
    }

    /** How a tile goes through its factors: from which column, how deep, and how far apart the numbers of x lie. */
    private record Walk(int column, int depth, int step, int next) {}

    /** Four rows, three registers: twelve sums for seven loads, which often cross lines of the cache. */
    private static void addWide(Matrix z, int at, float[] x, int xAt, Matrix w, Walk walk) {
        float[] zs = z.values();
        float[] ws = w.values();
        int at1 = at + z.stride();
        int at2 = at1 + z.stride();
        int at3 = at2 + z.stride();
        FloatVector a0 = FloatVector.fromArray(S, zs, at);
        FloatVector a1 = FloatVector.fromArray(S, zs, at + L);
        FloatVector a2 = FloatVector.fromArray(S, zs, at + 2 * L);
        FloatVector b0 = FloatVector.fromArray(S, zs, at1);
        FloatVector b1 = FloatVector.fromArray(S, zs, at1 + L);
        FloatVector b2 = FloatVector.fromArray(S, zs, at1 + 2 * L);
        FloatVector c0 = FloatVector.fromArray(S, zs, at2);
        FloatVector c1 = FloatVector.fromArray(S, zs, at2 + L);
        FloatVector c2 = FloatVector.fromArray(S, zs, at2 + 2 * L);
        FloatVector d0 = FloatVector.fromArray(S, zs, at3);
        FloatVector d1 = FloatVector.fromArray(S, zs, at3 + L);
        FloatVector d2 = FloatVector.fromArray(S, zs, at3 + 2 * L);
        int p = w.from() + walk.column;
        for (int i = 0, q = xAt; i < walk.depth; i++, q += walk.step, p += w.stride()) {
            FloatVector w0 = FloatVector.fromArray(S, ws, p);
            FloatVector w1 = FloatVector.fromArray(S, ws, p + L);
            FloatVector w2 = FloatVector.fromArray(S, ws, p + 2 * L);
            FloatVector f = FloatVector.broadcast(S, x[q]);
            a0 = w0.fma(f, a0);
            a1 = w1.fma(f, a1);
            a2 = w2.fma(f, a2);
            f = FloatVector.broadcast(S, x[q + walk.next]);
            b0 = w0.fma(f, b0);
            b1 = w1.fma(f, b1);
            b2 = w2.fma(f, b2);
            f = FloatVector.broadcast(S, x[q + 2 * walk.next]);
            c0 = w0.fma(f, c0);
            c1 = w1.fma(f, c1);
            c2 = w2.fma(f, c2);
            f = FloatVector.broadcast(S, x[q + 3 * walk.next]);
            d0 = w0.fma(f, d0);
            d1 = w1.fma(f, d1);
            d2 = w2.fma(f, d2);
        }
        a0.intoArray(zs, at);
        a1.intoArray(zs, at + L);
        a2.intoArray(zs, at + 2 * L);
        b0.intoArray(zs, at1);
        b1.intoArray(zs, at1 + L);
        b2.intoArray(zs, at1 + 2 * L);
        c0.intoArray(zs, at2);
        c1.intoArray(zs, at2 + L);
        c2.intoArray(zs, at2 + 2 * L);
        d0.intoArray(zs, at3);
        d1.intoArray(zs, at3 + L);
        d2.intoArray(zs, at3 + 2 * L);
    }

    /** Four rows, one register. */
    private static void addNarrow(Matrix z, int at, float[] x, int xAt, Matrix w, Walk walk) {
        float[] zs = z.values();
        float[] ws = w.values();
        int step = z.stride();
        FloatVector a = FloatVector.fromArray(S, zs, at);
        FloatVector b = FloatVector.fromArray(S, zs, at + step);
        FloatVector c = FloatVector.fromArray(S, zs, at + 2 * step);
        FloatVector d = FloatVector.fromArray(S, zs, at + 3 * step);
        int p = w.from() + walk.column;
        for (int i = 0, q = xAt; i < walk.depth; i++, q += walk.step, p += w.stride()) {
            FloatVector v = FloatVector.fromArray(S, ws, p);
            a = v.fma(FloatVector.broadcast(S, x[q]), a);
            b = v.fma(FloatVector.broadcast(S, x[q + walk.next]), b);
            c = v.fma(FloatVector.broadcast(S, x[q + 2 * walk.next]), c);
            d = v.fma(FloatVector.broadcast(S, x[q + 3 * walk.next]), d);
        }
        a.intoArray(zs, at);
        b.intoArray(zs, at + step);
        c.intoArray(zs, at + 2 * step);
        d.intoArray(zs, at + 3 * step);
    }

    /** {@code z[i, d + n] += sum of x[i, word] w[n, word]} over the first words, for four rows of x and of w. */
    void addProducts(Matrix z, int i, int d, Matrix x, Matrix w, int words) {
        multiply(x, i, w, words);
        LaneSums.sum(partial, sums, 0);
        for (int n = 0; n < LaneSums.COUNT; n++) {
            z.values()[z.at(i + n / 4) + d + n % 4] += sums[n];
        }
    }

    /** Four rows of x and four of w: sixteen registers of sums, still spread over the lanes. */
    private void multiply(Matrix x, int row, Matrix w, int words) {
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, a1 = zero, a2 = zero, a3 = zero;
        FloatVector b0 = zero, b1 = zero, b2 = zero, b3 = zero;
        FloatVector c0 = zero, c1 = zero, c2 = zero, c3 = zero;
        FloatVector d0 = zero, d1 = zero, d2 = zero, d3 = zero;
        float[] xs = x.values();
        float[] ws = w.values();
        for (int k = 0, q = x.at(row), p = w.from(); k < words; k += L, q += L, p += L) {
            FloatVector x0 = FloatVector.fromArray(S, xs, q);
            FloatVector x1 = FloatVector.fromArray(S, xs, q + x.stride());
            FloatVector x2 = FloatVector.fromArray(S, xs, q + 2 * x.stride());
            FloatVector x3 = FloatVector.fromArray(S, xs, q + 3 * x.stride());
            FloatVector v = FloatVector.fromArray(S, ws, p);
            a0 = v.fma(x0, a0);
            b0 = v.fma(x1, b0);
            c0 = v.fma(x2, c0);
            d0 = v.fma(x3, d0);
            v = FloatVector.fromArray(S, ws, p + w.stride());
            a1 = v.fma(x0, a1);
            b1 = v.fma(x1, b1);
            c1 = v.fma(x2, c1);
            d1 = v.fma(x3, d1);
            v = FloatVector.fromArray(S, ws, p + 2 * w.stride());
            a2 = v.fma(x0, a2);
            b2 = v.fma(x1, b2);
            c2 = v.fma(x2, c2);
            d2 = v.fma(x3, d2);
            v = FloatVector.fromArray(S, ws, p + 3 * w.stride());
            a3 = v.fma(x0, a3);
            b3 = v.fma(x1, b3);
            c3 = v.fma(x2, c3);
            d3 = v.fma(x3, d3);
        }
        float[] into = partial;
        a0.intoArray(into, 0);
        a1.intoArray(into, L);
        a2.intoArray(into, 2 * L);
        a3.intoArray(into, 3 * L);
        b0.intoArray(into, 4 * L);
        b1.intoArray(into, 5 * L);
        b2.intoArray(into, 6 * L);
        b3.intoArray(into, 7 * L);
        c0.intoArray(into, 8 * L);
        c1.intoArray(into, 9 * L);
        c2.intoArray(into, 10 * L);
        c3.intoArray(into, 11 * L);
        d0.intoArray(into, 12 * L);
        d1.intoArray(into, 13 * L);
        d2.intoArray(into, 14 * L);
        d3.intoArray(into, 15 * L);
    }
}
