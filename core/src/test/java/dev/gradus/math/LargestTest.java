package dev.gradus.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LargestTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 100).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theThresholdIsThatOfASortedCopy(SplittableRandom random) {
        int from = random.nextInt(3);
        float[] x = new float[from + 1 + random.nextInt(2000)];
        int kind = random.nextInt(3);
        for (int i = 0; i < x.length; i++) {
            x[i] = switch (kind) {
                case 0 -> Float.intBitsToFloat(random.nextInt());
                case 1 -> random.nextInt(5) - 2; // many equals
                default -> (float) random.nextDouble(-1, 1);
            };
        }
        int count = 1 + random.nextInt(x.length - from);

        Largest.Threshold threshold = new Largest().threshold(x, from, x.length, count);

        int[] sorted = new int[x.length - from];
        for (int i = from; i < x.length; i++) {
            sorted[i - from] = Float.floatToRawIntBits(x[i]) & Integer.MAX_VALUE;
        }
        Arrays.sort(sorted);
        int bits = sorted[sorted.length - count];
        long above = Arrays.stream(sorted).filter(magnitude -> magnitude > bits).count();
        assertThat(threshold).isEqualTo(new Largest.Threshold(bits, (int) (count - above)));
    }

    @Test
    void moreThanThereAreIsRefused() {
        assertThatThrownBy(() -> new Largest().threshold(new float[3], 1, 3, 3))
                .hasMessage("cannot take so many: count=3, length=2");
    }
}
