package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.RunObserver;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A run on servers goes on from a checkpoint with all that its rule remembered there. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ServedResumeTest {

    private static RunResult run(Job job, Kinds kinds, CheckpointStore store) throws Exception {
        kinds.check(job);
        return new ThreadLauncher().run(job, new Launcher.Surroundings(RunObserver.none(), List.of(), store, kinds));
    }

    /** Ends with the parameters of a run that never stopped, also if it goes on with other ranks and servers. */
    private static Checkpoint goesOn(Job job, Kinds kinds, long ranks, long servers) throws Exception {
        RunResult expected = run(job, kinds, CheckpointStore.none());
        KeptCheckpoints kept = new KeptCheckpoints(null);
        run(job.with(JobKeys.CHECKPOINT_EVERY, 5L), kinds, kept);

        Job rest = job.with(JobKeys.RANKS, ranks).with(JobKeys.SERVERS, servers);
        RunResult result = run(rest, kinds, new KeptCheckpoints(kept.first()));

        assertThat(result.parameters()).isEqualTo(expected.parameters());
        assertThat(kept.first().place().step()).isEqualTo(5);
        assertThat(result.reports().get(0).steps())
                .isEqualTo(expected.reports().get(0).steps());
        return kept.first();
    }

    @ParameterizedTest
    @CsvSource({"sgd, 0", "momentum, 1", "nesterov, 1", "adagrad, 1", "adam, 2"})
    void denseRowsInStepEndWithTheBitsOfOneRun(String rule, int arrays) throws Exception {
        Job job = Runs.job(
                "strategy.kind",
                "server",
                "strategy.consistency",
                "sync",
                "ranks",
                2,
                "epochs",
                2,
                "servers",
                2,
                "optimizer.kind",
                rule);

        Checkpoint taken = goesOn(job, Kinds.load(), 3, 1);

        assertThat(taken.state()).hasSize(arrays);
        assertThat(taken.state()).allSatisfy(array -> assertThat(array).isNotEqualTo(new float[array.length]));
    }

    @ParameterizedTest
    @CsvSource({"sgd, 0", "momentum, 1", "nesterov, 1", "adagrad, 1", "ftrl, 2", "adam, 2"})
    void sparseRowsInStepEndWithTheBitsOfOneRun(String rule, int arrays) throws Exception {
        Job job = Clicks.job(
                "strategy.kind",
                "server",
                "strategy.consistency",
                "sync",
                "ranks",
                2,
                "epochs",
                2,
                "servers",
                3,
                "optimizer.kind",
                rule,
                "model.l1",
                0.001,
                "model.l2",
                0.01);

        Checkpoint taken = goesOn(job, Clicks.kinds(), 1, 2);

        assertThat(taken.state()).hasSize(arrays);
        assertThat(taken.state()).allSatisfy(array -> assertThat(array).isNotEqualTo(new float[array.length]));
    }

    @ParameterizedTest
    @CsvSource({"async, momentum", "bounded, adam"})
    void oneWorkerThatIsNotInStepEndsWithTheBitsOfOneRun(String consistency, String rule) throws Exception {
        Job job = Runs.job(
                "strategy.kind",
                "server",
                "strategy.consistency",
                consistency,
                "ranks",
                1,
                "epochs",
                2,
                "servers",
                2,
                "optimizer.kind",
                rule);

        goesOn(job, Kinds.load(), 1, 2);
    }
}
