package dev.gradus.forecast;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How the same work takes now more and now less time: measured durations over their mean, in ascending order. Nothing
 * is assumed of their distribution, because what matters is its tail: ranks in step wait for whoever was slowest.
 */
public final class Jitter {

    private static final double NEGLIGIBLE = 1e-12;

    private final double[] sorted;

    private Jitter(double[] sorted) {
        this.sorted = sorted;
    }

    /** Work that always takes the same time. */
    public static Jitter none() {
        return new Jitter(new double[] {1});
    }

    public static Jitter of(double[] durations) {
        double mean = Arrays.stream(durations).average().orElse(0);
        if (!(mean > 0)) {
            throw new IllegalArgumentException("durations have no mean: count=" + durations.length + ", mean=" + mean);
        }
        double[] sorted = Arrays.stream(durations).map(x -> x / mean).sorted().toArray();
        return new Jitter(sorted);
    }

    /** What the slowest of so many ranks takes on average, over what one takes: the mean of the largest of n draws. */
    public double most(double ranks) {
        double mean = 0;
        double above = 1;
        // From the largest down, as far as there is a chance that nothing larger is drawn.
        for (int i = sorted.length; i > 0 && above > NEGLIGIBLE; i--) {
            double below = Math.pow((i - 1.0) / sorted.length, ranks);
            mean += sorted[i - 1] * (above - below);
            above = below;
        }
        return mean;
    }

    public double draw(SplittableRandom random) {
        return sorted[random.nextInt(sorted.length)];
    }

    /** The relative deviation of single durations. */
    public double deviation() {
        return Math.sqrt(
                Arrays.stream(sorted).map(x -> (x - 1) * (x - 1)).average().orElse(0));
    }
}
