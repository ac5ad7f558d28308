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

    /** Words of a wide tile: four registers. */
    private static final int WIDE = 4 * L;

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
            for (int i = 0; i < rows; i += 2) {
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

    /** Two rows, four registers. */
    private static void addWide(Matrix z, int at, float[] x, int xAt, Matrix w, Walk walk) {
        float[] zs = z.values();
        float[] ws = w.values();
        int below = at + z.stride();
        FloatVector a0 = FloatVector.fromArray(S, zs, at);
        FloatVector a1 = FloatVector.fromArray(S, zs, at + L);
        FloatVector a2 = FloatVector.fromArray(S, zs, at + 2 * L);
        FloatVector a3 = FloatVector.fromArray(S, zs, at + 3 * L);
        FloatVector b0 = FloatVector.fromArray(S, zs, below);
        FloatVector b1 = FloatVector.fromArray(S, zs, below + L);
        FloatVector b2 = FloatVector.fromArray(S, zs, below + 2 * L);
        FloatVector b3 = FloatVector.fromArray(S, zs, below + 3 * L);
        int depth = walk.depth;
        int step = walk.step;
        int wStep = w.stride();
        int first = w.from() + walk.column;
        int x1At = xAt + walk.next;
        for (int d = 0; d < depth; d++) {
            FloatVector x0 = FloatVector.broadcast(S, x[xAt + d * step]);
            FloatVector x1 = FloatVector.broadcast(S, x[x1At + d * step]);
            int p = first + d * wStep;
            FloatVector c = FloatVector.fromArray(S, ws, p);
            a0 = c.fma(x0, a0);
            b0 = c.fma(x1, b0);
            c = FloatVector.fromArray(S, ws, p + L);
            a1 = c.fma(x0, a1);
            b1 = c.fma(x1, b1);
            c = FloatVector.fromArray(S, ws, p + 2 * L);
            a2 = c.fma(x0, a2);
            b2 = c.fma(x1, b2);
            c = FloatVector.fromArray(S, ws, p + 3 * L);
            a3 = c.fma(x0, a3);
            b3 = c.fma(x1, b3);
        }
        a0.intoArray(zs, at);
        a1.intoArray(zs, at + L);
        a2.intoArray(zs, at + 2 * L);
        a3.intoArray(zs, at + 3 * L);
        b0.intoArray(zs, below);
        b1.intoArray(zs, below + L);
        b2.intoArray(zs, below + 2 * L);
        b3.intoArray(zs, below + 3 * L);
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

    /** Writes {@code z[i, d + n] = sum of x[i, word] w[n, word]} for four rows of x and the first four of w. */
    void products(Matrix z, int i, int d, Matrix x, Matrix w) {
        for (int half = 0; half < 4; half += 2) {
            addPartial(x.values(), x.at(i + half), x.stride(), w, w.from(), half * 4 * L);
        }
        LaneSums.sum(partial, sums, 0);
        for (int n = 0; n < LaneSums.COUNT; n++) {
            z.values()[z.at(i + n / 4) + d + n % 4] = sums[n];
        }
    }

    /** Two rows of x and four of w: eight registers of sums, still spread over the lanes. */
    private void addPartial(float[] x, int xAt, int columns, Matrix w, int wAt, int at) {
        FloatVector a0 = FloatVector.zero(S);
        FloatVector a1 = a0;
        FloatVector a2 = a0;
        FloatVector a3 = a0;
        FloatVector b0 = a0;
        FloatVector b1 = a0;
        FloatVector b2 = a0;
        FloatVector b3 = a0;
        float[] ws = w.values();
        for (int k = 0; k < columns; k += L) {
            FloatVector x0 = FloatVector.fromArray(S, x, xAt + k);
            FloatVector x1 = FloatVector.fromArray(S, x, xAt + columns + k);
            FloatVector c = FloatVector.fromArray(S, ws, wAt + k);
            a0 = c.fma(x0, a0);
            b0 = c.fma(x1, b0);
            c = FloatVector.fromArray(S, ws, wAt + w.stride() + k);
            a1 = c.fma(x0, a1);
            b1 = c.fma(x1, b1);
            c = FloatVector.fromArray(S, ws, wAt + 2 * w.stride() + k);
            a2 = c.fma(x0, a2);
            b2 = c.fma(x1, b2);
            c = FloatVector.fromArray(S, ws, wAt + 3 * w.stride() + k);
            a3 = c.fma(x0, a3);
            b3 = c.fma(x1, b3);
        }
        float[] into = partial;
        a0.intoArray(into, at);
        a1.intoArray(into, at + L);
        a2.intoArray(into, at + 2 * L);
        a3.intoArray(into, at + 3 * L);
        b0.intoArray(into, at + 4 * L);
        b1.intoArray(into, at + 5 * L);
        b2.intoArray(into, at + 6 * L);
        b3.intoArray(into, at + 7 * L);
    }
}
