package dev.gradus.model;

import java.util.Arrays;

/**
 * The sum over some rows of the gradient, and of three numbers that travel with it through the exchange: loss, rows
 * that were classified correctly, and rows. Sums rather than means, so that parts of different sizes add up. Owned by
 * one rank.
 */
public final class Gradient {

    private static final int STATISTICS = 3;

    private final int parameters;
    private final float[] values;

    public Gradient(int parameters) {
        this(parameters, new float[length(parameters)]);
    }

    /** A gradient that stands in the array, which must be of the length for so many parameters. */
    public Gradient(int parameters, float[] values) {
        if (values.length != length(parameters)) {
            throw new IllegalArgumentException(
                    "array does not fit a gradient: parameters=" + parameters + ", length=" + values.length);
        }
        this.parameters = parameters;
        this.values = values;
    }

    /** Floats that a gradient of so many parameters takes, with its statistics. */
    public static int length(int parameters) {
        return parameters + STATISTICS;
    }

    /** The sums, by parameter; the statistics follow them. */
    public float[] values() {
        return values;
    }

    public int parameters() {
        return parameters;
    }

    public void clear() {
        Arrays.fill(values, 0);
    }

    /** Notes what the rows of this gradient cost and how many of them were right. */
    public void count(double loss, int correct, int rows) {
        values[parameters] += (float) loss;
        values[parameters + 1] += correct;
        values[parameters + 2] += rows;
    }

    /** Summed loss of the rows. */
    public double loss() {
        return values[parameters];
    }

    public double correct() {
        return values[parameters + 1];
    }

    public double rows() {
        return values[parameters + 2];
    }
}
