package dev.gradus.simd;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.BITWISE_BLEND;

import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of a tile of word2vec, of two predicting vectors and a <em>block</em> of eight columns, which are read
 * where they lie.
 *
 * <p>The first round of {@link LaneSums} is made in the registers that the sums were formed in: the products of both
 * vectors with a column become one register.
 */
final class TableProducts {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Columns of a block. */
    static final int C = 8;

    /** Where the columns of a tile begin in the table. */
    record Columns(float[] table, int[] at) {}

    private final int stride;

    /**
     * A register for each column, which has half-sums of the products of both vectors in its lanes; where registers are
     * not those of {@link LaneSums}, the sixteen products themselves.
     */
    private final float[] partial = new float[Math.max(C * L, LaneSums.COUNT)];

    TableProducts(int stride) {
        this.stride = stride;
    }

    /** Multiplies two vectors and the eight columns from {@code first} on, for {@link #sum}. */
    void multiply(float[] x, int x0At, int x1At, Columns columns, int first) {
        multiplyFour(x, x0At, x1At, columns, first, 0);
        multiplyFour(x, x0At, x1At, columns, first + C / 2, C / 2);
    }

    /** The same for four columns; those that are missing give 0. */
    void multiplyHalf(float[] x, int x0At, int x1At, Columns columns, int first) {
        if (L == LaneSums.COUNT) {
            Arrays.fill(partial, C / 2 * L, C * L, 0);
        } else {
            Arrays.fill(partial, 0);
        }
        multiplyFour(x, x0At, x1At, columns, first, 0);
    }

    /**
     * Four columns from {@code first} on, which become those from {@code column} on of the block. Eight sums, because
     * four cycles pass until one can go on.
     */
    private void multiplyFour(float[] x, int x0At, int x1At, Columns columns, int first, int column) {
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, a1 = zero, a2 = zero, a3 = zero;
        FloatVector b0 = zero, b1 = zero, b2 = zero, b3 = zero;
        float[] table = columns.table();
        int[] at = columns.at();
        int q0 = at[first], q1 = at[first + 1], q2 = at[first + 2], q3 = at[first + 3];
        for (int k = 0; k < stride; k += L) {
            FloatVector x0 = FloatVector.fromArray(S, x, x0At + k);
            FloatVector x1 = FloatVector.fromArray(S, x, x1At + k);
            FloatVector c = FloatVector.fromArray(S, table, q0 + k);
            a0 = c.fma(x0, a0);
            b0 = c.fma(x1, b0);
            c = FloatVector.fromArray(S, table, q1 + k);
            a1 = c.fma(x0, a1);
            b1 = c.fma(x1, b1);
            c = FloatVector.fromArray(S, table, q2 + k);
            a2 = c.fma(x0, a2);
            b2 = c.fma(x1, b2);
            c = FloatVector.fromArray(S, table, q3 + k);
            a3 = c.fma(x0, a3);
            b3 = c.fma(x1, b3);
        }
        if (L != LaneSums.COUNT) {
            partial[column] = a0.reduceLanes(ADD);
            partial[C + column] = b0.reduceLanes(ADD);
            partial[column + 1] = a1.reduceLanes(ADD);
            partial[C + column + 1] = b1.reduceLanes(ADD);
            partial[column + 2] = a2.reduceLanes(ADD);
            partial[C + column + 2] = b2.reduceLanes(ADD);
            partial[column + 3] = a3.reduceLanes(ADD);
            partial[C + column + 3] = b3.reduceLanes(ADD);
            return;
        }
        int to = column * L;
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, LaneSums.SECOND, 0);
        IntVector a = a0.reinterpretAsInts();
        IntVector b = b0.reinterpretAsInts();
        FloatVector own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        FloatVector other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(partial, to);
        a = a1.reinterpretAsInts();
        b = b1.reinterpretAsInts();
        own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(partial, to + L);
        a = a2.reinterpretAsInts();
        b = b2.reinterpretAsInts();
        own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(partial, to + 2 * L);
        a = a3.reinterpretAsInts();
        b = b3.reinterpretAsInts();
        own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(partial, to + 3 * L);
    }

    /** Writes the sixteen products, first those of the first vector. */
    void sum(float[] into, int at) {
        if (L == LaneSums.COUNT) {
            LaneSums.sumEight(partial, into, at);
        } else {
            System.arraycopy(partial, 0, into, at, LaneSums.COUNT);
        }
    }
}
