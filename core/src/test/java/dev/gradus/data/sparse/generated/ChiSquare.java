package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongToDoubleFunction;

/** Compares counts with what a law expects of them. */
final class ChiSquare {

    private ChiSquare() {}

    /**
     * Groups numbers 0 to {@code counts.length} so that each group expects 20 or more, and checks the sum of squared
     * distances: five deviations from its mean, which one case in a million exceeds by chance.
     *
     * @param below the probability of a number less than the given one
     */
    static void check(long[] counts, LongToDoubleFunction below) {
        double drawn = 0;
        for (long count : counts) {
            drawn += count;
        }
        double sum = 0;
        int groups = 0;
        double observed = 0;
        double before = 0;
        for (int i = 0; i < counts.length; i++) {
            observed += counts[i];
            double expected = (below.applyAsDouble(i + 1) - before) * drawn;
            boolean rest = (1 - below.applyAsDouble(i + 1)) * drawn < 20;
            if ((expected >= 20 && !rest) || i == counts.length - 1) {
                sum += (observed - expected) * (observed - expected) / expected;
                groups++;
                observed = 0;
                before = below.applyAsDouble(i + 1);
            }
        }
        double freedom = groups - 1;
        assertThat(sum).isBetween(0.0, freedom + 5 * Math.sqrt(2 * freedom) + 5);
    }
}
