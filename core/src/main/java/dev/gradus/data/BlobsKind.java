package dev.gradus.data;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.CounterRandom;
import java.util.List;

/** Round clouds of points whose centres stand evenly on a circle, one cloud a class. */
public final class BlobsKind implements RowKind {

    private static final long OWN_ROWS = 40_000;

    /**
     * Deviation in units of half the distance between neighbours: about one point in a hundred is beyond the middle.
     */
    private static final double SPREAD = 0.4;

    private static final long POINTS = 6;
    private static final long FLIPS = 7;

    @Override
    public String name() {
        return "blobs";
    }

    @Override
    public String summary() {
        return "generated points in round clouds, one cloud a class, which planes separate nearly";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(DataKeys.ROWS, DataKeys.CLASSES, DataKeys.NOISE, DataKeys.SEED, DataKeys.TEST);
    }

    @Override
    public DataSet open(Job job) {
        int classes = GeneratedRows.classes(job);
        long seed = job.get(DataKeys.SEED);
        long key = CounterRandom.key(seed, POINTS);
        double deviation = SPREAD * StrictMath.sin(Math.PI / classes);
        LabelNoise noise = new LabelNoise(job.get(DataKeys.NOISE), classes, CounterRandom.key(seed, FLIPS));
        return GeneratedRows.split(job, OWN_ROWS, new Shape(2, classes), (row, features) -> {
            int blob = CounterRandom.below(classes, key, 3 * row);
            double angle = 2 * Math.PI * blob / classes;
            features[0] = (float) (StrictMath.cos(angle) + deviation * CounterRandom.nearlyNormal(key, 3 * row + 1));
            features[1] = (float) (StrictMath.sin(angle) + deviation * CounterRandom.nearlyNormal(key, 3 * row + 2));
            return noise.apply(blob, row);
        });
    }
}
