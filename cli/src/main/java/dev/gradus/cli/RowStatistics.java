package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSource;

/** What one pass over the rows of a source finds: labels by class, and range, mean and deviation of every feature. */
final class RowStatistics {

    private final long[] labels;
    private final float[] smallest;
    private final float[] largest;
    private final double[] means;
    private final double[] squares;
    private long rows;

    private RowStatistics(int features, int classes) {
        this.labels = new long[classes];
        this.smallest = new float[features];
        this.largest = new float[features];
        this.means = new double[features];
        this.squares = new double[features];
    }

    static RowStatistics of(RowSource source) throws DataException {
        RowStatistics statistics =
                new RowStatistics(source.shape().features(), source.shape().classes());
        source.read(0, source.rows(), statistics::add);
        return statistics;
    }

    /** Welford's update, since a difference of large sums would lose the digits of a small deviation. */
    private void add(float[] features, int label) {
        rows++;
        labels[label]++;
        for (int j = 0; j < features.length; j++) {
            float value = features[j];
            smallest[j] = rows == 1 ? value : Math.min(smallest[j], value);
            largest[j] = rows == 1 ? value : Math.max(largest[j], value);
            double distance = value - means[j];
            means[j] += distance / rows;
            squares[j] += distance * (value - means[j]);
        }
    }

    /** Rows of a class. */
    long count(int label) {
        return labels[label];
    }

    float min(int feature) {
        return smallest[feature];
    }

    float max(int feature) {
        return largest[feature];
    }

    double mean(int feature) {
        return means[feature];
    }

    /** Root of the mean squared distance from the mean. */
    double deviation(int feature) {
        return Math.sqrt(squares[feature] / rows);
    }
}
