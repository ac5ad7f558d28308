package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.DataKeys;
import dev.gradus.data.Prefetch;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.data.image.ImagesKind;
import dev.gradus.data.image.PixelRows;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.math.Kernels;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.Model;
import dev.gradus.model.Replica;
import dev.gradus.model.RowModelKind;
import dev.gradus.optim.OptimKeys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Training on images that are varied in every epoch, by a model that asks for its rows one by one. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ImageTrainingTest {

    @ParameterizedTest
    @ValueSource(strings = {"none", "crop", "flip", "both"})
    void anyNumberOfRanksGivesTheSameBitsWithPrefetchAndWithout(String augment) throws Exception {
        Job job = job("data.augment", augment);
        float[] alone = train(job, 1).get(0);

        for (int ranks : new int[] {1, 2, 4}) {
            for (String prefetch : List.of("on", "off")) {
                assertThat(train(job("data.augment", augment, "launch.prefetch", prefetch), ranks))
                        .as("ranks %d, prefetch %s", ranks, prefetch)
                        .allSatisfy(own -> assertThat(own).containsExactly(alone));
            }
        }
    }

    @Test
    void varyingTheImagesChangesWhatIsLearnt() throws Exception {
        float[] plain = train(job(), 1).get(0);
        float[] varied = train(job("data.augment", "both"), 1).get(0);
        float[] otherwise =
                train(job("data.augment", "both", "seed", 1, "data.seed", 2), 1).get(0);

        assertThat(varied).isNotEqualTo(plain);
        assertThat(otherwise).isNotEqualTo(varied);
    }

    private static Job job(Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("model", "pixels");
        scalars.put("data", "images");
        scalars.put("data.rows", 240L);
        scalars.put("data.mean", "0.5; 0.5; 0.5");
        // 25 images of a shard in a step, which are enough to be filled beside.
        scalars.put("batchSize", 100L);
        scalars.put("virtualShards", 4L);
        scalars.put("optimizer.rate", 0.1);
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value);
        }
        return Job.of(kinds().keys(), scalars);
    }

    private static Kinds kinds() {
        List<Key<?>> keys = new ArrayList<>(OptimKeys.all());
        keys.add(DataKeys.PAGE_ROWS);
        return new Kinds(List.of(new PixelsKind()), List.of(new ImagesKind()), List.of(new ThreadLauncher()), keys);
    }

    /** The parameters of every rank after two epochs. */
    private static List<float[]> train(Job job, int ranks) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, Duration.ofSeconds(20))) {
            return group.run(mesh -> {
                RowSetup setup = RowSetup.load(job, kinds(), mesh.rank(), ranks);
                Peers peers = new Peers(new MeshExchange(mesh), mesh.ledger());
                try (Training training = setup.begin(peers, null)) {
                    for (int epoch = 0; epoch < 2; epoch++) {
                        training.train(epoch, 0, setup.plan().stepsPerEpoch(), totals -> {});
                    }
                    training.evaluate();
                    return training.parameters();
                }
            });
        }
    }

    private static final class PixelsKind implements RowModelKind {

        @Override
        public String name() {
            return "pixels";
        }

        @Override
        public String summary() {
            return "weights that follow the pixels, each row by those before it";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of(Prefetch.KEY);
        }

        @Override
        public Model create(Job job, Shape shape, Kernels kernels) {
            return new PixelsModel(shape, job.get(Prefetch.KEY));
        }

        @Override
        public RowStore.Loader store() {
            return PixelRows::load;
        }
    }

    private record PixelsModel(Shape shape, String prefetch) implements Model {

        @Override
        public String kind() {
            return "pixels";
        }

        @Override
        public Layout layout() {
            return new Layout(List.of(new Layout.Block("weights", 0, List.of(shape.features()))));
        }

        @Override
        public void initialize(float[] parameters, long seed) {}

        @Override
        public double penalize(float[] parameters, float[] gradient) {
            return 0;
        }

        @Override
        public Replica replica() {
            return new PixelsReplica(Prefetch.create(Prefetch.wanted(prefetch, 1), shape.features()));
        }
    }

    private record PixelsReplica(Prefetch prefetch) implements Replica {

        @Override
        public void addGradient(float[] parameters, Slice slice, Gradient gradient, Finished finished) {
            assertThat(slice.rows()).isInstanceOf(PixelRows.class);
            float[] rows = prefetch.rows(slice);
            float[] labels = prefetch.labels();
            for (int row = 0; row < slice.size(); row++) {
                for (int j = 0; j < parameters.length; j++) {
                    gradient.values()[j] += (1 + labels[row]) * rows[row * parameters.length + j];
                }
            }
            gradient.count(0, 0, slice.size());
        }

        @Override
        public void evaluate(float[] parameters, RowStore rows, int from, int to, Evaluation evaluation) {
            evaluation.count(0, 0, to - from);
        }

        @Override
        public void close() {
            prefetch.close();
        }
    }
}
