package dev.gradus.forecast;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * How the same work takes now more and now less time: measured durations over their mean, in ascending order. Nothing
 * is assumed of their distribution, because what matters is its tail: ranks in step wait for whoever was slowest.
 */
public final class Jitter {

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
        double below = 0;
        for (int i = 0; i < sorted.length; i++) {
            double up = Math.pow((i + 1.0) / sorted.length, ranks);
            mean += sorted[i] * (up - below);
            below = up;
        }
        return mean;
    }

    public double draw(SplittableRandom random) {
        return sorted[random.nextInt(sorted.length)];
    }

    public int count() {
        return sorted.length;
    }

    /** The relative deviation of single durations. */
    public double deviation() {
        return Math.sqrt(
                Arrays.stream(sorted).map(x -> (x - 1) * (x - 1)).average().orElse(0));
    }
}
