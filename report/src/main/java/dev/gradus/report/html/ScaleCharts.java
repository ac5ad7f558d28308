package dev.gradus.report.html;

import dev.gradus.report.chart.BarChart;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Points;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** What more ranks gained, in pictures. */
final class ScaleCharts {

    private final List<ScaleRow> rows;
    private final Map<Integer, Double> forecasts;

    /** {@code forecasts} are speedups that were expected, by ranks; often there are none. */
    ScaleCharts(List<ScaleRow> rows, Map<Integer, Double> forecasts) {
        this.rows = rows;
        this.forecasts = forecasts;
    }

    List<Chart> charts() {
        return List.of(speedup(), efficiency(), throughput());
    }

    private Chart speedup() {
        int base = rows.get(0).ranks();
        List<Series> series = new ArrayList<>(List.of(
                new Series("ideal", Look.DASHED, 7, points(row -> (double) row.ranks() / base)),
                new Series("measured, median", Look.MARKED, 0, points(ScaleRow::speedup)),
                new Series("range over rounds", Look.RANGES, 0, ranges())));
        if (!forecasts.isEmpty()) {
            series.add(new Series(
                    "forecast",
                    Look.DASHED,
                    1,
                    Points.of(
                            forecasts.keySet().stream()
                                    .map(Integer::doubleValue)
                                    .toList(),
                            List.copyOf(forecasts.values()))));
        }
        return new LineChart(
                new Heading(
                        "speedup",
                        "Speedup",
                        "Samples per second over those of " + base + (base == 1 ? " rank" : " ranks")
                                + ". The shaded area is what distributing loses; bars span all rounds."),
                "ranks",
                "times as fast",
                series,
                true,
                true);
    }

    private Chart efficiency() {
        return new LineChart(
                new Heading(
                        "efficiency",
                        "Efficiency",
                        "Speedup over ranks: the share of each rank's time that is not lost."),
                "ranks",
                "percent of ideal",
                List.of(
                        new Series("ideal", Look.DASHED, 7, points(row -> 100)),
                        new Series("measured, median", Look.MARKED, 0, points(row -> 100 * row.efficiency()))),
                true,
                true);
    }

    private Chart throughput() {
        int first = rows.get(0).ranks();
        boolean words = rows.get(0).run().summary().containsKey("wordsPerSecond");
        return new BarChart(
                new Heading(
                        "throughput",
                        "Throughput",
                        "The baseline is the first bar, what distributing makes of it are the others."
                                + " Each is the median run of its number of ranks."),
                "ranks",
                (words ? "words" : "samples") + " per second",
                rows.stream().map(row -> Integer.toString(row.ranks())).toList(),
                List.of(
                        new BarChart.Part("baseline", 7, speeds(row -> row.ranks() == first)),
                        new BarChart.Part("distributed", 0, speeds(row -> row.ranks() != first))),
                true);
    }

    /** Speeds of the rows that a part of the bars is of, and none of the others. */
    private List<Double> speeds(Predicate<ScaleRow> of) {
        return rows.stream()
                .map(row -> of.test(row) ? row.run().figure("samplesPerSecond") : Double.NaN)
                .toList();
    }

    private Points points(ToDoubleFunction<ScaleRow> figure) {
        return Points.of(
                rows.stream().map(row -> (double) row.ranks()).toList(),
                rows.stream().map(figure::applyAsDouble).toList());
    }

    private Points ranges() {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (ScaleRow row : rows) {
            x.addAll(List.of((double) row.ranks(), (double) row.ranks()));
            y.addAll(List.of(row.low(), row.high()));
        }
        return Points.of(x, y);
    }
}
