package dev.gradus.simd;

import dev.gradus.model.vectors.DotKernel;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Queries times rows on the Vector API. Lanes are rows. Four queries and two registers of rows make eight sums that
 * stay in registers, so that six loads feed eight products; queries that are left over go one by one with four
 * registers.
 *
 * <p>Methods take arrays and offsets, never vectors, which JDK 17 boxes when a call is not inlined.
 */
final class VectorDotKernel implements DotKernel {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    @Override
    public void dots(float[] queries, int count, int width, float[] tile, float[] into) {
        int q = 0;
        for (; q + 4 <= count; q += 4) {
            for (int i = 0; i < TILE; i += 2 * L) {
                four(queries, q, width, tile, i, into);
            }
        }
        for (; q < count; q++) {
            for (int i = 0; i < TILE; i += 4 * L) {
                one(queries, q, width, tile, i, into);
            }
        }
    }

    /** Whether tiles are made of whole blocks of registers, as {@link #dots} needs them. */
    static boolean fits() {
        return TILE % (4 * L) == 0;
    }

    /** The products of queries {@code q} to {@code q + 4} with the rows {@code i} to {@code i + 2 * L} of the tile. */
    private static void four(float[] queries, int q, int width, float[] tile, int i, float[] into) {
        int q0 = q * width;
        int q1 = q0 + width;
        int q2 = q1 + width;
        int q3 = q2 + width;
        FloatVector a0 = FloatVector.zero(S);
        FloatVector a1 = FloatVector.zero(S);
        FloatVector b0 = FloatVector.zero(S);
        FloatVector b1 = FloatVector.zero(S);
        FloatVector c0 = FloatVector.zero(S);
        FloatVector c1 = FloatVector.zero(S);
        FloatVector d0 = FloatVector.zero(S);
        FloatVector d1 = FloatVector.zero(S);
        for (int j = 0; j < width; j++) {
            FloatVector x0 = FloatVector.fromArray(S, tile, i + j * TILE);
            FloatVector x1 = FloatVector.fromArray(S, tile, i + j * TILE + L);
            FloatVector a = FloatVector.broadcast(S, queries[q0 + j]);
            a0 = x0.fma(a, a0);
            a1 = x1.fma(a, a1);
            FloatVector b = FloatVector.broadcast(S, queries[q1 + j]);
            b0 = x0.fma(b, b0);
            b1 = x1.fma(b, b1);
            FloatVector c = FloatVector.broadcast(S, queries[q2 + j]);
            c0 = x0.fma(c, c0);
            c1 = x1.fma(c, c1);
            FloatVector d = FloatVector.broadcast(S, queries[q3 + j]);
            d0 = x0.fma(d, d0);
            d1 = x1.fma(d, d1);
        }
        int at = q * TILE + i;
        a0.intoArray(into, at);
        a1.intoArray(into, at + L);
        b0.intoArray(into, at + TILE);
        b1.intoArray(into, at + TILE + L);
        c0.intoArray(into, at + 2 * TILE);
        c1.intoArray(into, at + 2 * TILE + L);
        d0.intoArray(into, at + 3 * TILE);
        d1.intoArray(into, at + 3 * TILE + L);
    }

    /** The products of query {@code q} with the rows {@code i} to {@code i + 4 * L} of the tile. */
    private static void one(float[] queries, int q, int width, float[] tile, int i, float[] into) {
        FloatVector z0 = FloatVector.zero(S);
        FloatVector z1 = FloatVector.zero(S);
        FloatVector z2 = FloatVector.zero(S);
        FloatVector z3 = FloatVector.zero(S);
        for (int j = 0; j < width; j++) {
            FloatVector w = FloatVector.broadcast(S, queries[q * width + j]);
            int column = i + j * TILE;
            z0 = FloatVector.fromArray(S, tile, column).fma(w, z0);
            z1 = FloatVector.fromArray(S, tile, column + L).fma(w, z1);
            z2 = FloatVector.fromArray(S, tile, column + 2 * L).fma(w, z2);
            z3 = FloatVector.fromArray(S, tile, column + 3 * L).fma(w, z3);
        }
        int at = q * TILE + i;
        z0.intoArray(into, at);
        z1.intoArray(into, at + L);
        z2.intoArray(into, at + 2 * L);
        z3.intoArray(into, at + 3 * L);
    }
}
