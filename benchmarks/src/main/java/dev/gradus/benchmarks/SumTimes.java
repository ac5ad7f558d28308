package dev.gradus.benchmarks;

import java.util.Arrays;

/** How long sums of one size took on one path, in microseconds. */
public record SumTimes(
        String path,
        int bytes,
        int sums,
        double medianMicros,
        double minMicros,
        double p90Micros,
        double streamMicros) {

    /**
     * Summarizes the nanoseconds of single sums, in any order, and {@code streamNanos}, the mean of sums that followed
     * each other without barriers.
     */
    static SumTimes of(String path, int bytes, float[] nanos, double streamNanos) {
        float[] sorted = nanos.clone();
        Arrays.sort(sorted);
        return new SumTimes(
                path,
                bytes,
                sorted.length,
                quantile(sorted, 0.5),
                quantile(sorted, 0),
                quantile(sorted, 0.9),
                rounded(streamNanos));
    }

    /** The nearest of the measured values, as allreduce.c has it. */
    private static double quantile(float[] sorted, double share) {
        return rounded(sorted[(int) (share * (sorted.length - 1) + 0.5)]);
    }

    private static double rounded(double nanos) {
        return Math.rint(nanos) / 1e3;
    }
}
