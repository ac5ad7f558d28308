package dev.gradus.train;

import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.optim.OptimKeys;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** A small set of sparse rows, in memory, with labels from a hidden model. */
final class Clicks {

    static final int FEATURES = 60;
    static final int TRAIN = 700;
    static final int TEST = 203;

    private static final SparseBlock ROWS = rows();

    private Clicks() {}

    private static SparseBlock rows() {
        Random random = new Random(5);
        double[] hidden = random.doubles(FEATURES, -2, 2).toArray();
        SparseBlock rows = new SparseBlock();
        for (int row = 0; row < TRAIN + TEST; row++) {
            double z = 0.3;
            for (int feature = 0; feature < FEATURES; feature++) {
                if (random.nextInt(1 + feature) < 3) {
                    float value = feature % 2 == 0 ? 1 : random.nextFloat();
                    rows.add(feature, value);
                    z += hidden[feature] * value;
                }
            }
            rows.endRow(random.nextDouble() < 1 / (1 + Math.exp(-z)) ? 1 : 0, 1 + row % 3);
        }
        return rows;
    }

    /** All rows, those held out behind the others. */
    static SparseBlock all() {
        return ROWS;
    }

    static Kinds kinds() {
        return new Kinds(
                List.of(new LogisticKind()), List.of(new ClicksKind()), List.of(new ThreadLauncher()), OptimKeys.all());
    }

    /** A job over the rows; {@code settings} are names and values by turns. */
    static Job job(Object... settings) {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("data.kind", "clicks");
        scalars.put("launch.kind", "threads");
        scalars.put("launch.warmUp", "0s");
        scalars.put("kernels", "plain");
        scalars.put("data.block", 40L);
        scalars.put("batchSize", 50L);
        scalars.put("virtualShards", 8L);
        scalars.put("optimizer.rate", 0.1);
        for (int i = 0; i < settings.length; i += 2) {
            Object value = settings[i + 1] instanceof Integer number ? (Object) number.longValue() : settings[i + 1];
            scalars.put((String) settings[i], value);
        }
        return Job.of(kinds().keys(), scalars);
    }

    private static final class ClicksKind implements SparseKind {

        @Override
        public String name() {
            return "clicks";
        }

        @Override
        public String summary() {
            return "some hundred sparse rows";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of();
        }

        @Override
        public SparseSet open(Job job, Path cache) {
            int[] ids = IntStream.range(0, FEATURES).map(i -> 7 * i).toArray();
            return new SparseSet(new FeatureList(ids, 1000), new Part(0, TRAIN), new Part(TRAIN, TEST), "clicks");
        }
    }

    private record Part(int first, long rows) implements SparseSource {

        @Override
        public Reader reader() {
            return (from, to, into) -> {
                for (int row = (int) (first + from); row < first + to; row++) {
                    for (int i = ROWS.starts()[row]; i < ROWS.starts()[row + 1]; i++) {
                        into.add(ROWS.features()[i], ROWS.values()[i]);
                    }
                    into.endRow(ROWS.labels()[row], ROWS.weights()[row]);
                }
            };
        }

        @Override
        public void close() {}
    }
}
