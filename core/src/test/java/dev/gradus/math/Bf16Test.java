package dev.gradus.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class Bf16Test {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyBitsAreRoundedToTheNearestAndTiesToEven(SplittableRandom random) {
        int from = random.nextInt(5);
        float[] x = new float[from + random.nextInt(3000)];
        for (int i = 0; i < x.length; i++) {
            int bits = random.nextInt();
            x[i] = Float.intBitsToFloat(i % 3 == 0 ? (bits & 0xFFFF_0000) | 0x8000 : bits); // a third are ties
        }
        float[] before = x.clone();
        float[] lost = new float[x.length];

        new Bf16().round(x, lost, from, x.length);

        for (int i = 0; i < x.length; i++) {
            float expected = i < from ? before[i] : nearest(before[i]);
            assertThat(Float.floatToIntBits(x[i])).as("%s", before[i]).isEqualTo(Float.floatToIntBits(expected));
            float gone = i < from ? 0 : before[i] - expected;
            assertThat(Float.floatToIntBits(lost[i])).isEqualTo(Float.floatToIntBits(gone));
        }
    }

    /** Compares the two neighbours of 16 bits by their exact distance. */
    private static float nearest(float x) {
        if (!Float.isFinite(x)) {
            return x;
        }
        int down = Float.floatToRawIntBits(x) & 0xFFFF_0000; // towards zero
        int up = down + 0x1_0000;
        BigDecimal magnitude = new BigDecimal(Math.abs((double) x));
        // Past the largest number, the next would be 2^128 if it were not infinite; that is what rounding compares
        // with.
        double above = (up & 0x7F80_0000) == 0x7F80_0000 ? 0x1p128 : Math.abs((double) Float.intBitsToFloat(up));
        BigDecimal toLow = magnitude.subtract(new BigDecimal(Math.abs((double) Float.intBitsToFloat(down))));
        BigDecimal toHigh = new BigDecimal(above).subtract(magnitude);
        int order = toLow.compareTo(toHigh);
        boolean low = order < 0 || (order == 0 && ((down >>> 16) & 1) == 0);
        return Float.intBitsToFloat(low ? down : up);
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                0x0000_0000,
                0x8000_0000,
                0x0000_0001,
                0x0000_8000,
                0x0000_8001,
                0x007F_FFFF,
                0x0080_0000,
                0x3F80_0000,
                0x3F80_8000,
                0x3F81_8000,
                0x7F7F_FFFF,
                0x7F7F_7FFF,
                0xFF7F_FFFF,
                0x7F80_0000,
                0xFF80_0000
            })
    void edgesAreRoundedLikeAnyOtherNumber(int bits) {
        float[] x = {Float.intBitsToFloat(bits)};

        new Bf16().round(x, new float[1], 0, 1);

        assertThat(Float.floatToRawIntBits(x[0]))
                .isEqualTo(Float.floatToRawIntBits(nearest(Float.intBitsToFloat(bits))));
    }

    @Test
    void noNumberIsNoNumberAfterwardsAndKeepsItsSign() {
        for (int bits : new int[] {0x7FFF_FFFF, 0xFFFF_FFFF, 0x7F80_0001, 0xFF80_0001, 0x7FC0_0000}) {
            float[] x = {Float.intBitsToFloat(bits)};
            float[] packed = new float[1];

            new Bf16().round(x, new float[1], 0, 1);
            Bf16.pack(packed, 0, x, 0, 1);
            Bf16.unpack(x, 0, 1, packed, 0);

            assertThat(x[0]).isNaN();
            assertThat(Float.floatToRawIntBits(x[0]) < 0).isEqualTo(bits < 0);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void roundedNumbersAreUnpackedAsTheyWerePacked(SplittableRandom random) {
        int length = random.nextInt(100);
        int from = random.nextInt(4);
        float[] x = new float[from + length + 2];
        for (int i = 0; i < x.length; i++) {
            x[i] = Float.intBitsToFloat(random.nextInt()); // signalling NaN too: no copy may change its bits
        }
        new Bf16().round(x, new float[x.length], 0, x.length);
        float[] packed = new float[3 + Bf16.floats(length)];
        float[] read = new float[x.length];

        Bf16.pack(packed, 3, x, from, from + length);
        Bf16.unpack(read, from, from + length, packed, 3);

        for (int i = 0; i < x.length; i++) {
            int expected = i >= from && i < from + length ? Float.floatToRawIntBits(x[i]) : 0;
            assertThat(Float.floatToRawIntBits(read[i])).isEqualTo(expected);
        }
    }
}
