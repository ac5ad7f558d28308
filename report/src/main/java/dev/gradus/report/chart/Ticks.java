package dev.gradus.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Round numbers along an axis, and how they are written.
 *
 * @param doubling whether values are binary logarithms of what is written
 */
record Ticks(double low, double high, double step, boolean doubling) {

    Ticks(double low, double high, double step) {
        this(low, high, step, false);
    }

    /** A range of binary logarithms that holds both ends, with about {@code count} powers of two. */
    static Ticks doubling(double low, double high, int count) {
        double step = Math.max(1, Math.ceil((high - low) / count - 1e-9));
        double from = step * Math.floor(low / step + 1e-9); // so that 1 is among them
        double to = step * Math.ceil(high / step - 1e-9);
        return new Ticks(from, Math.max(from + step, to), step, true);
    }

    /** A range that holds both ends and begins and ends at round numbers, about {@code count} of them. */
    static Ticks of(double low, double high, int count) {
        double span = high - low;
        if (!(span > 0)) {
            double room = low == 0 ? 1 : Math.abs(low) * 0.1;
            return of(low - room, high + room, count);
        }
        double rough = span / count;
        double power = Math.pow(10, Math.floor(Math.log10(rough)));
        double step = power * 10;
        for (double factor : new double[] {1, 2, 5}) {
            if (rough <= factor * power * 1.0000001) {
                step = factor * power;
                break;
            }
        }
        return new Ticks(Math.floor(low / step + 1e-9) * step, Math.ceil(high / step - 1e-9) * step, step);
    }

    List<Double> values() {
        List<Double> values = new ArrayList<>();
        long count = Math.round((high - low) / step);
        for (long i = 0; i <= count; i++) {
            double value = low + i * step;
            // Without this, a tick at zero may be written as 2.8E-17.
            values.add(Math.abs(value) < step * 1e-6 ? 0 : value);
        }
        return values;
    }

    /** As few digits as tell the ticks apart, large numbers by thousands. */
    String text(double value) {
        if (doubling) {
            return power(value);
        }
        double most = Math.max(Math.abs(low), Math.abs(high));
        if (most >= 1e9) {
            return digits(value / 1e9, step / 1e9) + "G";
        } else if (most >= 1e6) {
            return digits(value / 1e6, step / 1e6) + "M";
        } else if (most >= 1e4) {
            return digits(value / 1e3, step / 1e3) + "k";
        }
        return most > 0 && most < 1e-3 ? String.format(Locale.ROOT, "%.1e", value) : digits(value, step);
    }

    /** The number whose binary logarithm is a value, such as 1024 or 0.25. */
    static String power(double value) {
        double number = Math.pow(2, value);
        return number >= 1
                ? String.format(Locale.ROOT, "%.0f", number)
                : String.format(Locale.ROOT, "%.3g", number).replaceFirst("0+$", "");
    }

    private static String digits(double value, double step) {
        int digits = (int) Math.max(0, Math.min(9, Math.ceil(-Math.log10(step) - 1e-9)));
        return String.format(Locale.ROOT, "%." + digits + "f", value);
    }
}
