package dev.gradus.report.chart;

import java.util.List;

/**
 * Curves over a common axis.
 *
 * @param x what the horizontal axis shows, with its unit
 * @param y what the vertical axis shows, with its unit
 * @param fromZero whether the vertical axis begins at 0 however high the curves are
 * @param shaded whether the area between the first two curves is filled: what the second falls short of the first
 */
public record LineChart(Heading heading, String x, String y, List<Series> series, boolean fromZero, boolean shaded)
        implements Chart {

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
