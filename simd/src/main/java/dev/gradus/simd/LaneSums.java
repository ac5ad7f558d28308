package dev.gradus.simd;

import static jdk.incubator.vector.VectorOperators.ADD;
import static jdk.incubator.vector.VectorOperators.BITWISE_BLEND;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
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
    private static final VectorSpecies<Integer> BITS = IntVector.SPECIES_PREFERRED;
    private static final int L = Lanes.COUNT;

    static final VectorShuffle<Float> SWAP8 = swap(8);
    private static final VectorShuffle<Float> SWAP4 = swap(4);
    private static final VectorShuffle<Float> SWAP2 = swap(2);
    private static final VectorShuffle<Float> SWAP1 = swap(1);

    /** All ones in the lanes that take from the second register, for distances 8, 4, 2 and 1. */
    static final int[] SECOND = second();

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
                sums[at + i] = FloatVector.fromArray(S, x, i * L).reduceLanes(ADD);
            }
            return;
        }
        toEight(x);
        sumEight(x, sums, at);
    }

    /** Registers i and i + 8 become register i. */
    private static void toEight(float[] x) {
        IntVector second = IntVector.fromArray(BITS, SECOND, 0);
        for (int i = 0; i < 8 * L; i += L) {
            IntVector a = FloatVector.fromArray(S, x, i).reinterpretAsInts();
            IntVector b = FloatVector.fromArray(S, x, i + 8 * L).reinterpretAsInts();
            FloatVector crossed = b.lanewise(BITWISE_BLEND, a, second).reinterpretAsFloats();
            a.lanewise(BITWISE_BLEND, b, second)
                    .reinterpretAsFloats()
                    .add(crossed.rearrange(SWAP8))
                    .intoArray(x, i);
        }
    }

    /**
     * The rounds after the first, in registers: of eight that lie at the start of {@code x} and have sums of two in
     * their lanes. Shuffles are named where they are used, because only a constant becomes an instruction.
     */
    static void sumEight(float[] x, float[] sums, int at) {
        IntVector second = IntVector.fromArray(BITS, SECOND, L);
        IntVector r0 = FloatVector.fromArray(S, x, 0).reinterpretAsInts();
        IntVector r1 = FloatVector.fromArray(S, x, L).reinterpretAsInts();
        IntVector r2 = FloatVector.fromArray(S, x, 2 * L).reinterpretAsInts();
        IntVector r3 = FloatVector.fromArray(S, x, 3 * L).reinterpretAsInts();
        IntVector r4 = FloatVector.fromArray(S, x, 4 * L).reinterpretAsInts();
        IntVector r5 = FloatVector.fromArray(S, x, 5 * L).reinterpretAsInts();
        IntVector r6 = FloatVector.fromArray(S, x, 6 * L).reinterpretAsInts();
        IntVector r7 = FloatVector.fromArray(S, x, 7 * L).reinterpretAsInts();
        FloatVector own = r0.lanewise(BITWISE_BLEND, r4, second).reinterpretAsFloats();
        FloatVector other = r4.lanewise(BITWISE_BLEND, r0, second).reinterpretAsFloats();
        r0 = own.add(other.rearrange(SWAP4)).reinterpretAsInts();
        own = r1.lanewise(BITWISE_BLEND, r5, second).reinterpretAsFloats();
        other = r5.lanewise(BITWISE_BLEND, r1, second).reinterpretAsFloats();
        r1 = own.add(other.rearrange(SWAP4)).reinterpretAsInts();
        own = r2.lanewise(BITWISE_BLEND, r6, second).reinterpretAsFloats();
        other = r6.lanewise(BITWISE_BLEND, r2, second).reinterpretAsFloats();
        r2 = own.add(other.rearrange(SWAP4)).reinterpretAsInts();
        own = r3.lanewise(BITWISE_BLEND, r7, second).reinterpretAsFloats();
        other = r7.lanewise(BITWISE_BLEND, r3, second).reinterpretAsFloats();
        r3 = own.add(other.rearrange(SWAP4)).reinterpretAsInts();
        second = IntVector.fromArray(BITS, SECOND, 2 * L);
        own = r0.lanewise(BITWISE_BLEND, r2, second).reinterpretAsFloats();
        other = r2.lanewise(BITWISE_BLEND, r0, second).reinterpretAsFloats();
        r0 = own.add(other.rearrange(SWAP2)).reinterpretAsInts();
        own = r1.lanewise(BITWISE_BLEND, r3, second).reinterpretAsFloats();
        other = r3.lanewise(BITWISE_BLEND, r1, second).reinterpretAsFloats();
        r1 = own.add(other.rearrange(SWAP2)).reinterpretAsInts();
        second = IntVector.fromArray(BITS, SECOND, 3 * L);
        own = r0.lanewise(BITWISE_BLEND, r1, second).reinterpretAsFloats();
        other = r1.lanewise(BITWISE_BLEND, r0, second).reinterpretAsFloats();
        own.add(other.rearrange(SWAP1)).intoArray(sums, at);
    }
}
