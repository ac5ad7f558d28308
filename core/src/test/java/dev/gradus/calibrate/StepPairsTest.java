package dev.gradus.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Forecast;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Network;
import dev.gradus.forecast.StepTime;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StepPairsTest {

    @Test
    void firstStepsCountForLessInAJobThatIsLongerThanItsTrial() {
        // Eight slow steps of 3 s, then eight of 1 s; read at every fourth.
        double steady = Trial.steady(List.of(4L, 8L, 12L, 16L), List.of(12.0, 24.0, 28.0, 32.0));

        assertThat(steady).isEqualTo(1);
        assertThat(Trial.lengthened(32, 16, steady, 16)).isEqualTo(2);
        assertThat(Trial.lengthened(32, 16, steady, 160)).isEqualTo((32 + 144) / 160.0);
    }

    @Test
    void aTrialThatWasReadOnceIsTakenAsItIs() {
        assertThat(Trial.steady(List.of(4L), List.of(12.0))).isNaN();
        assertThat(Trial.lengthened(32, 16, Double.NaN, 160)).isEqualTo(2);
    }

    private static final Cost SUMS = new Cost(5e-6, 1e-10);

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    private static Work work(int units, double each, Sum... sums) {
        return new Work("allreduce", units, false, 1, new Cost(each, each), 1, List.of(sums));
    }

    private static Machine machine(Jitter jitter) {
        return new Machine(2, Map.of(2, 1.2), SUMS, jitter, 0);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aStepOfTwoRanksTakesAsLongAsItTook(SplittableRandom random) {
        Work work = work(
                random.nextInt(2, 40),
                Math.pow(10, random.nextDouble(-6, -3)),
                new Sum(Math.pow(10, random.nextDouble(1, 6)), 0, random.nextDouble(1e-3), 1),
                Sum.dense(Math.pow(10, random.nextDouble(1, 6))));
        Jitter jitter = random.nextBoolean() ? Jitter.none() : Jitter.of(new double[] {1, 1.1, 1, 3});
        double compute = work.compute().seconds(work.most(2)) * 1.2;
        double together = compute * random.nextDouble(1, 6);

        Machine tuned = StepPairs.tuned(machine(jitter), work, together, 0.3);

        assertThat(StepTime.of(work, 2, tuned, Cluster.thisMachine()).seconds())
                .isCloseTo(together, within(1e-9 * together));
    }

    @Test
    void runsThatDifferWidenTheBand() {
        Work work = work(8, 1e-4, Sum.dense(1e3));

        Machine alike = StepPairs.tuned(machine(Jitter.none()), work, 1e-3, 0);
        Machine apart = StepPairs.tuned(machine(Jitter.none()), work, 1e-3, 0.4);

        assertThat(Forecast.of(work, apart, Cluster.thisMachine()).at(2).low())
                .isLessThan(
                        Forecast.of(work, alike, Cluster.thisMachine()).at(2).low());
    }

    @Test
    void aNetworkIsForecastWithoutWhatRanksOfThisMachineTook() {
        Work work = work(8, 1e-4, Sum.dense(1e3));
        Cluster cluster = Cluster.of(Network.preset("10gbit"));

        Machine tuned = StepPairs.tuned(machine(Jitter.none()), work, 5e-3, 0);

        assertThat(StepTime.of(work, 4, tuned, cluster).seconds())
                .isEqualTo(StepTime.of(work, 4, machine(Jitter.none()), cluster).seconds());
    }
}
