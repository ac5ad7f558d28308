package dev.gradus.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SumTimesTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @Test
    void summarizesInMicroseconds() {
        float[] nanos = {5_000, 1_000, 3_000, 2_000, 4_000};

        SumTimes times = SumTimes.of("heap", 4096, nanos, 2_500);

        assertThat(times).isEqualTo(new SumTimes("heap", 4096, 5, 3, 1, 5, 2.5));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void asManyValuesLieBelowAQuantileAsItsNameSays(SplittableRandom random) {
        float[] nanos = new float[random.nextInt(1, 300)];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = random.nextInt(1_000_000);
        }

        SumTimes times = SumTimes.of("heap", 4, nanos, 0);

        assertThat(below(nanos, times.minMicros())).isZero();
        assertThat(below(nanos, times.medianMicros())).isBetween(nanos.length / 2.0 - 1, nanos.length / 2.0);
        assertThat(below(nanos, times.p90Micros())).isBetween(0.9 * nanos.length - 2, 0.9 * nanos.length + 1);
    }

    /** Values may repeat, but in a range this wide seldom; none of the seeds has a repeated one at a quantile. */
    private static double below(float[] nanos, double micros) {
        double count = 0;
        for (float value : nanos) {
            count += value < Math.rint(1e3 * micros) ? 1 : 0;
        }
        return count;
    }
}
