package dev.gradus.simd;

import static dev.gradus.data.DenseRows.TILE;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The two passes over the rows of a tile: weights times rows, and rows times errors. Lanes are rows, so neither needs a
 * sum across a register. A <em>group</em> is as many rows as a register has lanes, a <em>block</em> is four groups:
 * four chains of additions hide the latency of one.
 *
 * <p>Methods take arrays and offsets, never vectors, which JDK 17 boxes when a call is not inlined.
 */
final class TileLoops {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Rows of a block. */
    static final int BLOCK = 4 * L;

    private final int features;

    TileLoops(int features) {
        this.features = features;
    }

    /** z[i] += sum of w[j] x[j, i] over the features j, for the rows i of a block. */
    void addScoresOfBlock(float[] x, int at, float[] w, int wAt, float[] z, int zAt) {
        FloatVector z0 = FloatVector.fromArray(S, z, zAt);
        FloatVector z1 = FloatVector.fromArray(S, z, zAt + L);
        FloatVector z2 = FloatVector.fromArray(S, z, zAt + 2 * L);
        FloatVector z3 = FloatVector.fromArray(S, z, zAt + 3 * L);
        for (int j = 0; j < features; j++) {
            FloatVector wj = FloatVector.broadcast(S, w[wAt + j]);
            int column = at + j * TILE;
            z0 = FloatVector.fromArray(S, x, column).fma(wj, z0);
            z1 = FloatVector.fromArray(S, x, column + L).fma(wj, z1);
            z2 = FloatVector.fromArray(S, x, column + 2 * L).fma(wj, z2);
            z3 = FloatVector.fromArray(S, x, column + 3 * L).fma(wj, z3);
        }
        z0.intoArray(z, zAt);
        z1.intoArray(z, zAt + L);
        z2.intoArray(z, zAt + 2 * L);
        z3.intoArray(z, zAt + 3 * L);
    }

    /** The same for the rows of a group. */
    void addScoresOfGroup(float[] x, int at, float[] w, int wAt, float[] z, int zAt) {
        FloatVector sum = FloatVector.fromArray(S, z, zAt);
        for (int j = 0; j < features; j++) {
            FloatVector wj = FloatVector.broadcast(S, w[wAt + j]);
            sum = FloatVector.fromArray(S, x, at + j * TILE).fma(wj, sum);
        }
        sum.intoArray(z, zAt);
    }

    /** sums[j, lane] += x[j, i] errors[i] for each feature j, over the rows i of a block. */
    void addGradientOfBlock(float[] x, int at, float[] errors, int errorsAt, float[] sums, int sumsAt) {
        FloatVector e0 = FloatVector.fromArray(S, errors, errorsAt);
        FloatVector e1 = FloatVector.fromArray(S, errors, errorsAt + L);
        FloatVector e2 = FloatVector.fromArray(S, errors, errorsAt + 2 * L);
        FloatVector e3 = FloatVector.fromArray(S, errors, errorsAt + 3 * L);
        for (int j = 0; j < features; j++) {
            int column = at + j * TILE;
            FloatVector even = FloatVector.fromArray(S, sums, sumsAt + j * L);
            even = FloatVector.fromArray(S, x, column).fma(e0, even);
            FloatVector odd = FloatVector.fromArray(S, x, column + L).mul(e1);
            even = FloatVector.fromArray(S, x, column + 2 * L).fma(e2, even);
            odd = FloatVector.fromArray(S, x, column + 3 * L).fma(e3, odd);
            even.add(odd).intoArray(sums, sumsAt + j * L);
        }
    }

    /** The same for the rows of a group. */
    void addGradientOfGroup(float[] x, int at, float[] errors, int errorsAt, float[] sums, int sumsAt) {
        FloatVector e = FloatVector.fromArray(S, errors, errorsAt);
        for (int j = 0; j < features; j++) {
            FloatVector sum = FloatVector.fromArray(S, sums, sumsAt + j * L);
            FloatVector.fromArray(S, x, at + j * TILE).fma(e, sum).intoArray(sums, sumsAt + j * L);
        }
    }

    /** sums[lane] += errors[i] over the rows {@code from} to {@code to}, which are whole groups. */
    static void addErrors(float[] errors, int from, int to, float[] sums, int sumsAt) {
        FloatVector sum = FloatVector.fromArray(S, sums, sumsAt);
        for (int i = from; i < to; i += L) {
            sum = sum.add(FloatVector.fromArray(S, errors, i));
        }
        sum.intoArray(sums, sumsAt);
    }
}
