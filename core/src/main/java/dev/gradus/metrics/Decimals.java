package dev.gradus.metrics;

/** Shortens numbers for a log. */
public final class Decimals {

    private static final double UNITS = 1e9;

    private Decimals() {}

    /** With nine decimals: more than a loss of floats means, and a tenth of the time to write. Tiny numbers stay. */
    public static double nine(double value) {
        double size = Math.abs(value);
        return size >= 1e-3 && size < 1e6 ? Math.rint(value * UNITS) / UNITS : value;
    }
}
