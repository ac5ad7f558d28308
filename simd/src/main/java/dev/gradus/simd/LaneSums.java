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

    /** Writes the sum of each register, of which sixteen lie at the start of {@code x}, to {@code sums}. */
    static void sum(float[] x, float[] sums, int at) {
        if (L == COUNT) {
            sumHalves(x);
            sumQuarters(x, sums, at);
            return;
        }
        for (int i = 0; i < COUNT; i++) {
            sums[at + i] = FloatVector.fromArray(S, x, i * L).reduceLanes(VectorOperators.ADD);
        }
    }

    /** The other rounds: eight registers become four, two and one. */
    private static void sumQuarters(float[] x, float[] sums, int at) {
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, L);
        IntVector a;
        IntVector b;
        a = FloatVector.fromArray(S, x, 0).reinterpretAsInts();
        b = FloatVector.fromArray(S, x, 4 * L).reinterpretAsInts();
        FloatVector x0 = a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP4));
        a = FloatVector.fromArray(S, x, L).reinterpretAsInts();
        b = FloatVector.fromArray(S, x, 5 * L).reinterpretAsInts();
        FloatVector x1 = a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP4));
        a = FloatVector.fromArray(S, x, 2 * L).reinterpretAsInts();
        b = FloatVector.fromArray(S, x, 6 * L).reinterpretAsInts();
        FloatVector x2 = a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP4));
        a = FloatVector.fromArray(S, x, 3 * L).reinterpretAsInts();
        b = FloatVector.fromArray(S, x, 7 * L).reinterpretAsInts();
        FloatVector x3 = a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP4));
        second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 2 * L);
        a = x0.reinterpretAsInts();
        b = x2.reinterpretAsInts();
        x0 = a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP2));
        a = x1.reinterpretAsInts();
        b = x3.reinterpretAsInts();
        x1 = a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP2));
        second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 3 * L);
        a = x0.reinterpretAsInts();
        b = x1.reinterpretAsInts();
        a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                .reinterpretAsFloats()
                .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                        .reinterpretAsFloats()
                        .rearrange(SWAP1))
                .intoArray(sums, at);
    }

    /** The first round: registers i and i + 8 become register i. */
    private static void sumHalves(float[] x) {
        IntVector second = IntVector.fromArray(IntVector.SPECIES_PREFERRED, SECOND, 0);
        for (int i = 0; i < 8 * L; i += L) {
            IntVector a = FloatVector.fromArray(S, x, i).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(S, x, i + 8 * L).reinterpretAsInts();
            a.lanewise(VectorOperators.BITWISE_BLEND, b, second)
                    .reinterpretAsFloats()
                    .add(b.lanewise(VectorOperators.BITWISE_BLEND, a, second)
                            .reinterpretAsFloats()
                            .rearrange(SWAP8))
                    .intoArray(x, i);
        }
    }
}
