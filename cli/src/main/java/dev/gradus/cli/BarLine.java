package dev.gradus.cli;

import dev.gradus.metrics.StepReading;
import java.util.List;
import java.util.Locale;

/**
 * One line on how far a run is, exactly as wide as asked for: share done, a bar, loss, rows a second, time left. What
 * does not fit is left out whole, the least important first; the bar takes the rest.
 */
final class BarLine {

    /** A shorter bar shows nothing that the percentage does not. */
    private static final int SHORTEST_BAR = 8;

    private static final String YELLOW = "\u001B[33m";
    private static final String PLAIN = "\u001B[0m";

    private final String title;
    private final String unit;
    private final long totalSamples;
    private final boolean color;

    /** {@code unit} is what samples are. */
    BarLine(String title, String unit, long totalSamples, boolean color) {
        this.title = title;
        this.unit = unit;
        this.totalSamples = totalSamples;
        this.color = color;
    }

    String text(StepReading reading, int columns) {
        double done = totalSamples == 0 ? 1 : Math.min(1.0, reading.samples() / (double) totalSamples);
        String left = String.format(Locale.ROOT, "%s %3d %% ", title, (int) (100 * done));
        for (String right : figures(reading)) {
            int room = columns - left.length() - right.length();
            if (room >= SHORTEST_BAR) {
                return left + bar(done, room) + right;
            }
        }
        return String.format("%-" + columns + "." + columns + "s", left);
    }

    /** What to say beside the bar, from all of it to nothing. */
    private List<String> figures(StepReading reading) {
        double perSecond = reading.samples() / Math.max(1e-9, reading.seconds());
        String loss = String.format(Locale.ROOT, " loss %.4f", reading.loss());
        String rate = ", " + rate(perSecond) + " " + unit + "/s";
        String left = ", eta " + duration((totalSamples - reading.samples()) / perSecond);
        return List.of(loss + accuracy(reading) + rate + left, loss + rate + left, loss + left, loss, "");
    }

    /** Nothing for a model that predicts no classes, which is never right. */
    static String accuracy(StepReading reading) {
        return reading.accuracy() == 0 ? "" : String.format(Locale.ROOT, ", accuracy %.4f", reading.accuracy());
    }

    private static String rate(double perSecond) {
        if (perSecond < 1e4) {
            return String.format(Locale.ROOT, "%.0f", perSecond);
        }
        return perSecond < 1e7
                ? String.format(Locale.ROOT, "%.0fk", perSecond / 1e3)
                : String.format(Locale.ROOT, "%.1fM", perSecond / 1e6);
    }

    /** Like 42s, 3:07 or 5:00:42. */
    static String duration(double seconds) {
        if (!Double.isFinite(seconds)) {
            return "?";
        }
        long whole = Math.max(0, Math.round(seconds));
        if (whole < 60) {
            return whole + "s";
        }
        return whole < 3600
                ? String.format(Locale.ROOT, "%d:%02d", whole / 60, whole % 60)
                : String.format(Locale.ROOT, "%d:%02d:%02d", whole / 3600, whole / 60 % 60, whole % 60);
    }

    private String bar(double done, int width) {
        int inner = width - 2;
        int filled = (int) (inner * done);
        String text = (color ? "█" : "=").repeat(filled) + " ".repeat(inner - filled);
        return color ? YELLOW + "│" + text + "│" + PLAIN : "[" + text + "]";
    }
}
