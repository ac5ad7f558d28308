package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Logistic regression on sparse rows under every strategy, against plain loops in double precision. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SparseTrainingTest {

    private static RunResult run(Job job) throws Exception {
        return run(job, RunObserver.none(), CheckpointStore.none());
    }

    private static RunResult run(Job job, RunObserver observer, CheckpointStore store) throws Exception {
        Kinds kinds = Clicks.kinds();
        kinds.check(job);
        return new ThreadLauncher().run(job, new Launcher.Surroundings(observer, List.of(), store, kinds));
    }

    /** Weights, and what AdaGrad or FTRL remember of each; the last is the bias. */
    private static final class Oracle {

        final double[] weights = new double[Clicks.FEATURES + 1];
        final double[] memory = new double[Clicks.FEATURES + 1];
        final double[] z = new double[Clicks.FEATURES + 1];
        final String rule;
        final double l1;
        final double l2;

        Oracle(String rule, double l1, double l2) {
            this.rule = rule;
            this.l1 = l1;
            this.l2 = l2;
        }

        double error(int row, double positiveWeight) {
            SparseBlock rows = Clicks.all();
            double score = weights[Clicks.FEATURES];
            for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                score += weights[rows.features()[i]] * rows.values()[i];
            }
            double weight = rows.weights()[row] * (rows.labels()[row] > 0 ? positiveWeight : 1);
            return (1 / (1 + Math.exp(-score)) - rows.labels()[row]) * weight;
        }

        void move(int feature, double gradient, double rate) {
            boolean bias = feature == Clicks.FEATURES;
            double one = bias ? 0 : l1;
            double two = bias ? 0 : l2;
            double before = memory[feature];
            if (rule.equals("ftrl")) {
                memory[feature] += gradient * gradient;
                z[feature] += gradient - (Math.sqrt(memory[feature]) - Math.sqrt(before)) / rate * weights[feature];
                double beyond = Math.max(0, Math.abs(z[feature]) - one);
                weights[feature] = -Math.signum(z[feature]) * beyond / ((1 + Math.sqrt(memory[feature])) / rate + two);
                return;
            }
            double g = gradient + two * weights[feature];
            memory[feature] += g * g;
            double step = rule.equals("sgd") ? rate : rate / (Math.sqrt(memory[feature]) + 1e-8);
            double moved = weights[feature] - step * g;
            weights[feature] = Math.signum(moved) * Math.max(0, Math.abs(moved) - step * one);
        }

        void learnRow(int row, double rate, double positiveWeight) {
            SparseBlock rows = Clicks.all();
            double error = error(row, positiveWeight);
            move(Clicks.FEATURES, error, rate);
            for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                move(rows.features()[i], error * rows.values()[i], rate);
            }
        }

        void learnBatch(int from, int to, double rate) {
            SparseBlock rows = Clicks.all();
            double[] gradient = new double[weights.length];
            boolean[] touched = new boolean[weights.length];
            for (int row = from; row < to; row++) {
                double error = error(row, 1);
                gradient[Clicks.FEATURES] += error;
                touched[Clicks.FEATURES] = true;
                for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                    gradient[rows.features()[i]] += error * rows.values()[i];
                    touched[rows.features()[i]] = true;
                }
            }
            for (int feature = 0; feature < weights.length; feature++) {
                if (touched[feature]) {
                    move(feature, gradient[feature] / (to - from), rate);
                }
            }
        }

        double loss() {
            double sum = 0;
            for (int row = Clicks.TRAIN; row < Clicks.TRAIN + Clicks.TEST; row++) {
                double p = error(row, 1) / Clicks.all().weights()[row]
                        + Clicks.all().labels()[row];
                sum -= Math.log(Clicks.all().labels()[row] > 0 ? p : 1 - p);
            }
            return sum / Clicks.TEST;
        }
    }

    /** The bias, and then the weights, of a run's parameters. */
    private static double[] weights(Job job, RunResult result) {
        List<dev.gradus.model.Table> tables = new dev.gradus.model.logistic.LogisticKind()
                .create(job, Clicks.FEATURES)
                .tables(result.parameters());
        double[] all = new double[Clicks.FEATURES + 1];
        for (int i = 0; i < Clicks.FEATURES; i++) {
            all[i] = tables.get(1).values()[i];
        }
        all[Clicks.FEATURES] = tables.get(0).values()[0];
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "sgd, 0, 0, 1",
        "sgd, 0.01, 0.1, 1",
        "adagrad, 0, 0, 1",
        "adagrad, 0.02, 0.1, 3",
        "ftrl, 0, 0, 1",
        "ftrl, 0.5, 0.2, 1"
    })
    void aRankAloneLearnsRowByRow(String rule, double l1, double l2, double positiveWeight) throws Exception {
        Job job = Clicks.job(
                "strategy.kind",
                "sequential",
                "optimizer.kind",
                rule,
                "model.l1",
                l1,
                "model.l2",
                l2,
                "model.positiveWeight",
                positiveWeight,
                "epochs",
                2);
        Oracle oracle = new Oracle(rule, l1, l2);
        for (int i = 0; i < 2 * Clicks.TRAIN; i++) {
            oracle.learnRow(i % Clicks.TRAIN, 0.1, positiveWeight);
        }

        RunResult result = run(job);

        assertThat(weights(job, result)).containsExactly(oracle.weights, Offset.offset(2e-4));
        RankReport report = result.reports().get(0);
        assertThat(report.loss()).isCloseTo(oracle.loss(), Offset.offset(1e-4));
        assertThat(report.samples()).isEqualTo(2 * Clicks.TRAIN);
        assertThat(report.updates()).isEqualTo(2 * Clicks.TRAIN);
        assertThat(report.auc()).isBetween(0.6, 1.0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sgd", "adagrad", "ftrl"})
    void aStepOfAllRanksIsTheMeanGradientOfItsBatch(String rule) throws Exception {
        Job job = Clicks.job("strategy.kind", "allreduce", "optimizer.kind", rule, "batchSize", 30, "ranks", 2);
        Oracle oracle = new Oracle(rule, 0, 0);
        for (int from = 0; from < Clicks.TRAIN; from += 30) {
            oracle.learnBatch(from, Math.min(Clicks.TRAIN, from + 30), 0.1);
        }

        RunResult result = run(job);

        assertThat(weights(job, result)).containsExactly(oracle.weights, Offset.offset(1e-4));
        assertThat(result.reports().get(0).steps()).isEqualTo(24);
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(Clicks.TRAIN);
    }

    @ParameterizedTest
    @CsvSource({"2, adagrad", "3, adagrad", "5, sgd", "8, ftrl"})
    void anyNumberOfRanksGivesTheSameBits(int ranks, String rule) throws Exception {
        Job job = Clicks.job("strategy.kind", "allreduce", "optimizer.kind", rule, "epochs", 3);
        RunResult one = run(job);

        RunResult several = run(job.with(JobKeys.RANKS, (long) ranks));

        assertThat(several.parameters()).isEqualTo(one.parameters());
        assertThat(several.reports())
                .extracting(RankReport::loss, RankReport::auc, RankReport::precision, RankReport::trainLoss)
                .containsOnly(org.assertj.core.groups.Tuple.tuple(
                        one.reports().get(0).loss(),
                        one.reports().get(0).auc(),
                        one.reports().get(0).precision(),
                        one.reports().get(0).trainLoss()));
    }

    @Test
    void ranksThatAverageExchangeTheMeanOfTouchedRows() throws Exception {
        Job job = Clicks.job(
                "strategy.kind",
                "local",
                "strategy.every",
                2,
                "ranks",
                2,
                "steps",
                2,
                "optimizer.kind",
                "adagrad",
                "model.bias",
                false);
        Oracle[] own = {new Oracle("adagrad", 0, 0), new Oracle("adagrad", 0, 0)};
        for (int step = 0; step < 2; step++) {
            for (int rank = 0; rank < 2; rank++) {
                for (int row = 0; row < 80; row++) {
                    learnWithoutBias(own[rank], step * 160 + rank * 80 + row);
                }
            }
            average(own[0].weights, own[1].weights);
            average(own[0].memory, own[1].memory);
        }

        RunResult result = run(job);

        assertThat(weights(job, result)).containsExactly(own[0].weights, Offset.offset(1e-4));
    }

    private static void learnWithoutBias(Oracle oracle, int row) {
        oracle.weights[Clicks.FEATURES] = 0;
        oracle.learnRow(row, 0.1, 1);
        oracle.weights[Clicks.FEATURES] = 0;
    }

    private static void average(double[] a, double[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = (a[i] + b[i]) / 2;
            b[i] = a[i];
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void threadsThatRaceLearnFromEveryRowOnceAndWell(int ranks) throws Exception {
        Job job = Clicks.job("strategy.kind", "hogwild", "optimizer.kind", "adagrad", "ranks", ranks, "epochs", 3);
        RunResult alone = run(job.with(JobKeys.STRATEGY_KIND, "sequential").with(JobKeys.RANKS, 1L));

        RunResult result = run(job);

        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(3 * Clicks.TRAIN);
        assertThat(result.reports().get(0).loss())
                .isCloseTo(alone.reports().get(0).loss(), Offset.offset(ranks == 1 ? 0.0 : 0.1));
    }

    @Test
    void evaluationsWithinAnEpochComeWhereTheyAreAsked() throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();
        Job job = Clicks.job("strategy.kind", "allreduce", "evaluate.steps", 4, "evaluate.every", 0, "epochs", 2);

        run(job, recorder, CheckpointStore.none());

        assertThat(recorder.evaluations())
                .extracting(EvaluationReading::step)
                .containsExactly(4L, 8L, 12L, 16L, 20L, 24L, 28L);
        assertThat(recorder.evaluations()).allSatisfy(reading -> {
            assertThat(reading.rows()).isEqualTo(Clicks.TEST);
            assertThat(reading.recall()).isBetween(0.0, 1.0);
        });
    }

    /** Keeps every checkpoint. */
    private static final class Memory implements CheckpointStore {

        private final @Nullable Checkpoint start;
        final List<Checkpoint> stored = new ArrayList<>();

        Memory(@Nullable Checkpoint start) {
            this.start = start;
        }

        @Override
        public @Nullable Checkpoint start() {
            return start;
        }

        @Override
        public synchronized void store(Checkpoint checkpoint) {
            stored.add(new Checkpoint(
                    checkpoint.place(),
                    checkpoint.job(),
                    checkpoint.layout(),
                    checkpoint.parameters().clone(),
                    List.of()));
        }
    }

    @ParameterizedTest
    @CsvSource({"4", "5"})
    void aRunThatGoesOnMakesTheEvaluationsThatAreLeft(int every) throws Exception {
        Job job = Clicks.job("strategy.kind", "allreduce", "evaluate.steps", 4, "epochs", 2);
        Runs.Recorder whole = new Runs.Recorder();
        RunResult expected = run(job, whole, CheckpointStore.none());
        Memory memory = new Memory(null);
        run(job.with(JobKeys.CHECKPOINT_EVERY, (long) every), RunObserver.none(), memory);
        Checkpoint start = Objects.requireNonNull(memory.stored.get(0));
        Runs.Recorder rest = new Runs.Recorder();

        RunResult result = run(job, rest, new Memory(start));

        assertThat(result.parameters()).isEqualTo(expected.parameters());
        assertThat(rest.evaluations())
                .extracting(EvaluationReading::step, EvaluationReading::loss)
                .containsExactlyElementsOf(whole.evaluations().stream()
                        .filter(reading -> reading.step() >= start.place().step())
                        .map(reading -> org.assertj.core.groups.Tuple.tuple(reading.step(), reading.loss()))
                        .toList());
    }

    @Test
    void whatSparseRowsCannotDoIsRefused() {
        assertThatThrownBy(() -> run(Clicks.job("optimizer.kind", "adam")))
                .hasMessageContaining("optimizer.kind=adam moves weights that no row touches");
        assertThatThrownBy(() -> run(Clicks.job("optimizer.kind", "ftrl", "schedule.kind", "linear")))
                .hasMessageContaining("needs a constant one; remove the schedule keys");
        assertThatThrownBy(() -> run(Clicks.job("optimizer.clip", 1.0)))
                .hasMessageContaining("optimizer.clip=1.0 does not apply to sparse rows");
        assertThatThrownBy(() -> run(Clicks.job("model.classes", 3)))
                .hasMessageContaining("model.classes=3, but sparse rows have two classes");
        Job dense = Runs.job("model.l1", 0.5);
        assertThatThrownBy(() -> Runs.run(dense)).hasMessageContaining("model.l1 is for sparse rows; remove it");
        assertThatThrownBy(() -> Runs.run(Runs.job("optimizer.kind", "ftrl")))
                .hasMessageContaining("optimizer.kind=ftrl is for sparse rows");
        assertThatThrownBy(() -> TextSetup.corpus(Clicks.job(), Clicks.kinds()))
                .isInstanceOf(JobException.class)
                .hasMessage("data.kind=clicks gives no text");
    }
}
