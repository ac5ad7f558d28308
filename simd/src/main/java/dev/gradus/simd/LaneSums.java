package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums the lanes of sixteen registers at once. Two registers become one that has half-sums of either in its lanes;
 * after four such rounds each lane is the sum of one register. That takes 15 shuffles for all sixteen, where JDK 17
 * sums a single register by sixteen additions that wait for each other.
 */
final class LaneSums {

    /** Registers that are summed at once. */
    static final int COUNT = 16;

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    private static final VectorShuffle<Float> SWAP8 = swap(8);
    private static final VectorShuffle<Float> SWAP4 = swap(4);
    private static final VectorShuffle<Float> SWAP2 = swap(2);
    private static final VectorShuffle<Float> SWAP1 = swap(1);

    /** All ones in the lanes that take from the second register, for distances 8, 4, 2 and 1. */
    private static final int[] SECOND = second();

    private LaneSums() {}

    private static VectorShuffle<Float> swap(int distance) {
        return VectorShuffle.fromOp(S, lane -> (lane ^ distance) % L);
    }

    private static int[] second() {
        int[] bits = new int[4 * L];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = (i % L & 8 >> i / L) != 0 ? -1 : 0;
        }
        return bits;
    }

    /** Writes the sum of each register, of which sixteen lie at the start of {@code x}, to {@code sums}. Spoils x. */
    static void sum(float[] x, float[] sums, int at) {
        if (L != COUNT) {
            for (int i = 0; i < COUNT; i++) {
                sums[at + i] = FloatVector.fromArray(S, x, i * L).reduceLanes(VectorOperators.ADD);
            }
            return;
        }
        // One method each, because only a shuffle that is a constant where it is used becomes an instruction.
        toEight(x);
        toFour(x);
        toTwo(x);
        toOne(x);
        FloatVector.fromArray(S, x, 0).intoArray(sums, at);
    }

    /** Registers i and i + 8 become register i. */
    private static void toEight(float[] x) {
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 0 * L);
        for (int i = 0; i < 8 * L; i += L) {
            IntVector a = FloatVector.fromArray(S, x, i).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(S, x, i + 8 * L).reinterpretAsInts();
            FloatVector crossed =
                    b.lanewise(VectorOperators.BITWISE_BLEND, a, second).reinterpretAsFloats();
            a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                    .reinterpretAsFloats()
                    .add(crossed.rearrange(SWAP8))
                    .intoArray(x, i);
        }
    }

    /** Registers i and i + 4 become register i. */
    private static void toFour(float[] x) {
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 1 * L);
        for (int i = 0; i < 4 * L; i += L) {
            IntVector a = FloatVector.fromArray(S, x, i).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(S, x, i + 4 * L).reinterpretAsInts();
            FloatVector crossed =
                    b.lanewise(VectorOperators.BITWISE_BLEND, a, second).reinterpretAsFloats();
            a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                    .reinterpretAsFloats()
                    .add(crossed.rearrange(SWAP4))
                    .intoArray(x, i);
        }
    }

    /** Registers i and i + 2 become register i. */
    private static void toTwo(float[] x) {
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 2 * L);
        for (int i = 0; i < 2 * L; i += L) {
            IntVector a = FloatVector.fromArray(S, x, i).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(S, x, i + 2 * L).reinterpretAsInts();
            FloatVector crossed =
                    b.lanewise(VectorOperators.BITWISE_BLEND, a, second).reinterpretAsFloats();
            a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                    .reinterpretAsFloats()
                    .add(crossed.rearrange(SWAP2))
                    .intoArray(x, i);
        }
    }

    /** Registers 0 and 1 become register 0. */
    private static void toOne(float[] x) {
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 3 * L);
        for (int i = 0; i < 1 * L; i += L) {
            IntVector a = FloatVector.fromArray(S, x, i).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(S, x, i + 1 * L).reinterpretAsInts();
            FloatVector crossed =
                    b.lanewise(VectorOperators.BITWISE_BLEND, a, second).reinterpretAsFloats();
            a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                    .reinterpretAsFloats()
                    .add(crossed.rearrange(SWAP1))
                    .intoArray(x, i);
        }
    }
}
