package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.StepReading;
import dev.gradus.metrics.TracePart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class RankReadingsTest {

    /** Keeps what ranks tell of themselves, on any thread. */
    private static class Listener extends Runs.Recorder {

        private final List<RankReading> ranks = new ArrayList<>();
        private final AtomicInteger nows = new AtomicInteger();
        private final AtomicInteger traces = new AtomicInteger();
        private final AtomicInteger samples = new AtomicInteger();
        private final AtomicInteger notPassedOn = new AtomicInteger();

        @Override
        public void step(StepReading reading) {
            notPassedOn.incrementAndGet();
            super.step(reading);
        }

        @Override
        public void passOn() {
            notPassedOn.set(0);
        }

        @Override
        public synchronized void ranked(RankReading reading) {
            ranks.add(reading);
        }

        @Override
        public void now(StepReading reading) {
            nows.incrementAndGet();
        }

        @Override
        public void traced(TracePart part) {
            traces.incrementAndGet();
        }

        @Override
        public void sampled(ResourceReading reading) {
            samples.incrementAndGet();
        }

        private synchronized List<RankReading> ranks() {
            return List.copyOf(ranks);
        }
    }

    private static Listener run(Object... settings) throws RunFailedException {
        Listener listener = new Listener();
        Runs.run(Runs.job(settings), listener);
        return listener;
    }

    @ParameterizedTest
    @CsvSource({"2, allreduce, false", "4, allreduce, true", "3, allreduce, true", "2, local, true", "4, local, true"})
    void theMeanOverRanksIsWhatTheStepSaysOfAll(int ranks, String strategy, boolean deterministic) throws Exception {
        // 10 steps of 120 rows by 12 shards, so that any of these numbers of ranks divides them evenly.
        Listener told = run(
                "ranks",
                ranks,
                "strategy.kind",
                strategy,
                "deterministic",
                deterministic,
                "virtualShards",
                12,
                "batchSize",
                120,
                "data.rows",
                1200,
                "data.test",
                0.0,
                "metrics.every",
                1,
                "epochs",
                2);

        Map<Long, List<RankReading>> byStep = told.ranks().stream().collect(Collectors.groupingBy(RankReading::step));
        assertThat(byStep).hasSameSizeAs(told.steps());
        for (StepReading step : told.steps()) {
            List<RankReading> own = byStep.getOrDefault(step.step(), List.of());
            assertThat(own).hasSize(ranks);
            assertThat(own.stream().mapToDouble(RankReading::loss).average().orElseThrow())
                    .isCloseTo(step.loss(), within(1e-5));
            assertThat(own.stream().mapToDouble(RankReading::accuracy).average().orElseThrow())
                    .isCloseTo(step.accuracy(), within(1e-5));
        }
        assertThat(told.ranks().stream().map(RankReading::loss).distinct().count())
                .as("ranks see other rows")
                .isGreaterThan(told.steps().size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"hogwild", "server"})
    void ranksThatDoNotWaitForEachOtherTellOfThemselvesToo(String strategy) throws Exception {
        Listener told = run("ranks", 2, "strategy.kind", strategy, "epochs", 4);

        assertThat(told.ranks()).extracting(RankReading::rank).contains(0, 1);
        assertThat(told.ranks()).allMatch(reading -> reading.loss() > 0 && reading.accuracy() >= 0);
    }

    @Test
    void linesOfRanksAreFewHoweverLongTheRunIs() throws Exception {
        Listener told = run("ranks", 2, "epochs", 1000, "metrics.every", 1, "evaluate.every", 0);

        assertThat(told.steps().size()).isGreaterThan(5000);
        assertThat(told.ranks().size()).isBetween(200, 500);
    }

    @Test
    void aRunHasNoMoreThanTwoHundredLinesOfEachKindUnlessToldOtherwise() throws Exception {
        Listener told = run("ranks", 2, "epochs", 45, "evaluate.every", 0);

        assertThat(told.steps().get(told.steps().size() - 1).step()).isBetween(201L, 399L);
        assertThat(told.steps().size()).isBetween(100, 200);
        assertThat(told.ranks().size()).isBetween(200, 400);
    }

    @Test
    void whatWasToldIsPassedOnAtTheEnd() throws Exception {
        Listener told = run("ranks", 1, "evaluate.every", 0);

        assertThat(told.steps()).isNotEmpty();
        assertThat(told.notPassedOn).hasValue(0);
    }

    @Test
    void everyRankPassesOnWhatItTells() {
        AtomicInteger passed = new AtomicInteger();
        OwnReadings own = new OwnReadings(new Listener() {
            @Override
            public void passOn() {
                passed.incrementAndGet();
            }
        });

        own.passOn();

        assertThat(passed).hasValue(1);
    }

    @Test
    void oneRankIsTheWholeAndTellsNothingMore() throws Exception {
        assertThat(run("ranks", 1).ranks()).isEmpty();
    }

    @Test
    void aRunOfFewLinesStillSaysWhereItIs() throws Exception {
        Listener told = run("ranks", 1, "epochs", 20_000, "evaluate.every", 0);

        assertThat(told.nows.get()).isPositive();
    }

    @Test
    void withoutTraceNeitherStretchesNorResourcesAreTold() throws Exception {
        Listener with = run("ranks", 2);
        Listener without = run("ranks", 2, "metrics.trace", false);

        assertThat(with.traces.get()).isPositive();
        assertThat(with.samples.get()).isPositive();
        assertThat(without.traces.get()).isZero();
        assertThat(without.samples.get()).isZero();
    }
}
