package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products of small matrices whose rows are whole registers long. Sixteen sums, four rows by four registers, stay in
 * registers while the factors pass by; each factor that is loaded serves four of them.
 */
final class RowProducts {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Rows, and registers of a row, that are worked on together. */
    private static final int T = 4;

    /** A matrix in an array: element (i, k) stands at {@code at + i * row + k * column}. */
    record Matrix(float[] values, int at, int row, int column) {

        int index(int i, int k) {
            return at + i * row + k * column;
        }
    }

    /** How large: the result is {@code rows x columns}, and each of its sums has {@code terms} terms. */
    record Size(int rows, int terms, int columns) {}

    private RowProducts() {}

    /** Adds a * b to {@code out}; rows of b and of the result lie side by side in whole registers. */
    static void add(Matrix out, Matrix a, Matrix b, Size size) {
        // Columns first: the part of b that they need stays in the fastest cache for all rows.
        for (int c = 0; c < size.columns; c += T * L) {
            boolean wide = c + T * L <= size.columns;
            for (int r = 0; r < size.rows; r += T) {
                if (wide && r + T <= size.rows) {
                    addTile(out, a, b, r, c, size.terms);
                } else {
                    addEdge(out, a, b, r, c, size);
                }
            }
        }
    }

    private static void addTile(Matrix out, Matrix a, Matrix b, int r, int c, int terms) {
        float[] y = out.values;
        float[] x = a.values;
        float[] w = b.values;
        int o0 = out.index(r, c), o1 = o0 + out.row, o2 = o1 + out.row, o3 = o2 + out.row;
        int i0 = a.index(r, 0), i1 = i0 + a.row, i2 = i1 + a.row, i3 = i2 + a.row;
        FloatVector a0 = FloatVector.fromArray(S, y, o0), a1 = FloatVector.fromArray(S, y, o0 + L);
        FloatVector a2 = FloatVector.fromArray(S, y, o0 + 2 * L), a3 = FloatVector.fromArray(S, y, o0 + 3 * L);
        FloatVector b0 = FloatVector.fromArray(S, y, o1), b1 = FloatVector.fromArray(S, y, o1 + L);
        FloatVector b2 = FloatVector.fromArray(S, y, o1 + 2 * L), b3 = FloatVector.fromArray(S, y, o1 + 3 * L);
        FloatVector c0 = FloatVector.fromArray(S, y, o2), c1 = FloatVector.fromArray(S, y, o2 + L);
        FloatVector c2 = FloatVector.fromArray(S, y, o2 + 2 * L), c3 = FloatVector.fromArray(S, y, o2 + 3 * L);
        FloatVector d0 = FloatVector.fromArray(S, y, o3), d1 = FloatVector.fromArray(S, y, o3 + L);
        FloatVector d2 = FloatVector.fromArray(S, y, o3 + 2 * L), d3 = FloatVector.fromArray(S, y, o3 + 3 * L);
        for (int k = 0, p = b.index(0, c), q = 0; k < terms; k++, p += b.row, q += a.column) {
            FloatVector w0 = FloatVector.fromArray(S, w, p), w1 = FloatVector.fromArray(S, w, p + L);
            FloatVector w2 = FloatVector.fromArray(S, w, p + 2 * L), w3 = FloatVector.fromArray(S, w, p + 3 * L);
            FloatVector f = FloatVector.broadcast(S, x[i0 + q]);
            a0 = w0.fma(f, a0);
            a1 = w1.fma(f, a1);
            a2 = w2.fma(f, a2);
            a3 = w3.fma(f, a3);
            f = FloatVector.broadcast(S, x[i1 + q]);
            b0 = w0.fma(f, b0);
            b1 = w1.fma(f, b1);
            b2 = w2.fma(f, b2);
            b3 = w3.fma(f, b3);
            f = FloatVector.broadcast(S, x[i2 + q]);
            c0 = w0.fma(f, c0);
            c1 = w1.fma(f, c1);
            c2 = w2.fma(f, c2);
            c3 = w3.fma(f, c3);
            f = FloatVector.broadcast(S, x[i3 + q]);
            d0 = w0.fma(f, d0);
            d1 = w1.fma(f, d1);
            d2 = w2.fma(f, d2);
            d3 = w3.fma(f, d3);
        }
        a0.intoArray(y, o0);
        a1.intoArray(y, o0 + L);
        a2.intoArray(y, o0 + 2 * L);
        a3.intoArray(y, o0 + 3 * L);
        b0.intoArray(y, o1);
        b1.intoArray(y, o1 + L);
        b2.intoArray(y, o1 + 2 * L);
        b3.intoArray(y, o1 + 3 * L);
        c0.intoArray(y, o2);
        c1.intoArray(y, o2 + L);
        c2.intoArray(y, o2 + 2 * L);
        c3.intoArray(y, o2 + 3 * L);
        d0.intoArray(y, o3);
        d1.intoArray(y, o3 + L);
        d2.intoArray(y, o3 + 2 * L);
        d3.intoArray(y, o3 + 3 * L);
    }

    /** The same, register by register, for what is left at the edges. */
    private static void addEdge(Matrix out, Matrix a, Matrix b, int r, int c, Size size) {
        for (int i = r; i < Math.min(r + T, size.rows); i++) {
            for (int j = c; j < Math.min(c + T * L, size.columns); j += L) {
                FloatVector sum = FloatVector.fromArray(S, out.values, out.index(i, j));
                for (int k = 0; k < size.terms; k++) {
                    FloatVector w = FloatVector.fromArray(S, b.values, b.index(k, j));
                    sum = w.fma(FloatVector.broadcast(S, a.values[a.index(i, k)]), sum);
                }
                sum.intoArray(out.values, out.index(i, j));
            }
        }
    }

    /**
     * Writes the products of rows of a with rows of b, both in whole registers, to {@code out}; {@code size.columns}
     * are the rows of b. Two rows of a and four of b at a time.
     */
    static void dots(Matrix out, Matrix a, Matrix b, Size size) {
        for (int j = 0; j < size.columns; j += T) {
            for (int i = 0; i < size.rows; i += 2) {
                if (j + T <= size.columns && i + 2 <= size.rows) {
                    eightDots(out, a, b, i, j, size.terms);
                } else {
                    fewDots(out, a, b, i, j, size);
                }
            }
        }
    }

    private static void eightDots(Matrix out, Matrix a, Matrix b, int i, int j, int terms) {
        float[] x = a.values;
        float[] w = b.values;
        int i0 = a.index(i, 0), i1 = i0 + a.row;
        int j0 = b.index(j, 0), j1 = j0 + b.row, j2 = j1 + b.row, j3 = j2 + b.row;
        FloatVector a0 = FloatVector.zero(S), a1 = a0, a2 = a0, a3 = a0, b0 = a0, b1 = a0, b2 = a0, b3 = a0;
        for (int k = 0; k < terms; k += L) {
            FloatVector x0 = FloatVector.fromArray(S, x, i0 + k);
            FloatVector x1 = FloatVector.fromArray(S, x, i1 + k);
            FloatVector f = FloatVector.fromArray(S, w, j0 + k);
            a0 = x0.fma(f, a0);
            b0 = x1.fma(f, b0);
            f = FloatVector.fromArray(S, w, j1 + k);
            a1 = x0.fma(f, a1);
            b1 = x1.fma(f, b1);
            f = FloatVector.fromArray(S, w, j2 + k);
            a2 = x0.fma(f, a2);
            b2 = x1.fma(f, b2);
            f = FloatVector.fromArray(S, w, j3 + k);
            a3 = x0.fma(f, a3);
            b3 = x1.fma(f, b3);
        }
        float[] y = out.values;
        int at = out.index(i, j);
        y[at] = a0.reduceLanes(VectorOperators.ADD);
        y[at + 1] = a1.reduceLanes(VectorOperators.ADD);
        y[at + 2] = a2.reduceLanes(VectorOperators.ADD);
        y[at + 3] = a3.reduceLanes(VectorOperators.ADD);
        y[at + out.row] = b0.reduceLanes(VectorOperators.ADD);
        y[at + out.row + 1] = b1.reduceLanes(VectorOperators.ADD);
        y[at + out.row + 2] = b2.reduceLanes(VectorOperators.ADD);
        y[at + out.row + 3] = b3.reduceLanes(VectorOperators.ADD);
    }

    private static void fewDots(Matrix out, Matrix a, Matrix b, int from, int fromB, Size size) {
        for (int i = from; i < Math.min(from + 2, size.rows); i++) {
            for (int j = fromB; j < Math.min(fromB + T, size.columns); j++) {
                FloatVector sum = FloatVector.zero(S);
                for (int k = 0; k < size.terms; k += L) {
                    FloatVector w = FloatVector.fromArray(S, b.values, b.index(j, k));
                    sum = FloatVector.fromArray(S, a.values, a.index(i, k)).fma(w, sum);
                }
                out.values[out.index(i, j)] = sum.reduceLanes(VectorOperators.ADD);
            }
        }
    }
}
