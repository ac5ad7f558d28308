package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.TextBlocks;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.Tally;
import dev.gradus.optim.Schedule;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks learn together on tables, against plain loops. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TableStrategiesTest {

    /** 1,000 tokens in blocks of 30. */
    private static final int BLOCKS = 34;

    /** Keeps the last checkpoint. */
    private static final class Memory implements CheckpointStore {

        private final @Nullable Checkpoint start;
        volatile @Nullable Checkpoint stored;

        Memory(@Nullable Checkpoint start) {
            this.start = start;
        }

        @Override
        public @Nullable Checkpoint start() {
            return start;
        }

        @Override
        public void store(Checkpoint checkpoint) {
            stored = new Checkpoint(
                    checkpoint.place(),
                    checkpoint.job(),
                    checkpoint.layout(),
                    checkpoint.parameters().clone(),
                    List.of());
        }
    }

    private static RunResult run(Job job) throws Exception {
        return run(job, block -> {}, new Memory(null), RunObserver.none());
    }

    private static RunResult run(Job job, Letters.Mishap mishap, CheckpointStore store, RunObserver observer)
            throws Exception {
        Kinds kinds = Letters.kinds(mishap);
        kinds.check(job);
        return new ThreadLauncher().run(job, new Launcher.Surroundings(observer, List.of(), store, kinds));
    }

    /** What one thread learns from all blocks in turn. */
    private static float[] oneAfterTheOther(Job job, int epochs) throws Exception {
        Letters.Pull model = new Letters.Pull(block -> {});
        float[] parameters = new float[model.layout().size()];
        model.initialize(parameters, job.get(JobKeys.SEED));
        Schedule schedule = Schedule.of(job, 28, BLOCKS, (long) epochs * BLOCKS);
        TextBlocks blocks = blocks(job);
        for (int step = 0; step < epochs * BLOCKS; step++) {
            TextBlock block = blocks.reader().read(step / BLOCKS, step % BLOCKS);
            model.learn(parameters, block, schedule.rate(step), new Tally());
        }
        return parameters;
    }

    private static TextBlocks blocks(Job job) throws Exception {
        return new TextBlocks(TextSetup.corpus(job, Letters.kinds(block -> {})), 30);
    }

    @Test
    void oneRankAloneLearnsFromOneBlockAfterTheOther() throws Exception {
        Job job = Letters.job("strategy.kind", "sequential", "epochs", 3);

        RunResult result = run(job);

        assertThat(result.parameters()).isEqualTo(oneAfterTheOther(job, 3));
        RankReport report = result.reports().get(0);
        assertThat(report.steps()).isEqualTo(3 * BLOCKS);
        assertThat(report.epochs()).isEqualTo(3);
        assertThat(report.samples()).isEqualTo(3 * 950);
        assertThat(report.updates()).isEqualTo(3 * 3 * BLOCKS);
    }

    @Test
    void warmUpLeavesNoTrace() throws Exception {
        Job job = Letters.job("strategy.kind", "sequential", "launch.warmUp", "10ms");

        RunResult result = run(job);

        assertThat(result.parameters()).isEqualTo(oneAfterTheOther(job, 1));
        assertThat(result.reports().get(0).samples()).isEqualTo(950);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void ranksThatRaceTakeEveryBlockOnce(int ranks) throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();
        Job job = Letters.job("strategy.kind", "hogwild", "ranks", ranks, "epochs", 4);

        RunResult result = run(job, block -> {}, new Memory(null), recorder);

        assertThat(result.reports()).extracting(RankReport::steps).containsOnly(4L * BLOCKS);
        assertThat(result.reports()).extracting(RankReport::updates).containsOnly(4L * 3 * BLOCKS);
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(4 * 950);
        assertThat(recorder.steps().get(recorder.steps().size() - 1).samples()).isEqualTo(4 * 950);
        assertThat(recorder.totals).containsExactly(4L * BLOCKS, 4L * 950);
    }

    @Test
    void allRanksOfARaceEndWithTheSameTables() throws Exception {
        RunResult result = run(Letters.job("strategy.kind", "hogwild", "ranks", 3));

        assertThat(result.reports())
                .extracting(RankReport::parametersHash)
                .containsOnly(result.reports().get(0).parametersHash());
    }

    @ParameterizedTest
    @CsvSource({"2, mean", "3, mean", "8, mean", "2, sum", "5, sum"})
    void summedChangesGiveTheSameBitsOnAnyNumberOfRanks(int ranks, String combine) throws Exception {
        Job job = Letters.job("strategy.kind", "allreduce", "epochs", 3, "strategy.combine", combine);
        RunResult one = run(job);

        RunResult several = run(job.with(JobKeys.RANKS, (long) ranks));

        assertThat(several.parameters()).isEqualTo(one.parameters());
        assertThat(several.reports())
                .extracting(RankReport::parametersHash, RankReport::loss, RankReport::accuracy, RankReport::trainLoss)
                .containsOnly(org.assertj.core.groups.Tuple.tuple(
                        Runs.hash(one),
                        one.reports().get(0).loss(),
                        one.reports().get(0).accuracy(),
                        one.reports().get(0).trainLoss()));
        assertThat(Runs.sum(several, RankReport::samples)).isEqualTo(3 * 950);
    }

    @ParameterizedTest
    @ValueSource(strings = {"mean", "sum"})
    void aStepAppliesTheMeanOrTheSumOfWhatItsShardsChanged(String combine) throws Exception {
        Job job = Letters.job("strategy.kind", "allreduce", "steps", 1, "strategy.combine", combine);

        float[] found = run(job).parameters();

        assertThat(found)
                .usingComparatorWithPrecision(1e-5f)
                .containsExactly(oneSummedStep(job, combine.equals("mean")));
    }

    /** Every shard from the same start; changes added in doubles. */
    private static float[] oneSummedStep(Job job, boolean mean) throws Exception {
        Letters.Pull model = new Letters.Pull(block -> {});
        float[] start = new float[model.layout().size()];
        model.initialize(start, job.get(JobKeys.SEED));
        double[] sums = new double[start.length];
        int[] counts = new int[start.length];
        TextBlocks blocks = blocks(job);
        for (int shard = 0; shard < 8; shard++) {
            float[] own = start.clone();
            TextBlock block = blocks.reader().read(0, shard);
            boolean[] touched = new boolean[start.length];
            model.touch(block, (table, row) -> {
                for (int k = 0; k < RowChanges.width(model.layout().blocks().get(table)); k++) {
                    touched[
                            model.layout().blocks().get(table).from()
                                    + row
                                            * RowChanges.width(
                                                    model.layout().blocks().get(table))
                                    + k] = true;
                }
            });
            model.learn(own, block, 0.1, new Tally());
            for (int i = 0; i < own.length; i++) {
                sums[i] += (double) own[i] - start[i];
                counts[i] += touched[i] ? 1 : 0;
            }
        }
        float[] expected = new float[start.length];
        for (int i = 0; i < start.length; i++) {
            expected[i] = (float) (start[i] + sums[i] / (mean ? Math.max(1, counts[i]) : 1));
        }
        return expected;
    }

    @Test
    void averagingOnOneRankIsLearningAlone() throws Exception {
        Job local = Letters.job("strategy.kind", "local", "strategy.every", 1, "epochs", 2);

        assertThat(run(local).parameters()).isEqualTo(oneAfterTheOther(local, 2));
    }

    @Test
    void ranksThatAverageEndAStepWithTheMeanOfTheirTables() throws Exception {
        Job job = Letters.job("strategy.kind", "local", "strategy.every", 4, "ranks", 3, "steps", 1);

        float[] found = run(job).parameters();

        List<float[]> own = new ArrayList<>();
        Letters.Pull model = new Letters.Pull(block -> {});
        TextBlocks blocks = blocks(job);
        for (int rank = 0; rank < 3; rank++) {
            float[] parameters = new float[model.layout().size()];
            model.initialize(parameters, job.get(JobKeys.SEED));
            for (int i = 0; i < 4; i++) {
                model.learn(parameters, blocks.reader().read(0, rank * 4L + i), 0.1, new Tally());
            }
            own.add(parameters);
        }
        for (int i = 0; i < found.length; i++) {
            double mean = (own.get(0)[i] + (double) own.get(1)[i] + own.get(2)[i]) / 3;
            assertThat((double) found[i]).isCloseTo(mean, org.assertj.core.data.Offset.offset(1e-5));
        }
    }

    @ParameterizedTest
    @CsvSource({"allreduce, 2, 3", "allreduce, 4, 1", "sequential, 1, 1", "local, 2, 2"})
    void aRunThatGoesOnEndsWithTheBitsOfOneThatNeverStopped(String strategy, int before, int after) throws Exception {
        Job job = Letters.job(
                "strategy.kind", strategy, "strategy.every", strategy.equals("local") ? 3 : 50, "epochs", 3);
        RunResult whole = run(job.with(JobKeys.RANKS, (long) before));
        Memory memory = new Memory(null);
        run(
                job.with(JobKeys.RANKS, (long) before).with(JobKeys.CHECKPOINT_EVERY, 7L),
                block -> {},
                memory,
                RunObserver.none());
        Checkpoint last = java.util.Objects.requireNonNull(memory.stored);

        RunResult rest = run(job.with(JobKeys.RANKS, (long) after), block -> {}, new Memory(last), RunObserver.none());

        assertThat(last.place().step())
                .isPositive()
                .isLessThan(whole.reports().get(0).steps() + 1);
        assertThat(rest.parameters()).isEqualTo(whole.parameters());
    }

    @Test
    void aRankThatFailsEndsTheRace() {
        AtomicInteger learnt = new AtomicInteger();
        Job job = Letters.job("strategy.kind", "hogwild", "ranks", 2, "epochs", 1_000_000);

        assertThatThrownBy(() -> run(
                        job,
                        block -> {
                            if (learnt.incrementAndGet() == 100) {
                                throw new IllegalStateException("no more words");
                            }
                        },
                        new Memory(null),
                        RunObserver.none()))
                .isInstanceOf(RunFailedException.class)
                .hasMessageContaining("no more words");
    }

    @Test
    void whatDoesNotFitTogetherIsRefused() {
        Kinds kinds = Letters.kinds(block -> {});

        assertThatThrownBy(() -> run(Letters.job("optimizer.kind", "adam")))
                .hasMessageContaining("optimizer.kind=adam does not apply to model.kind=pull");
        assertThatThrownBy(() -> kinds.check(Letters.job("ranks", 2, "strategy.kind", "sequential")))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("exceeds the one rank");
        assertThatThrownBy(() -> TextSetup.corpus(Runs.job(), Kinds.load()))
                .isInstanceOf(JobException.class)
                .hasMessage("data.kind=linear gives no text");
        assertThat(Path.of(Letters.job().get(TableKeys.CACHE))).isEqualTo(Path.of("runs/corpus"));
    }
}
