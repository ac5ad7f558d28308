package dev.gradus.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class SumSimulationTest {

    private static final Network GIGABIT = new Network("test", 100e-6, 125e6, 5e-6);

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @Test
    void twoRanksSendDirectlyInOneLatencyAndOneTransfer() {
        double seconds = last(Algorithm.DIRECT, 125_000, new double[2], GIGABIT);

        assertThat(seconds).isCloseTo(100e-6 + 1e-3, within(1e-12));
    }

    @Test
    void aRingTakesTwiceTheOthersInTurns() {
        double seconds = last(Algorithm.RING, 1_000_000, new double[4], GIGABIT);

        assertThat(seconds).isCloseTo(6 * (100e-6 + 250_000 / 125e6), within(1e-12));
    }

    @Test
    void doublingTakesTheLogarithmInTurns() {
        double seconds = last(Algorithm.DOUBLING, 4096, new double[16], GIGABIT);

        assertThat(seconds).isCloseTo(4 * (100e-6 + 4096 / 125e6), within(1e-12));
    }

    @Test
    void doublingOfAnOddNumberIsRefused() {
        assertThatThrownBy(() -> last(Algorithm.DOUBLING, 4096, new double[6], GIGABIT))
                .hasMessage("ranks are no power of two: ranks=6");
    }

    @ParameterizedTest
    @EnumSource(Algorithm.class)
    void formulasAndPlayedMessagesAgree(Algorithm algorithm) {
        for (int ranks = 2; ranks <= 64; ranks *= 2) {
            for (double bytes = 1 << 10; bytes <= 64 << 20; bytes *= 8) {
                double played = last(algorithm, bytes, new double[ranks], GIGABIT);
                double formula = SumTime.of(algorithm, bytes, ranks, GIGABIT).seconds();

                assertThat(formula / played)
                        .as("%s, ranks=%d, bytes=%.0f", algorithm, ranks, bytes)
                        .isBetween(0.8, 1.2);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void nobodyHasTheSumBeforeTheLastHasBegun(SplittableRandom random) {
        int ranks = 1 << random.nextInt(1, 6);
        double[] starts = random.doubles(ranks, 0, 0.01).toArray();
        double latest = Arrays.stream(starts).max().orElse(0);
        List<Algorithm> all = List.of(Algorithm.values());
        Algorithm algorithm = all.get(random.nextInt(all.size()));

        double[] done = SumSimulation.play(algorithm, random.nextDouble(1e3, 1e7), starts, GIGABIT);

        assertThat(Arrays.stream(done).min().orElse(0)).isGreaterThanOrEqualTo(latest);
    }

    private static double last(Algorithm algorithm, double bytes, double[] starts, Network network) {
        return Arrays.stream(SumSimulation.play(algorithm, bytes, starts, network))
                .max()
                .orElse(0);
    }
}
