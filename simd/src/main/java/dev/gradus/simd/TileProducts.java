package dev.gradus.simd;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.BITWISE_BLEND;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of a tile of word2vec, of two predicting vectors and a <em>block</em> of eight columns, which are read
 * where they lie.
 *
 * <p>The first round of {@link LaneSums} is made in the registers that the sums were formed in: the two rows of a
 * column become one register.
 */
final class TileProducts {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    /** Columns of a block. */
    static final int C = 8;

    private final int stride;

    /** A register for each column; where registers are not those of {@link LaneSums}, the sums themselves. */
    private final float[] partial = new float[Math.max(C * L, LaneSums.COUNT)];

    TileProducts(int stride) {
        this.stride = stride;
    }

    /**
     * Multiplies two rows and the eight columns from {@code first} on: the products of the first row, then those of the
     * second, for {@link #sum}.
     */
    void multiply(float[] x, int x0At, int x1At, TileUpdates.Columns columns, int first) {
        multiplyFour(x, x0At, x1At, columns, first, 0);
        multiplyFour(x, x0At, x1At, columns, first + C / 2, C / 2);
    }

    /** Writes the sixteen products. */
    void sum(float[] into, int at) {
        if (L == LaneSums.COUNT) {
            LaneSums.sumEight(partial, into, at);
        } else {
            System.arraycopy(partial, 0, into, at, LaneSums.COUNT);
        }
    }

    /**
     * Four columns from {@code first} on, which become those from {@code column} on of the block. Eight sums, because
     * four cycles pass until one can go on.
     */
    private void multiplyFour(float[] x, int x0At, int x1At, TileUpdates.Columns columns, int first, int column) {
        FloatVector zero = FloatVector.zero(S);
        FloatVector a0 = zero, a1 = zero, a2 = zero, a3 = zero;
        FloatVector b0 = zero, b1 = zero, b2 = zero, b3 = zero;
        float[][] y = columns.homes();
        float[] y0 = y[first], y1 = y[first + 1], y2 = y[first + 2], y3 = y[first + 3];
        int[] yAt = columns.at();
        int y0At = yAt[first], y1At = yAt[first + 1], y2At = yAt[first + 2], y3At = yAt[first + 3];
        for (int k = 0; k < stride; k += L) {
            FloatVector x0 = FloatVector.fromArray(S, x, x0At + k);
            FloatVector x1 = FloatVector.fromArray(S, x, x1At + k);
            FloatVector c = FloatVector.fromArray(S, y0, y0At + k);
            a0 = c.fma(x0, a0);
            b0 = c.fma(x1, b0);
            c = FloatVector.fromArray(S, y1, y1At + k);
            a1 = c.fma(x0, a1);
            b1 = c.fma(x1, b1);
            c = FloatVector.fromArray(S, y2, y2At + k);
            a2 = c.fma(x0, a2);
            b2 = c.fma(x1, b2);
            c = FloatVector.fromArray(S, y3, y3At + k);
            a3 = c.fma(x0, a3);
            b3 = c.fma(x1, b3);
        }
        float[] into = partial;
        if (L != LaneSums.COUNT) {
            into[column] = a0.reduceLanes(ADD);
            into[C + column] = b0.reduceLanes(ADD);
            into[column + 1] = a1.reduceLanes(ADD);
            into[C + column + 1] = b1.reduceLanes(ADD);
            into[column + 2] = a2.reduceLanes(ADD);
            into[C + column + 2] = b2.reduceLanes(ADD);
            into[column + 3] = a3.reduceLanes(ADD);
            into[C + column + 3] = b3.reduceLanes(ADD);
            return;
        }
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, LaneSums.SECOND, 0);
        int at = column * L;
        IntVector a = a0.reinterpretAsInts();
        IntVector b = b0.reinterpretAsInts();
        FloatVector own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        FloatVector other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(into, at);
        a = a1.reinterpretAsInts();
        b = b1.reinterpretAsInts();
        own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(into, at + L);
        a = a2.reinterpretAsInts();
        b = b2.reinterpretAsInts();
        own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(into, at + 2 * L);
        a = a3.reinterpretAsInts();
        b = b3.reinterpretAsInts();
        own = a.lanewise(BITWISE_BLEND, b, second).reinterpretAsFloats();
        other = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
        own.add(other.rearrange(LaneSums.SWAP8)).intoArray(into, at + 3 * L);
    }
}
