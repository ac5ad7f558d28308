package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BottleneckTest {

    @Test
    void aRankThatComputesAllTheTimeIsLimitedByTheCpu() {
        Bottleneck bottleneck =
                of(report(0, "computeSeconds", 0.9, "exchangeSeconds", 0.1, "cpuSeconds", 0.95, "diskBytes", 0L));

        assertThat(bottleneck.kind()).isEqualTo("cpu");
        assertThat(bottleneck.shares().get("cpu")).isCloseTo(0.9, within(1e-9));
        assertThat(bottleneck.shares().get("network")).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void pausesOfTheCollectorCountAsCpu() {
        assertThat(of(report(0, "computeSeconds", 0.3, "gcSeconds", 0.3, "exchangeSeconds", 0.4))
                        .kind())
                .isEqualTo("cpu");
    }

    @Test
    void rowsThatAreReadNearlyAsFastAsMemoryDeliversAreLimitedByMemory() {
        RankReport fast = report(0, "computeSeconds", 0.9, "dataBytesPerSecond", 13e9, "memoryBytesPerSecond", 15e9);
        RankReport slow = report(0, "computeSeconds", 0.9, "dataBytesPerSecond", 5e9, "memoryBytesPerSecond", 15e9);

        assertThat(of(fast).kind()).isEqualTo("memory");
        assertThat(of(slow).kind()).isEqualTo("cpu");
    }

    @Test
    void whereTheProbeHadNothingToReadMemoryIsNotGuessed() {
        RankReport images = report(0, "computeSeconds", 0.9, "dataBytesPerSecond", 3e6, "memoryBytesPerSecond", 0.0);

        assertThat(of(images).kind()).isEqualTo("cpu");
    }

    @Test
    void timeBookedToTheDiskIsTheDisk() {
        assertThat(of(report(0, "computeSeconds", 0.3, "diskSeconds", 0.7)).kind())
                .isEqualTo("disk");
    }

    @Test
    void computeThatHadNoCpuWhileTheDiskWasBusyIsTheDisk() {
        RankReport blocked =
                report(0, "seconds", 10.0, "computeSeconds", 9.5, "cpuSeconds", 2.0, "diskBytes", 3_000_000_000L);

        assertThat(of(blocked).kind()).isEqualTo("disk");
    }

    @Test
    void computeThatHadNoCpuAndReadNothingWantsACore() {
        RankReport starved = report(0, "seconds", 10.0, "computeSeconds", 9.5, "cpuSeconds", 2.0, "diskBytes", 4096L);

        assertThat(of(starved).kind()).isEqualTo("cpu");
    }

    @Test
    void whereTheSystemTellsNoCpuTimeTheDiskIsNotGuessed() {
        RankReport untold =
                report(0, "seconds", 10.0, "computeSeconds", 9.5, "cpuSeconds", 0.0, "diskBytes", 3_000_000_000L);

        assertThat(of(untold).kind()).isEqualTo("cpu");
    }

    @Test
    void sendingAndTheWaitingThatAllRanksHaveAreTheNetwork() {
        RankReport one = report(0, "computeSeconds", 0.3, "exchangeSeconds", 0.7, "waitSeconds", 0.5);
        RankReport two = report(1, "computeSeconds", 0.35, "exchangeSeconds", 0.65, "waitSeconds", 0.5);

        Bottleneck bottleneck = of(one, two);

        assertThat(bottleneck.kind()).isEqualTo("network");
        assertThat(bottleneck.shares().get("waiting")).isZero();
    }

    @Test
    void waitingForOneSlowRankIsWaiting() {
        RankReport slow = report(2, "computeSeconds", 1.0, "exchangeSeconds", 0.0, "waitSeconds", 0.0);
        RankReport quick = report(0, "computeSeconds", 0.2, "exchangeSeconds", 0.8, "waitSeconds", 0.78);

        Bottleneck bottleneck = of(quick, quick, slow);

        assertThat(bottleneck.kind()).isEqualTo("waiting");
        assertThat(bottleneck.shares().get("waiting")).isCloseTo(0.52, within(1e-9));
    }

    @Test
    void aRunThatBookedNothingHasNoShares() {
        Bottleneck bottleneck = of(report(0));

        assertThat(bottleneck.kind()).isEqualTo("cpu");
        assertThat(bottleneck.shares().values()).containsOnly(0.0);
    }

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theLargestShareIsTheBottleneckAndAllAddUpToOne(SplittableRandom random) {
        List<RankReport> reports = new ArrayList<>();
        for (int rank = 0; rank < random.nextInt(1, 5); rank++) {
            double wait = random.nextDouble();
            reports.add(report(
                    rank,
                    "computeSeconds",
                    random.nextDouble(),
                    "exchangeSeconds",
                    wait + random.nextDouble(),
                    "waitSeconds",
                    wait,
                    "diskSeconds",
                    random.nextDouble()));
        }

        Bottleneck bottleneck = Bottleneck.of(reports);

        assertThat(bottleneck.shares().values().stream().mapToDouble(d -> d).sum())
                .isCloseTo(1, within(1e-9));
        assertThat(bottleneck.shares().values()).allMatch(share -> share <= share(bottleneck));
    }

    private static double share(Bottleneck bottleneck) {
        return bottleneck.shares().getOrDefault(bottleneck.kind(), -1.0);
    }

    private static Bottleneck of(RankReport... reports) {
        return Bottleneck.of(List.of(reports));
    }

    private static RankReport report(int rank, Object... figures) {
        return Reports.report(rank, figures);
    }
}
