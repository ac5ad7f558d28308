package dev.gradus.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataKind;
import dev.gradus.data.RingsKind;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.model.ModelKind;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.nn.onednn.OneDnn;
import dev.gradus.optim.OptimKeys;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;
import dev.gradus.train.ServerKeys;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole runs of networks, on threads. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class NetworkTrainingTest {

    private static final String SMALL_CNN = "convolution 8 kernel=3; batchnorm; relu as=a; convolution 8 kernel=3"
            + " padding=1; relu; add a; maxpool 2; dropout 0.1; flatten; dense 16; relu; dense classes";

    /** Keeps what a run says of itself before it begins. */
    private record HeaderOnly(List<String> shown) implements RunObserver {

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {
            shown.addAll(header);
        }

        @Override
        public void step(StepReading reading) {}

        @Override
        public void evaluated(EvaluationReading reading) {}

        @Override
        public void hashed(HashReading reading) {}

        @Override
        public void log(int rank, String line) {}
    }

    private static Kinds kinds() {
        List<Key<?>> keys = new ArrayList<>(OptimKeys.all());
        keys.add(DataKeys.PAGE_ROWS);
        List<ModelKind> models = List.of(new CnnKind(), new MlpKind());
        List<DataKind> data = List.of(new StripesKind(), new RingsKind());
        return new Kinds(models, data, List.of(new ThreadLauncher()), keys);
    }

    private static Job job(String model, String data, int ranks, Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("launch.kind", "threads");
        scalars.put("launch.warmUp", "0s");
        scalars.put("model.kind", model);
        scalars.put("data.kind", data);
        scalars.put("ranks", (long) ranks);
        scalars.put("batchSize", 60L);
        scalars.put("virtualShards", 4L);
        scalars.put("data.pageRows", 1L);
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value);
        }
        return Job.of(kinds().keys(), scalars);
    }

    private static RunResult run(Job job) throws RunFailedException {
        return run(job, RunObserver.none());
    }

    private static RunResult run(Job job, RunObserver observer) throws RunFailedException {
        kinds().check(job);
        return kinds().launcher(job)
                .run(job, new Launcher.Surroundings(observer, List.of(), CheckpointStore.none(), kinds()));
    }

    private static double accuracy(RunResult result) {
        return result.reports().get(0).accuracy();
    }

    private static String hash(RunResult result) {
        return result.reports().get(0).parametersHash();
    }

    private static Job cnn(int ranks, Object... more) {
        List<Object> settings = new ArrayList<>(
                List.of("model.layers", SMALL_CNN, "epochs", 4, "optimizer.kind", "momentum", "optimizer.rate", 0.05));
        settings.addAll(List.of(more));
        return job("cnn", "stripes", ranks, settings.toArray());
    }

    private static Job mlp(int ranks) {
        return job(
                "mlp",
                "rings",
                ranks,
                "data.rows",
                8000,
                "epochs",
                8,
                "optimizer.rate",
                0.1,
                "optimizer.momentum",
                0.9);
    }

    /** Steps of so many images take over a millisecond, so that short ones are rehearsed too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aRehearsalLeavesNoTrace(int ranks) throws Exception {
        RunResult cold = run(cnn(ranks, "batchSize", 960));
        RunResult warm = run(cnn(ranks, "batchSize", 960, "launch.warmUp", "60ms"));

        assertThat(hash(warm)).isEqualTo(hash(cold));
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "hogwild", "server"})
    void everyStrategyRehearses(String strategy) throws Exception {
        RunResult warm = run(cnn(2, "batchSize", 240, "epochs", 6, "launch.warmUp", "60ms", "strategy.kind", strategy));

        assertThat(warm.reports()).allMatch(report -> report.startupSeconds() >= 0.06);
        assertThat(accuracy(warm)).isGreaterThan(0.5);
    }

    @Test
    void aNetworkOfConvolutionsLearnsLinesInImages() throws Exception {
        assertThat(accuracy(run(cnn(1)))).isGreaterThan(0.95);
    }

    @Test
    void aNetworkOfDenseLayersLearnsRings() throws Exception {
        assertThat(accuracy(run(mlp(1)))).isGreaterThan(0.95);
    }

    /** Batch normalization among its layers, so that running means are on servers too. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void convolutionsOnServersInStepEndWhereAllReduceDoes(int ranks) throws Exception {
        Object[] plain = {"optimizer.kind", "sgd", "epochs", 2};
        Job job = cnn(ranks, "strategy.kind", "server", "strategy.consistency", "sync", "servers", 2)
                .with(OptimKeys.KIND, "sgd")
                .with(JobKeys.EPOCHS, 2L);

        RunResult result = run(job);

        RunResult expected = run(cnn(1, plain));
        assertThat(result.parameters()).containsExactly(expected.parameters(), within(1e-4f));
        assertThat(accuracy(result)).isCloseTo(accuracy(expected), within(0.02));
    }

    @ParameterizedTest
    @CsvSource({"async, 1", "async, 8", "bounded, 8"})
    void denseLayersOnServersLearnRingsAsWellByManyWorkers(String consistency, int ranks) throws Exception {
        Job job = mlp(ranks)
                .with(JobKeys.STRATEGY_KIND, "server")
                .with(ServerKeys.CONSISTENCY, consistency)
                .with(JobKeys.SERVERS, 2L)
                .with(JobKeys.VIRTUAL_SHARDS, 8L)
                .with(JobKeys.BATCH_SIZE, 20L);

        assertThat(accuracy(run(job))).isGreaterThan(0.95);
    }

    @Test
    void convolutionsOnServersLearnByWorkersThatDoNotWait() throws Exception {
        // At a rate of 0.05, one run of eight was not good enough: stale slopes and momentum overshoot.
        Job job = cnn(2, "strategy.kind", "server", "strategy.consistency", "async")
                .with(OptimKeys.RATE, 0.02)
                .with(JobKeys.EPOCHS, 8L);

        assertThat(accuracy(run(job))).isGreaterThan(0.9);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void severalRanksGiveTheBitsOfOne(int ranks) throws Exception {
        assertThat(hash(run(cnn(ranks)))).isEqualTo(hash(run(cnn(1))));
        assertThat(hash(run(mlp(ranks)))).isEqualTo(hash(run(mlp(1))));
    }

    @Test
    void bucketsThatTravelDuringTheBackwardPassGiveTheSameBits() throws Exception {
        String whole = hash(run(cnn(2)));

        assertThat(hash(run(cnn(2, "exchange.bucketBytes", 1024, "exchange.overlap", true))))
                .isEqualTo(whole);
        assertThat(hash(run(cnn(2, "exchange.bucketBytes", 1024, "exchange.overlap", false))))
                .isEqualTo(whole);
    }

    @Test
    void rowsThatAreFilledBesideGiveTheSameBits() throws Exception {
        assertThat(hash(run(cnn(2, "launch.prefetch", "on")))).isEqualTo(hash(run(cnn(1, "launch.prefetch", "off"))));
    }

    @Test
    void theSeedDecidesTheStart() throws Exception {
        assertThat(hash(run(cnn(1, "seed", 2)))).isNotEqualTo(hash(run(cnn(1))));
    }

    @Test
    void aPenaltyMakesWeightsSmallerAndLeavesOthersAlone() throws Exception {
        Job job = cnn(1);
        NetworkModel model = model(job.with(LogisticKind.L2, 0.5));
        float[] parameters = new float[model.layout().size()];
        Arrays.fill(parameters, 2);
        float[] gradient = new float[parameters.length];

        double penalty = model.penalize(parameters, gradient);

        model.layout()
                .blocks()
                .forEach(block -> assertThat(gradient[block.from()])
                        .as(block.name())
                        .isEqualTo(block.name().matches("(conv|dense).*weight") ? 1 : 0));
        int weights = model.layout().blocks().stream()
                .filter(block -> block.name().matches("(conv|dense).*weight"))
                .mapToInt(block -> block.size())
                .sum();
        assertThat(penalty).isEqualTo(weights * 1.0);
    }

    private static NetworkModel model(Job job) throws Exception {
        return (NetworkModel)
                kinds().rowModel(job).create(job, kinds().rowData(job).open(job).shape(), Kernels.choose("plain"));
    }

    @Test
    void theHeaderShowsTheNetworkAndItsThreads() throws Exception {
        List<String> shown = new ArrayList<>();

        run(mlp(2).with(JobKeys.STEPS, 1L), new HeaderOnly(shown));

        assertThat(shown)
                .contains("          layer            output  parameters  FLOPs a row")
                .contains("          1 dense 64           64         192          256")
                .contains("          all                2 in         452          832");
        assertThat(shown).anyMatch(line -> line.endsWith("float32, threads 1 a rank"));
    }

    @Test
    void aNetworkOfConvolutionsNeedsImages() {
        assertThatThrownBy(() -> model(job("cnn", "rings", 1)))
                .isInstanceOf(JobException.class)
                .hasMessage("model.kind=cnn needs images, but the rows of data.kind=rings are none: features=2; use"
                        + " data of images, or set model.kind to mlp");
    }

    @Test
    void bf16IsRefusedWhereTheProcessorHasNone() throws Exception {
        Job job = job("mlp", "rings", 1, "model.precision", "bf16");
        if (OneDnn.hasBf16()) {
            assertThat(model(job).describe().get(0)).contains("bf16");
            return;
        }
        assertThatThrownBy(() -> model(job))
                .isInstanceOf(JobException.class)
                .hasMessage("model.precision=bf16 needs a processor with avx512_bf16 or amx_bf16, but this one is: "
                        + OneDnn.describe() + "; set it to float32");
    }
}
