package dev.gradus.report;

import java.util.Arrays;

/**
 * The mean of a few measurements and how sure it is: half the width of its 95 % interval by Student's distribution, NaN
 * for fewer than two.
 */
public record Spread(int count, double mean, double interval, double low, double high) {

    /** What 2.5 % of Student's distribution lie above, by degrees of freedom from 1. */
    private static final double[] STUDENT = {
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
        2.110, 2.101, 2.093, 2.086
    };

    private static final double NORMAL = 1.96;

    public static Spread of(double[] values) {
        int count = values.length;
        if (count == 0) {
            return new Spread(0, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
        }
        double mean = Arrays.stream(values).average().orElse(Double.NaN);
        double squares = Arrays.stream(values).map(x -> (x - mean) * (x - mean)).sum();
        double interval = count < 2 ? Double.NaN : student(count - 1) * Math.sqrt(squares / (count - 1) / count);
        return new Spread(
                count,
                mean,
                interval,
                Arrays.stream(values).min().orElse(Double.NaN),
                Arrays.stream(values).max().orElse(Double.NaN));
    }

    private static double student(int freedom) {
        return freedom <= STUDENT.length ? STUDENT[freedom - 1] : NORMAL + 2.5 / freedom;
    }
}
