package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that learn from rows and do not exchange gradients: those that average, and those that race. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RowStrategiesTest {

    /** A rank alone adds up its gradients as it likes, which is what no fixed order means. */
    @ParameterizedTest
    @CsvSource({"local, 1", "local, 3", "hogwild, 50"})
    void aRankAloneGivesTheBitsOfSequential(String strategy, int every) throws Exception {
        Job job = Runs.job("deterministic", false, "epochs", 2, "optimizer", "adam", "optimizer.rate", 0.01);

        RunResult alone = Runs.run(job.with(JobKeys.STRATEGY_KIND, strategy).with(TableKeys.EVERY, (long) every));

        RunResult sequential = Runs.run(job.with(JobKeys.STRATEGY_KIND, "sequential"));
        assertThat(Runs.hash(alone)).isEqualTo(Runs.hash(sequential));
    }

    /** One step of plain descent by each rank on as many rows moves their mean as their mean gradient would. */
    @ParameterizedTest
    @ValueSource(longs = {2, 4, 8})
    void averagingAfterEveryUpdateIsSynchronousDescent(long ranks) throws Exception {
        Job job = Runs.job("data.rows", 1024, "batchSize", 128, "epochs", 3).with(JobKeys.RANKS, ranks);

        RunResult local = Runs.run(job.with(JobKeys.STRATEGY_KIND, "local").with(TableKeys.EVERY, 1L));

        float[] expected = Runs.run(job).parameters();
        for (int i = 0; i < expected.length; i++) {
            assertThat(local.parameters()[i]).isCloseTo(expected[i], within(1e-4f));
        }
        assertThat(local.reports()).extracting(RankReport::parametersHash).containsOnly(Runs.hash(local));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sgd", "momentum", "adam"})
    void averagingGivesTheSameBitsEveryTimeAndOnEveryRank(String optimizer) throws Exception {
        Job job = local("optimizer", optimizer, "optimizer.rate", 0.01, "ranks", 3, "epochs", 3);

        RunResult one = Runs.run(job);

        assertThat(Runs.hash(Runs.run(job))).isEqualTo(Runs.hash(one));
        assertThat(one.reports()).extracting(RankReport::parametersHash).containsOnly(Runs.hash(one));
    }

    @Test
    void aStepOfRanksThatAverageIsSoManyBatches() throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        // 1000 rows in batches of 128 are 8 batches, so steps of 3, 3 and 2 of them.
        RunResult result = Runs.run(local("ranks", 2, "epochs", 2, "metrics.every", 1), recorder);

        assertThat(result.reports()).extracting(RankReport::steps).containsOnly(6L);
        assertThat(recorder.totals).containsExactly(6L, 2000L);
        assertThat(recorder.steps())
                .extracting(step -> step.samples())
                .containsExactly(384L, 768L, 1000L, 1384L, 1768L, 2000L);
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(2000);
        assertThat(Runs.sum(result, RankReport::syncs)).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void ranksThatRaceTakeEveryRowOnceAnEpoch(int ranks) throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        RunResult result = Runs.run(race("ranks", ranks, "epochs", 3), recorder);

        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(3000);
        assertThat(recorder.steps().get(recorder.steps().size() - 1).samples()).isEqualTo(3000);
        long perEpoch = (1000 + 128L * ranks - 1) / (128L * ranks) * ranks;
        assertThat(result.reports()).extracting(RankReport::steps).containsOnly(3 * perEpoch);
        assertThat(result.reports()).extracting(RankReport::parametersHash).containsOnly(Runs.hash(result));
    }

    @ParameterizedTest
    @CsvSource({"local, sgd", "local, momentum", "hogwild, sgd", "hogwild, adagrad"})
    void severalRanksLearnAsWellAsOne(String strategy, String optimizer) throws Exception {
        Job job = Runs.job(
                "data.rows", 4000, "epochs", 10, "batchSize", 64, "optimizer", optimizer, "optimizer.rate", 0.1);
        RankReport one = Runs.run(job).reports().get(0);

        RunResult several = Runs.run(job.with(JobKeys.STRATEGY_KIND, strategy)
                .with(JobKeys.RANKS, 4L)
                .with(TableKeys.EVERY, strategy.equals("local") ? 10L : 50L));

        RankReport four = several.reports().get(0);
        assertThat(four.accuracy()).isGreaterThan(one.accuracy() - 0.02);
    }

    @Test
    void aRunThatAveragesGoesOnExactly() throws Exception {
        Job job = local("ranks", 3, "epochs", 3, "optimizer", "momentum", "optimizer.rate", 0.05);
        String whole = Runs.hash(Runs.run(job));

        for (long stop = 1; stop < 9; stop++) {
            KeptCheckpoints kept = new KeptCheckpoints(null);
            run(job.with(JobKeys.CHECKPOINT_EVERY, stop), kept);
            RunResult rest = run(job, new KeptCheckpoints(kept.first()));
            assertThat(Runs.hash(rest)).as("stopped after step %d", stop).isEqualTo(whole);
        }
    }

    @Test
    void warmingUpLeavesNoTrace() throws Exception {
        Job cold = local("ranks", 2);

        RunResult warm = Runs.run(local("ranks", 2, "launch.warmUp", "30ms"));

        assertThat(Runs.hash(warm)).isEqualTo(Runs.hash(Runs.run(cold)));
        RunResult alone = Runs.run(race("ranks", 1, "launch.warmUp", "30ms"));
        assertThat(Runs.hash(alone)).isEqualTo(Runs.hash(Runs.run(race("ranks", 1))));
    }

    @Test
    void ranksThatRaceMustShareAProcess() {
        Job job = race("ranks", 2, "launch.kind", "processes");

        assertThatThrownBy(() -> Kinds.load().check(job))
                .isInstanceOf(JobException.class)
                .hasMessage("strategy.kind=hogwild needs ranks that share one memory, but launch.kind=processes; set"
                        + " launch.kind to threads, or strategy.kind to local or allreduce");
    }

    private static Job local(Object... settings) {
        return Runs.job(settings).with(JobKeys.STRATEGY_KIND, "local").with(TableKeys.EVERY, 3L);
    }

    private static Job race(Object... settings) {
        return Runs.job(settings).with(JobKeys.STRATEGY_KIND, "hogwild");
    }

    private static RunResult run(Job job, CheckpointStore store) throws RunFailedException {
        return new ThreadLauncher().run(job, new Launcher.Surroundings(RunObserver.none(), List.of(), store));
    }
}
