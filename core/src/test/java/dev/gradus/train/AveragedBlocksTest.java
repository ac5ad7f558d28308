package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.BlobsKind;
import dev.gradus.data.DataKeys;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.math.Kernels;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.Layout.Block;
import dev.gradus.model.Model;
import dev.gradus.model.Replica;
import dev.gradus.model.RowModelKind;
import dev.gradus.optim.OptimKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks that hold running means of what the rows show, beside blocks that learn. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class AveragedBlocksTest {

    private static final int STEPS = 5;

    /** Weights, means of the two features and of their squares, a weight. */
    private static final Layout LAYOUT = new Layout(List.of(
            new Block("weights", 0, List.of(2)),
            new Block("means", 2, List.of(2), true),
            new Block("squares", 4, List.of(2), true),
            new Block("last", 6, List.of(1))));

    @Test
    void theLayoutTellsAveragedBlocksInItsFingerprintAndAsJoinedRanges() {
        Layout learnt = new Layout(LAYOUT.blocks().stream()
                .map(block -> new Block(block.name(), block.from(), block.dimensions()))
                .toList());

        assertThat(LAYOUT.averaged()).containsExactly(new Layout.Range(2, 6));
        assertThat(learnt.averaged()).isEmpty();
        assertThat(LAYOUT.fingerprint()).isEqualTo("weights[2],means[2]~,squares[2]~,last[1]");
        assertThat(LAYOUT.fingerprint()).isNotEqualTo(learnt.fingerprint());
        assertThat(LAYOUT).isNotEqualTo(learnt);
        assertThat(LAYOUT.fits(learnt)).isTrue();
        assertThat(LAYOUT.fits(new Layout(LAYOUT.blocks().subList(0, 3)))).isFalse();
    }

    @Test
    void averagedBlocksFollowTheMeansOfTheGlobalBatch() throws Exception {
        Job job = job();
        RowSetup setup = RowSetup.load(job, kinds(), 0, 1);
        double[] expected = new double[4];
        for (int step = 0; step < STEPS; step++) {
            double[] sums = new double[4];
            setup.batches().read(0, step).slices().forEach(slice -> addSums(slice, sums));
            for (int i = 0; i < 4; i++) {
                expected[i] += 0.1 * (sums[i] / setup.plan().globalSize(step) - expected[i]);
            }
        }

        float[] parameters = train(job, 1).get(0);

        for (int i = 0; i < 4; i++) {
            assertThat((double) parameters[2 + i]).isCloseTo(expected[i], within(1e-5));
        }
    }

    /** Momentum, clipping and a penalty on everything, none of which may touch the means or count them. */
    @ParameterizedTest
    @ValueSource(strings = {"sgd", "momentum", "adam"})
    void whatLearnsIsTheSameWithAveragedBlocksAndWithout(String rule) throws Exception {
        Object[] settings = {"optimizer", rule, "optimizer.clip", 0.01};
        float[] with = train(job(settings), 1).get(0);

        float[] without = train(job(settings), 1, kinds(layoutWithoutMeans())).get(0);

        assertThat(new float[] {with[0], with[1], with[6]}).containsExactly(without);
    }

    @Test
    void anyNumberOfRanksGivesTheSameBits() throws Exception {
        float[] alone = train(job("optimizer", "momentum"), 1).get(0);

        for (int ranks : new int[] {2, 3, 4}) {
            assertThat(train(job("optimizer", "momentum"), ranks))
                    .allSatisfy(own -> assertThat(own).containsExactly(alone));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"bf16", "topk"})
    void averagedBlocksAreNotCompressed(String compression) throws Exception {
        Object[] exact = {"deterministic", false};
        Object[] settings = {"deterministic", false, "exchange.compression", compression};

        float[] means = train(job(exact), 2).get(0);

        for (float[] own : train(job(settings), 2)) {
            for (int i = 2; i < 6; i++) {
                assertThat(own[i]).isEqualTo(means[i]);
            }
        }
    }

    @Test
    void rangesThatCutAveragedBlocksAreAddedUpAsTheyAreToo() throws Exception {
        Job job = job("deterministic", false, "exchange.compression", "bf16");
        try (RankGroup group = RankGroup.inMemory(2, Duration.ofSeconds(20))) {
            List<float[]> sums = group.run(mesh -> {
                float[] values = {1, 1, 1001, 1002, 1003, 1004, 1, 1005, 1006, 1007};
                BucketSums.RangeSum sum = CompressedRanges.of(job, new MeshExchange(mesh), LAYOUT);
                for (int[] range : new int[][] {{8, 10}, {5, 8}, {3, 5}, {0, 3}}) {
                    sum.sum(new float[][] {values}, range[0], range[1]);
                }
                return values;
            });

            // Of 2002 and its neighbours, numbers of 16 bits have only every eighth.
            assertThat(sums)
                    .allSatisfy(
                            sum -> assertThat(sum).containsExactly(2, 2, 2002, 2004, 2006, 2008, 2, 2010, 2012, 2014));
        }
    }

    private static void addSums(Slice slice, double[] sums) {
        float[] row = new float[2];
        for (int run = 0; run < slice.runs(); run++) {
            for (int i = slice.from(run); i < slice.to(run); i++) {
                slice.rows().fill(i, slice.epoch(), row, 0);
                for (int j = 0; j < 2; j++) {
                    sums[j] += row[j];
                    sums[2 + j] += (double) row[j] * row[j];
                }
            }
        }
    }

    private static Layout layoutWithoutMeans() {
        return new Layout(List.of(new Block("weights", 0, List.of(2)), new Block("last", 2, List.of(1))));
    }

    private static Job job(Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("model", "means");
        scalars.put("data", "blobs");
        scalars.put("data.rows", 700L);
        scalars.put("batchSize", 128L);
        scalars.put("optimizer.rate", 0.1);
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value);
        }
        return Job.of(kinds().keys(), scalars);
    }

    private static Kinds kinds() {
        return kinds(LAYOUT);
    }

    private static Kinds kinds(Layout layout) {
        List<Key<?>> keys = new ArrayList<>(OptimKeys.all());
        keys.add(DataKeys.PAGE_ROWS);
        return new Kinds(List.of(new MeansKind(layout)), List.of(new BlobsKind()), List.of(new ThreadLauncher()), keys);
    }

    private static List<float[]> train(Job job, int ranks) throws Exception {
        return train(job, ranks, kinds());
    }

    /** The parameters of every rank after a few steps. */
    private static List<float[]> train(Job job, int ranks, Kinds kinds) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, Duration.ofSeconds(20))) {
            return group.run(mesh -> {
                RowSetup setup = RowSetup.load(job, kinds, mesh.rank(), ranks);
                Peers peers = new Peers(new MeshExchange(mesh), mesh.ledger());
                try (Training training = setup.begin(peers, null)) {
                    training.train(0, 0, STEPS, totals -> {});
                    return training.parameters();
                }
            });
        }
    }

    private record MeansKind(Layout layout) implements RowModelKind {

        @Override
        public String name() {
            return "means";
        }

        @Override
        public String summary() {
            return "weights that follow sums of rows, and running means";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of();
        }

        @Override
        public Model create(Job job, Shape shape, Kernels kernels) {
            return new Means(shape, layout);
        }
    }

    /** A model whose gradient is the rows themselves. */
    private record Means(Shape shape, Layout layout) implements Model, Replica {

        @Override
        public String kind() {
            return "means";
        }

        @Override
        public void initialize(float[] parameters, long seed) {}

        @Override
        public Replica replica() {
            return this;
        }

        /** On all parameters, as a model would do that has forgotten its means. */
        @Override
        public double penalize(float[] parameters, float[] gradient) {
            for (int i = 0; i < layout.size(); i++) {
                gradient[i] += 0.5f * parameters[i];
            }
            return 0;
        }

        @Override
        public void addGradient(float[] parameters, Slice slice, Gradient gradient, Finished finished) {
            double[] sums = new double[4];
            addSums(slice, sums);
            float[] values = gradient.values();
            int last = layout.size() - 1;
            Stream.of(0, 1).forEach(j -> values[j] += (float) sums[j]);
            for (int i = 2; i < last; i++) {
                values[i] += (float) sums[i - 2];
            }
            values[last] += (float) (sums[2] - sums[3]);
            gradient.count(0, 0, slice.size());
        }

        @Override
        public void evaluate(float[] parameters, RowStore rows, int from, int to, Evaluation evaluation) {}
    }
}
