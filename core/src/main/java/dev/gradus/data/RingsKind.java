package dev.gradus.data;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.CounterRandom;
import java.util.List;

/** Points near concentric circles, one circle a class: no plane separates them. */
public final class RingsKind implements RowKind {

    private static final long OWN_ROWS = 40_000;

    /** Deviation of the radius in units of the distance between rings: they just touch. */
    private static final double SPREAD = 0.15;

    private static final long POINTS = 4;
    private static final long FLIPS = 5;

    @Override
    public String name() {
        return "rings";
    }

    @Override
    public String summary() {
        return "generated points on concentric rings, one ring a class, which no plane separates";
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
        LabelNoise noise = new LabelNoise(job.get(DataKeys.NOISE), classes, CounterRandom.key(seed, FLIPS));
        return GeneratedRows.split(job, OWN_ROWS, new Shape(2, classes), (row, features) -> {
            int ring = CounterRandom.below(classes, key, 3 * row);
            double angle = 2 * Math.PI * CounterRandom.uniform(key, 3 * row + 1);
            double radius = (ring + 1 + SPREAD * CounterRandom.nearlyNormal(key, 3 * row + 2)) / classes;
            // StrictMath, because Math.sin may differ in its last bit between machines.
            features[0] = (float) (radius * StrictMath.cos(angle));
            features[1] = (float) (radius * StrictMath.sin(angle));
            return noise.apply(ring, row);
        });
    }
}
