package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.train.RunFailedException.Cause;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A run that goes on from a checkpoint ends as if it had never stopped. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ResumeEquivalenceTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 40).mapToObj(SplittableRandom::new);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("cases")
    void anyRunGoesOnAtAnyStepOnAnyNumberOfRanks(SplittableRandom random) throws Exception {
        Job job = randomJob(random);
        Runs.Recorder whole = new Runs.Recorder();
        RunResult expected = Runs.run(job, whole);
        long steps = expected.reports().get(0).steps();
        long stop = random.nextLong(1, steps + 1);
        KeptCheckpoints memory = new KeptCheckpoints(null);
        run(job.with(JobKeys.CHECKPOINT_EVERY, stop), RunObserver.none(), memory);

        Runs.Recorder rest = new Runs.Recorder();
        Job other = job.with(JobKeys.RANKS, (long) random.nextInt(1, 6));
        RunResult result = run(other, rest, new KeptCheckpoints(memory.first()));

        assertThat(memory.first().place().step()).isEqualTo(stop);
        assertThat(result.reports()).extracting(RankReport::parametersHash).containsOnly(Runs.hash(expected));
        assertThat(result.reports()).extracting(RankReport::steps).containsOnly(steps);
        assertThat(result.reports())
                .extracting(RankReport::loss)
                .containsOnly(expected.reports().get(0).loss());
        assertThat(result.reports())
                .extracting(RankReport::trainLoss)
                .containsOnly(expected.reports().get(0).trainLoss());
        assertThat(Runs.sum(result, RankReport::samples)
                        + memory.first().place().samples())
                .isEqualTo(Runs.sum(expected, RankReport::samples));
        assertThat(withoutTime(rest.readings))
                .isEqualTo(withoutTime(whole.readings.stream()
                        .filter(reading -> !isBefore(reading, stop))
                        .toList()));
    }

    private static Job randomJob(SplittableRandom random) {
        String[] optimizers = {"sgd", "momentum", "nesterov", "adagrad", "adam"};
        String[] schedules = {"constant", "step", "linear", "cosine"};
        int epochs = random.nextInt(1, 4);
        return Runs.job(
                "ranks",
                random.nextInt(1, 6),
                "seed",
                random.nextInt(1000),
                "epochs",
                epochs,
                "steps",
                random.nextBoolean() ? 0 : random.nextInt(1, 12),
                "data",
                random.nextBoolean() ? "linear" : "blobs",
                "data.rows",
                random.nextInt(50, 500),
                "data.noise",
                0.1,
                "batchSize",
                random.nextInt(20, 100),
                "data.pageRows",
                random.nextInt(0, 20),
                "metrics.every",
                random.nextInt(1, 4),
                "evaluate.every",
                random.nextInt(0, 3),
                "model.l2",
                random.nextBoolean() ? 0.0 : 0.01,
                "optimizer",
                optimizers[random.nextInt(optimizers.length)],
                "optimizer.rate",
                0.05,
                "optimizer.clip",
                random.nextBoolean() ? 0.0 : 0.1,
                "schedule",
                schedules[random.nextInt(schedules.length)],
                "schedule.everyEpochs",
                0.5,
                "schedule.warmUpEpochs",
                random.nextBoolean() ? 0.0 : 1.5);
    }

    /** Whether a run that goes on after that step does not make this reading again. */
    private static boolean isBefore(Object reading, long stop) {
        return reading instanceof StepReading step ? step.step() <= stop : ((EvaluationReading) reading).step() < stop;
    }

    private static List<Object> withoutTime(List<Object> readings) {
        return readings.stream()
                .map(reading -> reading instanceof StepReading r
                        ? new StepReading(r.step(), r.epoch(), r.samples(), r.loss(), r.accuracy(), r.rate(), 0)
                        : withoutTime((EvaluationReading) reading))
                .toList();
    }

    private static Object withoutTime(EvaluationReading r) {
        return new EvaluationReading(
                r.step(), r.epoch(), r.rows(), r.loss(), r.accuracy(), r.auc(), r.precision(), r.recall(), 0);
    }

    @Test
    void aRunMayStopManyTimes() throws Exception {
        Job job = Runs.job("epochs", 3, "optimizer", "adam", "checkpoint.every", 5, "ranks", 2);
        String expected = Runs.hash(Runs.run(job));

        Checkpoint last = null;
        RunResult result = null;
        for (int i = 0; i < 4; i++) {
            KeptCheckpoints memory = new KeptCheckpoints(last);
            result = run(job.with(JobKeys.RANKS, 1L + i), RunObserver.none(), memory);
            last = memory.first();
            assertThat(last.place().step()).isEqualTo(5L * (i + 1));
        }

        assertThat(Runs.hash(Objects.requireNonNull(result))).isEqualTo(expected);
    }

    @Test
    void aRunThatBecomesLongerEndsLikeOneThatAlwaysWas() throws Exception {
        Job job = Runs.job("epochs", 2, "optimizer", "momentum", "schedule", "step", "schedule.everyEpochs", 1.0);
        KeptCheckpoints memory = new KeptCheckpoints(null);
        run(job.with(JobKeys.CHECKPOINT_EVERY, 16L), RunObserver.none(), memory);
        Job longer = job.with(JobKeys.EPOCHS, 4L);

        RunResult result = run(longer, RunObserver.none(), new KeptCheckpoints(memory.first()));

        assertThat(Runs.hash(result)).isEqualTo(Runs.hash(Runs.run(longer)));
    }

    @Test
    void theClockGoesOnFromTheCheckpoint() throws Exception {
        KeptCheckpoints memory = new KeptCheckpoints(null);
        Job job = Runs.job("epochs", 2, "checkpoint.every", 10, "metrics.every", 1);
        run(job, RunObserver.none(), memory);
        Checkpoint taken = memory.first();

        Runs.Recorder rest = new Runs.Recorder();
        RunResult result = run(job, rest, new KeptCheckpoints(taken));

        assertThat(rest.steps())
                .allMatch(reading -> reading.seconds() >= taken.place().seconds());
        double last = rest.steps().get(rest.steps().size() - 1).seconds();
        assertThat(result.reports().get(0).seconds())
                .isGreaterThan(last - taken.place().seconds() - 1e-9);
    }

    @Test
    void copyingIsBookedToTheDisk() throws Exception {
        RunResult result = run(
                Runs.job("checkpoint.every", 1, "epochs", 3, "ranks", 2),
                RunObserver.none(),
                new KeptCheckpoints(null));

        assertThat(result.reports().get(0).diskSeconds()).isPositive();
        assertThat(result.reports().get(1).diskSeconds()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "data.rows, 900, checkpoint is of other rows: rows=1000",
        "data.features, 7, checkpoint is of another model: blocks=",
        "optimizer.kind, adam, checkpoint is of another update rule: arrays=0",
        "steps, 2, run is past its end: step=4"
    })
    void aCheckpointOfSomethingElseIsRefused(String key, String value, String message) throws Exception {
        KeptCheckpoints memory = new KeptCheckpoints(null);
        run(Runs.job("checkpoint.every", 4), RunObserver.none(), memory);
        Object scalar = value.matches("\\d+") ? Long.valueOf(value) : value;
        Job other = Runs.job("ranks", 2, key, scalar);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(other, RunObserver.none(), new KeptCheckpoints(memory.first())))
                .withMessageStartingWith(message)
                .returns(Cause.BAD_INPUT, RunFailedException::kind);
    }

    @Test
    void allKeysThatDecideStandInTheCheckpoint() throws Exception {
        KeptCheckpoints memory = new KeptCheckpoints(null);
        Job job = Runs.job("checkpoint.every", 4, "seed", 77);

        run(job, RunObserver.none(), memory);

        assertThat(memory.first().job()).isEqualTo(ResultKeys.text(job)).contains("\"seed\":77");
    }

    private static RunResult run(Job job, RunObserver observer, CheckpointStore store) throws RunFailedException {
        return new ThreadLauncher().run(job, new Launcher.Surroundings(observer, List.of(), store));
    }
}
