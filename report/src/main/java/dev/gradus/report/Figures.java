package dev.gradus.report;

import java.util.Locale;

/** Numbers as people read them. */
public final class Figures {

    private Figures() {}

    public static String fixed(double value, int digits) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%." + digits + "f", value);
    }

    /** Whole, with commas. */
    public static String count(double value) {
        return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,d", Math.round(value));
    }

    public static String seconds(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        return value < 0.99995 ? fixed(value * 1000, 1) + " ms" : fixed(value, 2) + " s";
    }

    /** In the unit that leaves one to three digits before the point, from nanoseconds on. */
    public static String shortTime(double seconds) {
        if (Double.isNaN(seconds)) {
            return "-";
        }
        if (seconds < 999.95e-9) {
            return fixed(1e9 * seconds, 1) + " ns";
        }
        return seconds < 999.95e-6 ? fixed(1e6 * seconds, 1) + " us" : seconds(seconds);
    }

    /** How many times as much: two digits behind the point, and of what would be nothing then two that count. */
    public static String times(double value) {
        return Double.isNaN(value) || value >= 0.0995 || value <= 0
                ? fixed(value, 2)
                : fixed(value, 1 - (int) Math.floor(Math.log10(value)));
    }

    /** The limits lie where rounding would show a thousand of the smaller unit. */
    public static String bytes(double value) {
        if (Double.isNaN(value)) {
            return "-";
        }
        if (value < 999.5) {
            return count(value) + " B";
        }
        if (value < 999.95e3) {
            return fixed(value / 1e3, 1) + " kB";
        }
        return value < 999.95e6 ? fixed(value / 1e6, 1) + " MB" : fixed(value / 1e9, 2) + " GB";
    }
}
