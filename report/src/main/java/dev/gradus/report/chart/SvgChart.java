package dev.gradus.report.chart;

import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;

/** Draws charts as SVG that stands in a page, whose style sheet has the colours. */
public final class SvgChart {

    /** Points of one curve: more than a screen shows, few enough for a page. */
    public static final int MOST_POINTS = 600;

    /** Categories whose names fit below their bars. */
    private static final int NAMED = 8;

    /** Values that differ by less than this share of themselves are drawn as a level line. */
    private static final double LEVEL = 0.002;

    private SvgChart() {}

    public static String of(Chart chart) {
        if (chart instanceof LineChart lines) {
            return lines(lines);
        } else if (chart instanceof BarChart bars) {
            return bars(bars);
        }
        return SvgTimeline.of((Timeline) chart);
    }

    private static String lines(LineChart chart) {
        List<Series> named = chart.series().stream()
                .filter(one -> one.look() != Look.FAINT && one.look() != Look.RANGES)
                .toList();
        double[] ys = chart.series().stream()
                .flatMapToDouble(one -> DoubleStream.of(one.points().ys()))
                .toArray();
        double[] xs = chart.series().stream()
                .flatMapToDouble(one -> DoubleStream.of(one.points().xs()))
                .toArray();
        Frame frame = new Frame(
                chart.heading().title(),
                vertical(ys, chart.axes()),
                named.stream()
                        .map(one -> new Frame.Key(one.name(), one.color(), one.look() == Look.DASHED))
                        .toList());
        frame.axes(chart.x(), chart.y());
        double to = DoubleStream.of(xs).max().orElse(1);
        double least = DoubleStream.of(xs).min().orElse(0);
        // A single reading stands at the right end, with the way to it from 0 on the left.
        double from = least < to ? least : least > 0 ? 0 : least - 1;
        frame.horizontal(chart.axes().doublesX() ? Ticks.doubling(from, to, 10) : horizontal(xs, from, to), from, to);
        if (chart.shaded()) {
            shade(frame, chart.series().get(0).points(), chart.series().get(1).points());
        }
        chart.series().forEach(one -> series(frame, one));
        return frame.svg().toString();
    }

    /**
     * From zero if the values are not far from it, so that heights can be compared, or if they are all but equal: a
     * curve that falls by a hundred thousandth is a level one.
     */
    static Ticks vertical(double[] values, LineChart.Axes axes) {
        double low = DoubleStream.of(values).min().orElse(0);
        double high = DoubleStream.of(values).max().orElse(1);
        if (axes.doublesY()) {
            return Ticks.doubling(low, high, 8);
        }
        boolean near = low >= 0 && (axes.fromZero() || low < high * 0.6 || high - low <= LEVEL * high);
        return Ticks.of(near ? 0 : low, high, 5);
    }

    /** Where only whole numbers stand, there are no others below them. */
    private static Ticks horizontal(double[] values, double from, double to) {
        Ticks ticks = Ticks.of(from, to, 6);
        boolean whole = DoubleStream.of(values).allMatch(value -> value == Math.rint(value));
        return whole && ticks.step() < 1 ? new Ticks(Math.floor(from), Math.ceil(to), 1) : ticks;
    }

    private static void shade(Frame frame, Points upper, Points lower) {
        StringBuilder points = new StringBuilder();
        for (int i = 0; i < upper.size(); i++) {
            point(points, frame, upper, i);
        }
        for (int i = lower.size() - 1; i >= 0; i--) {
            point(points, frame, lower, i);
        }
        frame.svg().points("polygon", "loss", points.toString().strip());
    }

    private static void point(StringBuilder points, Frame frame, Points from, int i) {
        points.append(Svg.text(frame.x(from.x(i))))
                .append(',')
                .append(Svg.text(frame.y(from.y(i))))
                .append(' ');
    }

    private static void series(Frame frame, Series series) {
        Points points = series.points().thin(MOST_POINTS);
        String color = Svg.color(series.color());
        if (series.look() == Look.RANGES) {
            for (int i = 0; i + 1 < points.size(); i += 2) {
                frame.svg()
                        .line(
                                "line " + color,
                                frame.x(points.x(i)),
                                frame.y(points.y(i)),
                                frame.x(points.x(i + 1)),
                                frame.y(points.y(i + 1)));
            }
            return;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < points.size(); i++) {
            point(text, frame, points, i);
        }
        String look = switch (series.look()) {
            case FAINT -> "faint ";
            case DASHED -> "line dashed ";
            default -> "line ";
        };
        frame.svg().points("polyline", look + color, text.toString().strip());
        // A single reading is a line without a length.
        for (int i = 0; i < points.size() && (series.look() == Look.MARKED || points.size() == 1); i++) {
            frame.svg().circle("fill " + color, frame.x(points.x(i)), frame.y(points.y(i)));
        }
    }

    private static String bars(BarChart chart) {
        double high = 0;
        for (int i = 0; i < chart.categories().size(); i++) {
            high = Math.max(high, height(chart, i));
        }
        int every = Math.max(1, (chart.categories().size() + NAMED - 1) / NAMED);
        double slot = Frame.width() / Math.max(1, chart.categories().size());
        List<List<String>> names = chart.categories().stream()
                .map(name -> Frame.wrapped(name, slot * every))
                .toList();
        Frame frame = new Frame(
                chart.heading().title(),
                Ticks.of(0, high > 0 ? high : 1, 5),
                chart.parts().size() == 1
                        ? List.of()
                        : chart.parts().stream()
                                .map(part -> new Frame.Key(part.name(), part.color(), false))
                                .toList(),
                names.stream().mapToInt(List::size).max().orElse(1));
        frame.axes(chart.x(), chart.y());
        for (int i = 0; i < chart.categories().size(); i++) {
            double left = Frame.left() + slot * i;
            if (i % every == 0) {
                frame.category(left + slot / 2, names.get(i));
            }
            category(frame, chart, i, left + slot * 0.14, slot * 0.72);
        }
        return frame.svg().toString();
    }

    private static double height(BarChart chart, int category) {
        DoubleStream values = chart.parts().stream()
                .mapToDouble(part -> part.values().get(category))
                .filter(Double::isFinite);
        return chart.stacked() ? values.sum() : values.max().orElse(0);
    }

    private static void category(Frame frame, BarChart chart, int category, double left, double width) {
        List<BarChart.Part> parts = new ArrayList<>(chart.parts());
        double floor = 0;
        double bar = chart.stacked() ? width : width / parts.size();
        for (int i = 0; i < parts.size(); i++) {
            BarChart.Part part = parts.get(i);
            double value = part.values().get(category);
            if (!Double.isFinite(value)) {
                continue;
            }
            double x = chart.stacked() ? left : left + bar * i;
            double[] box = {x, frame.y(floor + value), bar, frame.y(floor) - frame.y(floor + value)};
            String title = chart.categories().get(category) + ", " + part.name() + ": " + shown(value);
            frame.svg().rectangle("fill " + Svg.color(part.color()), box, title);
            floor += chart.stacked() ? value : 0;
        }
    }

    /** Four digits are enough to read a picture by. */
    static String shown(double value) {
        return new BigDecimal(value)
                .round(new MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
    }
}
