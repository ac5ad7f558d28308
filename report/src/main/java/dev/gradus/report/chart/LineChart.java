package dev.gradus.report.chart;

import java.util.List;

/**
 * Curves over a common axis.
 *
 * @param x what the horizontal axis shows, with its unit
 * @param y what the vertical axis shows, with its unit
 * @param axes where the axes begin and how they are numbered
 * @param shaded whether the area between the first two curves is filled: what the second falls short of the first
 */
public record LineChart(Heading heading, String x, String y, List<Series> series, Axes axes, boolean shaded)
        implements Chart {

    /** Where axes begin and how they are numbered. */
    public enum Axes {
        /** The vertical axis begins near the lowest value. */
        FREE,
        /** The vertical axis begins at 0 however high the curves are. */
        FROM_ZERO,
        /** The same, and the horizontal axis doubles from mark to mark: points have the binary logarithm there. */
        FROM_ZERO_OVER_DOUBLINGS,
        /** Both axes double from mark to mark: points have binary logarithms. */
        DOUBLINGS;

        boolean fromZero() {
            return this == FROM_ZERO || this == FROM_ZERO_OVER_DOUBLINGS;
        }

        boolean doublesX() {
            return this == FROM_ZERO_OVER_DOUBLINGS || this == DOUBLINGS;
        }

        boolean doublesY() {
            return this == DOUBLINGS;
        }
    }

    /** Both axes have plain numbers. */
    public LineChart(Heading heading, String x, String y, List<Series> series, boolean fromZero, boolean shaded) {
        this(heading, x, y, series, fromZero ? Axes.FROM_ZERO : Axes.FREE, shaded);
    }

    public LineChart {
        series = List.copyOf(series);
    }

    /** Whether there is anything to draw. */
    public boolean isEmpty() {
        return series.stream().allMatch(one -> one.points().size() == 0);
    }

    /** How a curve looks. */
    public enum Look {
        /** A line. */
        LINE,
        /** A line with a mark at each point. */
        MARKED,
        /** A thin line behind the others, for raw readings; not in the legend. */
        FAINT,
        /** A broken line, for what would be ideal or expected. */
        DASHED,
        /** Points by pairs, low and high, joined by an upright bar; not in the legend. */
        RANGES
    }

    /** One curve; {@code color} counts from 0, so that curves that belong together can share one. */
    public record Series(String name, Look look, int color, Points points) {}
}
