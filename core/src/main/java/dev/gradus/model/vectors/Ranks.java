package dev.gradus.model.vectors;

import java.util.Comparator;
import java.util.stream.IntStream;

/** Ranks of numbers, and how those of two rows of numbers agree. */
final class Ranks {

    private Ranks() {}

    /**
     * Spearman's correlation of the first {@code length} numbers: Pearson's over their ranks. NaN where one of the two
     * does not vary.
     */
    static double spearman(double[] x, double[] y, int length) {
        return pearson(of(x, length), of(y, length));
    }

    /** The ranks from 1 on; equal numbers share the mean of theirs. */
    static double[] of(double[] x, int length) {
        int[] order = IntStream.range(0, length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> x[i]))
                .mapToInt(Integer::intValue)
                .toArray();
        double[] ranks = new double[length];
        for (int from = 0, to; from < length; from = to) {
            to = from + 1;
            while (to < length && x[order[to]] == x[order[from]]) {
                to++;
            }
            for (int i = from; i < to; i++) {
                ranks[order[i]] = (from + 1 + to) / 2.0;
            }
        }
        return ranks;
    }

    private static double pearson(double[] x, double[] y) {
        double meanX =
                IntStream.range(0, x.length).mapToDouble(i -> x[i]).average().orElse(0);
        double meanY =
                IntStream.range(0, y.length).mapToDouble(i -> y[i]).average().orElse(0);
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return xy / Math.sqrt(xx * yy);
    }
}
