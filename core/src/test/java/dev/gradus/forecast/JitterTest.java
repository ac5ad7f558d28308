package dev.gradus.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JitterTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 10).mapToObj(SplittableRandom::new);
    }

    @Test
    void workThatNeverVariesMakesNobodyWait() {
        assertThat(Jitter.none().most(1024)).isCloseTo(1, within(1e-12));
        assertThat(Jitter.of(new double[] {3, 3, 3}).most(8)).isCloseTo(1, within(1e-12));
    }

    @Test
    void theSlowestOfEvenlySpreadDrawsIsKnown() {
        double[] even = new double[1000];
        for (int i = 0; i < even.length; i++) {
            even[i] = 1 + (i + 0.5) / even.length; // between 1 and 2, so the largest of n is 1 + n / (n + 1)
        }
        Jitter jitter = Jitter.of(even);

        for (int ranks : new int[] {1, 2, 4, 16}) {
            double largest = 1 + ranks / (ranks + 1.0);
            assertThat(jitter.most(ranks)).isCloseTo(largest / 1.5, within(2e-3));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theMeanOfTheLargestOfDrawsIsWhatTheFormulaSays(SplittableRandom random) {
        double[] durations = random.doubles(200, 0.5, 4).toArray();
        Jitter jitter = Jitter.of(durations);
        int ranks = random.nextInt(2, 9);

        double sum = 0;
        int rounds = 40_000;
        for (int round = 0; round < rounds; round++) {
            double most = 0;
            for (int rank = 0; rank < ranks; rank++) {
                most = Math.max(most, jitter.draw(random));
            }
            sum += most;
        }

        assertThat(sum / rounds).isCloseTo(jitter.most(ranks), within(0.02));
    }

    @Test
    void durationsWithoutAMeanAreRefused() {
        assertThatThrownBy(() -> Jitter.of(new double[0])).hasMessage("durations have no mean: count=0, mean=0.0");
    }
}
