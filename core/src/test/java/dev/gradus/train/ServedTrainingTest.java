package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.model.Layout;
import dev.gradus.server.PlainServers;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Training on servers comes to what other strategies come to, where it should. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ServedTrainingTest {

    /** Results on two real servers. */
    private static RunResult served(Job job, Kinds kinds) throws Exception {
        return plain(job.with(JobKeys.SERVERS, 2L), kinds);
    }

    private static RunResult plain(Job job, Kinds kinds) throws Exception {
        kinds.check(job);
        return new ThreadLauncher()
                .run(job, new Launcher.Surroundings(RunObserver.none(), List.of(), CheckpointStore.none(), kinds));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void denseRowsInStepEndWithTheBitsOfAllReduce(int ranks) throws Exception {
        Job job = Runs.job("strategy.kind", "server", "strategy.consistency", "sync", "ranks", ranks, "epochs", 2);
        RunResult expected = plain(Runs.job("ranks", 1, "epochs", 2), Kinds.load());

        RunResult result = served(job, Kinds.load());

        assertThat(result.parameters()).isEqualTo(expected.parameters());
        assertThat(result.reports().get(0).loss())
                .isEqualTo(expected.reports().get(0).loss());
        assertThat(result.reports().get(0).steps())
                .isEqualTo(expected.reports().get(0).steps());
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(2000);
    }

    @ParameterizedTest
    @CsvSource({"1, sgd", "2, sgd", "4, sgd", "1, adagrad", "3, adagrad", "2, ftrl"})
    void sparseRowsInStepEndWhereAllReduceDoes(int ranks, String rule) throws Exception {
        Job allReduce = Clicks.job("strategy.kind", "allreduce", "optimizer.kind", rule, "epochs", 2);
        Job job = allReduce
                .with(JobKeys.STRATEGY_KIND, "server")
                .with(ServerKeys.CONSISTENCY, "sync")
                .with(JobKeys.RANKS, (long) ranks);
        RunResult expected = plain(allReduce, Clicks.kinds());

        RunResult result = served(job, Clicks.kinds());

        // FTRL's own loop adds up scores in another order than that of weights that are stored.
        Offset<Float> tolerance = within(rule.equals("ftrl") ? 1e-5f : 0f);
        assertThat(result.parameters()).containsExactly(weights(allReduce, expected), tolerance);
        assertThat(result.reports().get(0).loss())
                .isCloseTo(expected.reports().get(0).loss(), within(rule.equals("ftrl") ? 1e-5 : 0));
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(2 * Clicks.TRAIN);
    }

    /** The bias and the weights of a run whose tables also hold what its rule remembers. */
    private static float[] weights(Job job, RunResult result) {
        List<dev.gradus.model.Table> tables = new dev.gradus.model.logistic.LogisticKind()
                .create(job, Clicks.FEATURES)
                .tables(result.parameters());
        float[] all = new float[Clicks.FEATURES + 1];
        all[0] = tables.get(0).values()[0];
        System.arraycopy(tables.get(1).values(), 0, all, 1, Clicks.FEATURES);
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void textInStepEndsWhereAllReduceDoesThatSumsOneBlockOfEachRank(int ranks) throws Exception {
        Job job = Letters.job("strategy.kind", "server", "strategy.consistency", "sync", "ranks", ranks, "epochs", 2);
        Job allReduce = Letters.job(
                "strategy.kind", "allreduce", "strategy.combine", "sum", "virtualShards", ranks, "epochs", 2);
        RunResult expected = plain(allReduce, Letters.kinds(block -> {}));

        RunResult result = served(job, Letters.kinds(block -> {}));

        assertThat(result.parameters()).isEqualTo(expected.parameters());
        assertThat(result.reports().get(0).updates())
                .isEqualTo(expected.reports().get(0).updates());
    }

    @ParameterizedTest
    @CsvSource({"async, 1", "async, 4", "bounded, 1", "bounded, 4"})
    void oneWorkerOnTextEndsWhereOneAloneDoes(String consistency, int depth) throws Exception {
        Job job = Letters.job(
                "strategy.kind", "server", "strategy.consistency", consistency, "strategy.depth", depth, "epochs", 3);
        RunResult expected = plain(Letters.job("strategy.kind", "sequential", "epochs", 3), Letters.kinds(b -> {}));

        RunResult result = served(job, Letters.kinds(block -> {}));

        // Differences that are taken and added again lose a few last bits.
        assertThat(result.parameters()).containsExactly(expected.parameters(), within(2e-5f));
        RankReport report = result.reports().get(0);
        assertThat(report.steps()).isEqualTo(expected.reports().get(0).steps());
        assertThat(report.updates()).isEqualTo(expected.reports().get(0).updates());
        assertThat(report.loss()).isCloseTo(expected.reports().get(0).loss(), within(1e-5));
        assertThat(report.servers()).hasSize(2);
    }

    @Test
    void oneWorkerThatPullsAheadHasNoStalenessInItsOwnChanges() throws Exception {
        Job job = Letters.job("strategy.kind", "server", "strategy.consistency", "async");

        RankReport report = served(job, Letters.kinds(block -> {})).reports().get(0);

        assertThat(report.servers())
                .allSatisfy(server -> assertThat(server)
                        .asInstanceOf(InstanceOfAssertFactories.MAP)
                        .extractingByKey("staleness")
                        .asInstanceOf(InstanceOfAssertFactories.LIST)
                        .startsWith(report.steps()));
    }

    @ParameterizedTest
    @CsvSource({"async, 1, sgd", "async, 3, adagrad", "bounded, 4, ftrl", "bounded, 2, adam", "async, 2, momentum"})
    void sparseRowsThatAreNotInStepLearnFromEveryRowOnceAndWell(String consistency, int ranks, String rule)
            throws Exception {
        Job job = Clicks.job(
                "strategy.kind",
                "server",
                "strategy.consistency",
                consistency,
                "ranks",
                ranks,
                "epochs",
                3,
                "batchSize",
                10,
                "optimizer.kind",
                rule,
                "optimizer.rate",
                rule.equals("adam") || rule.equals("momentum") ? 0.02 : 0.1);
        String ruleAlone = rule.equals("adam") || rule.equals("momentum") ? "adagrad" : rule;
        RunResult expected = plain(
                Clicks.job("strategy.kind", "allreduce", "epochs", 3, "batchSize", 10, "optimizer.kind", ruleAlone),
                Clicks.kinds());

        RunResult result = served(job, Clicks.kinds());

        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(3 * Clicks.TRAIN);
        assertThat(result.reports().get(0).steps()).isEqualTo(3 * 70);
        assertThat(result.reports().get(0).loss())
                .isCloseTo(expected.reports().get(0).loss(), within(0.06));
    }

    @ParameterizedTest
    @CsvSource({"async, 1, sgd", "async, 4, momentum", "bounded, 3, adam", "bounded, 2, adagrad", "async, 2, nesterov"})
    void denseRowsThatAreNotInStepLearnFromEveryRowOnceAndWell(String consistency, int ranks, String rule)
            throws Exception {
        double rate = rule.equals("sgd") ? 0.5 : 0.05;
        Job job = Runs.job(
                "strategy.kind",
                "server",
                "strategy.consistency",
                consistency,
                "ranks",
                ranks,
                "epochs",
                4,
                "optimizer.kind",
                rule,
                "optimizer.rate",
                rate,
                "data.rows",
                1024);
        Runs.Recorder recorder = new Runs.Recorder();
        RunResult expected = plain(
                Runs.job("epochs", 4, "optimizer.kind", rule, "optimizer.rate", rate, "data.rows", 1024), Kinds.load());

        RunResult result = Runs.run(job, recorder);

        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(4 * 1024);
        long batches = 128L * ranks;
        long steps = ranks * ((1024 + batches - 1) / batches);
        assertThat(result.reports().get(0).steps()).isEqualTo(4 * steps);
        assertThat(result.reports().get(0).accuracy())
                .isCloseTo(expected.reports().get(0).accuracy(), within(0.05));
        StepReading last = recorder.steps().get(recorder.steps().size() - 1);
        assertThat(last.step()).isEqualTo(4 * steps);
        assertThat(last.samples()).isEqualTo(4 * 1024);
        assertThat(recorder.evaluations())
                .extracting(EvaluationReading::step)
                .containsExactly(steps, 2 * steps, 3 * steps, 4 * steps);
    }

    @Test
    void oneWorkerOnDenseRowsEndsWithTheBitsOfOneAlone() throws Exception {
        Job job = Runs.job("strategy.kind", "server", "strategy.consistency", "async", "deterministic", false);
        RunResult expected = plain(Runs.job("strategy.kind", "hogwild"), Kinds.load());

        RunResult result = served(job, Kinds.load());

        assertThat(result.parameters()).isEqualTo(expected.parameters());
    }

    @ParameterizedTest
    @ValueSource(strings = {"sync", "async"})
    void penaltiesCountOnceAStep(String consistency) throws Exception {
        Job allReduce = Runs.job("model.l2", 0.1, "epochs", 2);
        Job job = Runs.job(
                "model.l2",
                0.1,
                "epochs",
                2,
                "strategy.kind",
                "server",
                "strategy.consistency",
                consistency,
                "ranks",
                consistency.equals("sync") ? 3 : 1);
        RunResult expected = plain(allReduce, Kinds.load());

        RunResult result = served(job, Kinds.load());

        assertThat(result.parameters()).containsExactly(expected.parameters(), within(1e-5f));
    }

    @Test
    void theNextBlockIsPulledBeforeThisOneIsPushed() throws Exception {
        PlainServers ahead = new PlainServers(1);
        PlainServers inTurn = new PlainServers(1);
        Job job = Letters.job("strategy.kind", "server", "strategy.consistency", "async", "steps", 4);

        ServedRuns.run(job, Letters.kinds(block -> {}), ahead, RunObserver.none());
        ServedRuns.run(job.with(ServerKeys.DEPTH, 1L), Letters.kinds(block -> {}), inTurn, RunObserver.none());

        assertThat(kinds(ahead.log())).startsWith("pull pull push pull push pull push push");
        assertThat(kinds(inTurn.log())).startsWith("pull push pull push pull push pull push");
    }

    /** Pulls and pushes in order; a pull of a block asks for each of three tables. */
    private static String kinds(List<String> log) {
        return String.join(" ", log).replace("pull pull pull", "pull");
    }

    @Test
    void aPushThatIsNoNumberEndsTheRunAsDiverged() {
        Job job = Runs.job("strategy.kind", "server", "optimizer.rate", 1e38, "epochs", 50, "model.l2", 10.0);

        assertThatThrownBy(() -> served(job, Kinds.load()))
                .isInstanceOfSatisfying(
                        RunFailedException.class,
                        e -> assertThat(e.kind()).isEqualTo(RunFailedException.Cause.DIVERGED));
    }

    @ParameterizedTest
    @CsvSource({"sync, 3, 1", "sync, 2, 4", "async, 1, 3"})
    void realServersComeToWhatPlainOnesDo(String consistency, int ranks, long servers) throws Exception {
        Job job = Clicks.job(
                "strategy.kind",
                "server",
                "strategy.consistency",
                consistency,
                "ranks",
                ranks,
                "optimizer.kind",
                "adagrad",
                "model.l1",
                0.01,
                "model.l2",
                0.1,
                "strategy.depth",
                1); // or it would be left to the clock which pulls come before which pushes
        List<RankResult> expected = ServedRuns.run(job, Clicks.kinds(), new PlainServers(ranks), RunObserver.none());

        RunResult result = plain(job.with(JobKeys.SERVERS, servers), Clicks.kinds());

        assertThat(result.parameters()).isEqualTo(expected.get(0).parameters());
        assertThat(expected.subList(1, ranks)).allMatch(other -> other.parameters().length == 0);
    }

    @Test
    void whatCannotRunOnServersIsRefused() {
        assertThatThrownBy(() -> served(Runs.job("strategy.kind", "server", "metrics.hashes", 1), Kinds.load()))
                .hasMessage(
                        "metrics.hashes=1 needs parameters on every rank, but they lie on servers; remove it, or set"
                                + " strategy.kind to allreduce");
        Job clipped = Runs.job("strategy.kind", "server", "strategy.consistency", "sync", "optimizer.clip", 1.0);
        assertThatThrownBy(() -> served(clipped, Kinds.load()))
                .hasMessageContaining("optimizer.clip=1.0 needs the gradient of all workers");
        assertThatThrownBy(() -> Kinds.load().check(Runs.job("strategy.consistency", "sync")))
                .hasMessage("strategy.consistency does not apply to strategy.kind=allreduce; remove it, or set"
                        + " strategy.kind to server");
    }

    @Test
    void tablesOfWeightsHaveOneNumberAFeature() {
        Job job = Clicks.job("strategy.kind", "server", "optimizer.kind", "adagrad");

        Layout layout = SparseSetup.model(job, Clicks.kinds(), 5).layout();

        assertThat(layout.fingerprint()).isEqualTo("features[6, 1]");
    }
}
