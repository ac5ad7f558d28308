package dev.gradus.data;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.math.CounterRandom;
import java.util.List;

/** Two classes on the two sides of a hidden plane through the origin. */
public final class LinearKind implements RowKind {

    private static final long OWN_ROWS = 1_000_000;

    private static final long HIDDEN = 1;
    private static final long VALUES = 2;
    private static final long FLIPS = 3;

    @Override
    public String name() {
        return "linear";
    }

    @Override
    public String summary() {
        return "generated rows of two classes that a plane separates, except for the labels that data.noise replaces";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(DataKeys.ROWS, DataKeys.FEATURES, DataKeys.MARGIN, DataKeys.NOISE, DataKeys.SEED, DataKeys.TEST);
    }

    @Override
    public DataSet open(Job job) {
        int features = job.integer(DataKeys.FEATURES);
        long seed = job.get(DataKeys.SEED);
        LabelNoise noise = new LabelNoise(job.get(DataKeys.NOISE), 2, CounterRandom.key(seed, FLIPS));
        Side side = new Side(
                direction(features, CounterRandom.key(seed, HIDDEN)),
                job.get(DataKeys.MARGIN),
                CounterRandom.key(seed, VALUES),
                noise);
        return GeneratedRows.split(job, OWN_ROWS, new Shape(features, 2), side);
    }

    /** The unit vector that stands upright on the plane of a seed. */
    static double[] direction(int features, long key) {
        double[] direction = new double[features];
        double squares = 0;
        for (int j = 0; j < features; j++) {
            double value = CounterRandom.nearlyNormal(key, j);
            // A zero vector has no direction; one value in about 100,000 is exactly 0, so with one feature it does
            // happen.
            direction[j] = value == 0 ? 1 : value;
            squares += direction[j] * direction[j];
        }
        double length = Math.sqrt(squares);
        for (int j = 0; j < features; j++) {
            direction[j] /= length;
        }
        return direction;
    }

    /** Draws a row and pushes it away from the plane, to the side on which it already is. */
    private static final class Side implements RowFormula {

        private final double[] direction;
        private final double margin;
        private final long key;
        private final LabelNoise noise;

        Side(double[] direction, double margin, long key, LabelNoise noise) {
            this.direction = direction;
            this.margin = margin;
            this.key = key;
            this.noise = noise;
        }

        @Override
        public int row(long row, float[] features) {
            long first = row * direction.length;
            double height = 0;
            for (int j = 0; j < direction.length; j++) {
                float value = CounterRandom.nearlyNormal(key, first + j);
                features[j] = value;
                height += direction[j] * value;
            }
            double push = height < 0 ? -margin : margin;
            for (int j = 0; j < direction.length; j++) {
                features[j] = (float) (features[j] + push * direction[j]);
            }
            return noise.apply(height < 0 ? 0 : 1, row);
        }
    }
}
