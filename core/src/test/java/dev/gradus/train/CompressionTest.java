package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.LargestSum;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.metrics.RankReport;
import dev.gradus.model.Layout;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What compression costs in loss and saves in bytes. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class CompressionTest {

    private static final int RANKS = 4;
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** 200 parameters, and labels that no model gets right. */
    private static final Object[] FEATURES = {"data.features", 199, "data.noise", 0.05};

    private static Job job(Object... settings) {
        Object[] own = {"ranks", RANKS, "deterministic", false, "data.rows", 4000, "epochs", 10, "evaluate.every", 0};
        return Runs.job(with(own, settings));
    }

    /** The report of rank 0; all ranks must have the same parameters. */
    private static RankReport run(Object... settings) throws RunFailedException {
        List<RankReport> reports = Runs.run(job(settings)).reports();
        assertThat(reports)
                .extracting(RankReport::parametersHash)
                .containsOnly(reports.get(0).parametersHash());
        return reports.get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"linear", "rings"})
    void numbersOfSixteenBitsCostNoLossToSpeakOf(String data) throws Exception {
        Object[] settings = data.equals("rings") ? new Object[] {"data", "rings"} : FEATURES;
        RankReport exact = run(settings);

        RankReport rounded = run(with(settings, "exchange.compression", "bf16"));

        assertThat(rounded.loss()).isCloseTo(exact.loss(), within(0.001));
        assertThat(rounded.steps()).isEqualTo(exact.steps());
        assertThat(rounded.parametersHash()).isNotEqualTo(exact.parametersHash());
    }

    /** Loss without compression is 0.403; 0.1 more is what a hundredth of the gradient costs in 320 steps. */
    @ParameterizedTest
    @CsvSource({"0.01,0.1", "0.05,0.03", "0.1,0.02"})
    void theLargestNumbersCostALittleLossThatShrinksWithTheirShare(double share, double most) throws Exception {
        RankReport exact = run(FEATURES);

        RankReport largest = run(with(FEATURES, "exchange.compression", "topk", "exchange.topk", share));

        assertThat(largest.loss() - exact.loss()).isBetween(-0.01, most);
        assertThat(exact.loss()).isLessThan(0.45);
    }

    @Test
    void whatIsLeftOverMustBeSentLaterOrTheLossIsClearlyWorse() throws Exception {
        double all = lossOfLargest(job(FEATURES), 1, true);
        double later = lossOfLargest(job(FEATURES), 0.01, true);
        double never = lossOfLargest(job(FEATURES), 0.01, false);

        assertThat(later - all).isPositive();
        assertThat(never - all).isGreaterThan(3 * (later - all));
    }

    @Test
    void bytesShrinkAsTheFormulaSays() throws Exception {
        int parameters = 20_000;
        Object[] settings = {
            "ranks", 2, "data.features", parameters - 1, "data.rows", 64, "batchSize", 16, "epochs", 1, "data.noise", 0
        };
        double steps = 4;

        double exact = run(settings).bytesSent() / steps;
        double rounded = run(with(settings, "exchange.compression", "bf16")).bytesSent() / steps;
        double largest = run(with(settings, "exchange.compression", "topk")).bytesSent() / steps;

        // Heads of messages, the statistics, and what it takes to find each other in memory.
        double little = 400;
        assertThat(exact).isBetween(4.0 * parameters, 4.0 * parameters + little);
        assertThat(rounded).isBetween(2.0 * parameters, 2.0 * parameters + little);
        double sent = parameters / 100.0;
        assertThat(largest).isBetween(5 * sent, 6 * sent + little);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bf16", "topk"})
    void bucketsThatTravelDuringTheBackwardPassAreCompressedToo(String compression) throws Exception {
        Object[] settings = {"data.features", 999, "ranks", 3, "epochs", 1, "exchange.bucketBytes", 1024};
        RankReport exact = run(settings);

        RankReport compressed = run(with(settings, "exchange.compression", compression, "exchange.topk", 0.25));

        assertThat(compressed.loss()).isCloseTo(exact.loss(), within(0.05));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bf16", "topk"})
    void warmingUpLeavesNothingBehind(String compression) throws Exception {
        Object[] settings = with(FEATURES, "exchange.compression", compression, "epochs", 1, "ranks", 2);
        RankReport cold = run(settings);

        RankReport warm = run(with(settings, "launch.warmUp", "50ms"));

        assertThat(warm.parametersHash()).isEqualTo(cold.parametersHash());
        assertThat(warm.bytesSent()).isEqualTo(cold.bytesSent());
    }

    @ParameterizedTest
    @ValueSource(strings = {"bf16", "topk"})
    void aRankAloneSendsNothingSoNothingIsLost(String compression) throws Exception {
        RankReport exact = run(with(FEATURES, "ranks", 1, "epochs", 1));

        RankReport alone = run(with(FEATURES, "ranks", 1, "epochs", 1, "exchange.compression", compression));

        assertThat(alone.parametersHash()).isEqualTo(exact.parametersHash());
    }

    @Test
    void statisticsAreNeverCompressed() throws Exception {
        for (String compression : List.of("bf16", "topk")) {
            Job job = job("exchange.compression", compression);
            Layout layout = new Layout(List.of(new Layout.Block("weights", 0, List.of(4))));
            try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
                List<float[]> sums = group.run(mesh -> {
                    float[] values = {1, 1, 1, 1, 1001, 1, 16_777_213};
                    BucketSums.RangeSum sum = CompressedRanges.of(job, new MeshExchange(mesh), layout);
                    sum.sum(new float[][] {values}, 5, 7);
                    sum.sum(new float[][] {values}, 3, 5);
                    sum.sum(new float[][] {values}, 0, 3);
                    return values;
                });

                for (float[] sum : sums) {
                    assertThat(Arrays.copyOfRange(sum, 4, 7)).containsExactly(2002, 2, 33_554_426);
                }
            }
        }
    }

    @Test
    void compressionIsRefusedWhereBitsMustNotDependOnTheRanks() {
        assertThatThrownBy(() -> Runs.run(Runs.job("exchange.compression", "topk")))
                .isInstanceOf(JobException.class)
                .hasMessage("exchange.compression=topk makes the result depend on the number of ranks, which"
                        + " deterministic=true rules out; set deterministic to false, or exchange.compression to none");
    }

    @Test
    void compressionIsRefusedWhereNothingIsExchanged() {
        assertThatThrownBy(() -> Runs.run(
                        Runs.job("strategy", "sequential", "deterministic", false, "exchange.compression", "bf16")))
                .isInstanceOf(JobException.class)
                .hasMessage("exchange.compression does not apply to strategy.kind=sequential; remove it, or set"
                        + " strategy.kind to allreduce");
    }

    private static Object[] with(Object[] settings, Object... more) {
        Object[] all = Arrays.copyOf(settings, settings.length + more.length);
        System.arraycopy(more, 0, all, settings.length, more.length);
        return all;
    }

    /** The mean loss of the last epoch when the largest numbers are sent, with or without what was left over. */
    private static double lossOfLargest(Job job, double share, boolean feedback) throws Exception {
        try (RankGroup group = RankGroup.inMemory(RANKS, TIMEOUT)) {
            return group.run(mesh -> {
                        Exchange exchange = new MeshExchange(mesh);
                        RowSetup setup = RowSetup.load(job, Kinds.load(), mesh.rank(), RANKS);
                        int parameters = setup.model().layout().size();
                        LargestSum largest = new LargestSum(exchange, parameters, share);
                        BucketSums.RangeSum sum = (nodes, from, to) -> {
                            new CompressedRanges(largest, exchange, CompressedRanges.exact(setup.layout()))
                                    .sum(nodes, from, to);
                            if (!feedback) {
                                Arrays.fill(largest.residual(), 0);
                            }
                        };
                        return train(setup, mesh.rank(), sum);
                    })
                    .get(0);
        }
    }

    private static double train(RowSetup setup, int rank, BucketSums.RangeSum sum) throws Exception {
        int parameters = setup.model().layout().size();
        Buckets buckets = Buckets.of(setup.model().layout(), 1 << 20);
        int shards = setup.job().integer(JobKeys.VIRTUAL_SHARDS);
        int epochs = setup.job().integer(JobKeys.EPOCHS);
        double[] lossAndRows = new double[2];
        try (BucketSums sums = new InlineSums(sum, buckets)) {
            TreeShare share = new TreeShare(shards, RANKS);
            ShardGradients gradients =
                    new ShardGradients(setup.model().replica(), parameters, List.of(share.allOf(rank)), false, sums);
            Worker worker = new Worker(setup.batches(), gradients, new Synchronous(setup.updater()));
            for (int epoch = 0; epoch < epochs; epoch++) {
                Arrays.fill(lossAndRows, 0);
                worker.train(epoch, 0, setup.plan().stepsPerEpoch(), totals -> {
                    lossAndRows[0] += totals.loss() * totals.samples();
                    lossAndRows[1] += totals.samples();
                });
            }
        }
        return lossAndRows[0] / lossAndRows[1];
    }
}
