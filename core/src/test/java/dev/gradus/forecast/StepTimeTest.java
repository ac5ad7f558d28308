package dev.gradus.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StepTimeTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 60).mapToObj(SplittableRandom::new);
    }

    private static Machine machine(Jitter jitter) {
        return new Machine(2, Map.of(2, 1.1), new Cost(5e-6, 1e-10), jitter, 0);
    }

    private static Work work(int units, Cost compute, Sum... sums) {
        return new Work("allreduce", units, false, 1, compute, 10, List.of(sums));
    }

    @Test
    void stepsWithoutCostsOfExchangeScaleAsRanksDo() {
        Work work = work(64, new Cost(0, 1e-3));
        Cluster cluster = Cluster.of(Network.preset("10gbit"));

        for (int ranks : new int[] {1, 2, 8, 64}) {
            assertThat(Forecast.of(work, machine(Jitter.none()), cluster)
                            .at(ranks)
                            .speedup())
                    .isCloseTo(ranks, within(1e-9));
        }
    }

    @Test
    void aSerialPartBoundsTheSpeedupAsAmdahlSays() {
        Work work = work(1024, new Cost(0.1, 0.9 / 1024));
        Forecast forecast = Forecast.of(work, machine(Jitter.none()), Cluster.of(Network.preset("100gbit")));

        for (int ranks : new int[] {2, 16, 1024}) {
            assertThat(forecast.at(ranks).speedup()).isCloseTo(1 / (0.1 + 0.9 / ranks), within(1e-9));
        }
        assertThat(forecast.at(1024).bottleneck()).isEqualTo(Part.SERIAL);
    }

    @Test
    void ranksBeyondTheVirtualShardsGainNothing() {
        Work work = work(4, new Cost(0, 1e-3));
        Forecast forecast = Forecast.of(work, machine(Jitter.none()), Cluster.of(Network.preset("10gbit")));

        assertThat(forecast.at(3).speedup()).isCloseTo(2, within(1e-9));
        assertThat(forecast.at(8).speedup()).isCloseTo(4, within(1e-9));
        assertThat(forecast.at(16).limit()).isEqualTo(Part.SHARDS);
    }

    @Test
    void coresThatSlowEachOtherAndTurnsOfAScheduleAreCounted() {
        Work work = work(8, new Cost(0, 1e-3));
        Forecast forecast = Forecast.of(work, machine(Jitter.none()), Cluster.thisMachine());

        assertThat(forecast.at(2).speedup()).isCloseTo(2 / 1.1, within(1e-9));
        assertThat(forecast.at(4).speedup()).isCloseTo(2 / 1.1, within(1e-9));
    }

    @Test
    void exchangeHidesBehindWhatIsStillComputed() {
        Network network = new Network("test", 0, 1e6, 0);
        Sum early = new Sum(2e3, 0, 5e-3, 1);
        Sum late = new Sum(1e3, 0, 0, 1);
        Work work = work(2, new Cost(0, 10e-3), early, late);

        StepTime step = StepTime.of(work, 2, machine(Jitter.none()), Cluster.of(network));

        assertThat(step.seconds(Part.NETWORK)).isCloseTo(1e-3, within(1e-9)); // 2 ms of the first are hidden
        assertThat(step.seconds()).isCloseTo(11e-3, within(1e-9));
    }

    @Test
    void halfAsMuchHidesWhereNoCoreIsFreeToMoveIt() {
        Network network = new Network("test", 0, 1e6, 0);
        Work work = work(2, new Cost(0, 10e-3), new Sum(4e3, 0, 5e-3, 1));
        Machine two = new Machine(2, Map.of(), new Cost(0, 0), Jitter.none(), 0);
        Machine four = new Machine(4, Map.of(), new Cost(0, 0), Jitter.none(), 0);
        Cluster shared = new Cluster(network, true);

        assertThat(StepTime.of(work, 2, two, shared).seconds()).isCloseTo(11.5e-3, within(1e-9));
        assertThat(new StepSimulation(work, 2, two, shared).seconds(10, 1)).isCloseTo(11.5e-3, within(1e-9));
        assertThat(StepTime.of(work, 2, four, shared).seconds()).isCloseTo(10e-3, within(1e-9));
        assertThat(StepTime.of(work, 2, two, Cluster.of(network)).seconds()).isCloseTo(10e-3, within(1e-9));
    }

    @Test
    void coresThatAllComputeCannotHideCopies() {
        Work work = work(2, new Cost(0, 10e-3), new Sum(1e7, 0, 5e-3, 1));

        StepTime step = StepTime.of(work, 2, machine(Jitter.none()), Cluster.thisMachine());

        assertThat(step.seconds(Part.NETWORK)).isCloseTo(1e-3, within(1e-9));
    }

    @Test
    void touchedRowsThatNobodySharesAreSentOnceMoreForEveryRank() {
        Sum apart = new Sum(1000, 1, 0, 1);
        Sum dense = Sum.dense(1000);

        assertThat(dense.bytes(2)).isCloseTo(1000, within(1e-9));
        assertThat(dense.bytes(1000)).isCloseTo(1998, within(1e-9));
        assertThat(apart.bytes(2)).isCloseTo(1000, within(1e-9));
        // Each of 2 ranks has 666.7 bytes: half of them go to the other, which sends half of 1,333.3 back.
        assertThat(apart.alone()).isCloseTo(1333.3, within(0.1));
        assertThat(apart.bytes(4)).isCloseTo(0.75 * (1333.3 / 4 + 1333.3), within(0.1));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theFormulaAndTheSimulationAgree(SplittableRandom random) {
        int units = 64;
        int ranks = 1 << random.nextInt(0, 6);
        Jitter jitter = Jitter.of(random.doubles(100, 0.8, 1.6).toArray());
        Cost compute = new Cost(random.nextDouble(1e-5, 1e-3), random.nextDouble(1e-5, 1e-3));
        double early = random.nextDouble(0, 5) * compute.each();
        Work work = work(
                units,
                compute,
                new Sum(Math.pow(10, random.nextDouble(2, 6)), 0, early, 1),
                new Sum(Math.pow(10, random.nextDouble(2, 6)), 0, 0, 1));
        Network network = new Network("test", random.nextDouble(5e-6, 2e-4), random.nextDouble(1e7, 1e9), 4e-6);
        Cluster cluster = random.nextBoolean() ? Cluster.of(network) : Cluster.thisMachine();
        Machine machine = machine(jitter);

        double formula = StepTime.of(work, ranks, machine, cluster).seconds();
        double played = new StepSimulation(work, ranks, machine, cluster).seconds(400, 1);

        assertThat(formula / played).as("ranks=%d, %s", ranks, cluster.name()).isBetween(0.85, 1.15);
    }

    @Test
    void theSameSeedPlaysTheSameSteps() {
        Machine machine = machine(Jitter.of(new double[] {1, 2, 3}));
        StepSimulation simulation =
                new StepSimulation(work(8, new Cost(0, 1e-3), Sum.dense(1e4)), 4, machine, Cluster.thisMachine());

        assertThat(simulation.seconds(50, 7)).isEqualTo(simulation.seconds(50, 7));
        assertThat(simulation.seconds(50, 7)).isNotEqualTo(simulation.seconds(50, 8));
    }
}
