package dev.gradus.report.html;

import dev.gradus.forecast.Forecast;
import dev.gradus.report.ForecastReport;
import dev.gradus.report.Table;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.LineChart.Axes;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Markup;
import dev.gradus.report.chart.Points;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What ranks would gain by several strategies, as a page and pictures. */
public final class ForecastPage {

    private static final double LEAST_DOUBLINGS = -4;

    private final ForecastReport report;
    private final List<String> notes;

    public ForecastPage(ForecastReport report) {
        this.report = report;
        this.notes = new ArrayList<>(report.notes());
    }

    /** Writes {@code plots/} and {@code report.html} into a folder. */
    public void write(Path folder) throws IOException {
        Report.writePlots(charts(), folder, notes);
        Report.write(folder.resolve("report.html"), text());
    }

    private String text() {
        StringBuilder out = new StringBuilder(Html.head(report.title()));
        out.append(Html.findings(report.answers().stream()
                .map(answer ->
                        List.of(answer.forecast().strategy(), answer.advice().sentence()))
                .toList()));
        out.append(Html.notes("How sure this is", notes)).append(Html.charts(charts()));
        for (ForecastReport.Answer answer : report.answers()) {
            Table table = report.table(answer);
            out.append("<h2>")
                    .append(Markup.escape(answer.forecast().strategy()))
                    .append("</h2>\n");
            out.append(Html.table(table.headings(), table.rows()));
            if (!report.measuredText(answer).isEmpty()) {
                out.append("<p>")
                        .append(Markup.escape(report.measuredText(answer)))
                        .append("</p>\n");
            }
        }
        List<List<String>> machine = new ArrayList<>();
        report.machine().forEach((name, value) -> {
            if (!String.valueOf(value).isEmpty()) {
                machine.add(List.of(name, Page.machineText(name, value)));
            }
        });
        out.append("<details open>\n<summary>Which machine was measured</summary>\n");
        out.append(Html.table(List.of("", ""), machine)).append("</details>\n");
        return out.append(Html.foot()).toString();
    }

    private List<Chart> charts() {
        Heading speedup = new Heading(
                "speedup",
                "Speedup by forecast",
                "Over one rank that exchanges nothing; broken: ideal. Both axes are logarithmic; bars span"
                        + " what the speedup may lie between, and nothing is drawn below 1/16.");
        Heading efficiency = new Heading("efficiency", "Efficiency by forecast", "Speedup over ranks.");
        return List.of(
                chart(speedup, "times as fast", point -> doublings(point.speedup()), Axes.DOUBLINGS),
                chart(
                        efficiency,
                        "percent of ideal",
                        point -> 100 * point.efficiency(),
                        Axes.FROM_ZERO_OVER_DOUBLINGS));
    }

    /** Ranks double from point to point up to 1,024, so an axis of ranks would press the first ones together. */
    private LineChart chart(Heading heading, String y, ToDoubleFunction<Forecast.Point> figure, Axes axes) {
        List<Series> series = new ArrayList<>();
        if (axes == Axes.DOUBLINGS) {
            double most = doublings(Forecast.MOST_RANKS);
            series.add(new Series("ideal", Look.DASHED, 7, Points.of(List.of(0.0, most), List.of(0.0, most))));
        }
        for (int i = 0; i < report.answers().size(); i++) {
            Forecast forecast = report.answers().get(i).forecast();
            List<Forecast.Point> points = forecast.doublings();
            List<Double> x =
                    points.stream().map(point -> doublings(point.ranks())).toList();
            List<Double> values = points.stream().map(figure::applyAsDouble).toList();
            series.add(new Series(forecast.strategy(), Look.MARKED, i, Points.of(x, values)));
            if (axes == Axes.DOUBLINGS) {
                series.add(new Series(forecast.strategy() + ", range", Look.RANGES, i, ranges(points)));
            }
        }
        return new LineChart(heading, "ranks", y, series, axes, false);
    }

    /** No less than that of 1/16: slower ones need not be told apart, and would press all else together. */
    private static double doublings(double times) {
        return Math.max(LEAST_DOUBLINGS, Math.log(times) / Math.log(2));
    }

    private static Points ranges(List<Forecast.Point> points) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (Forecast.Point point : points) {
            x.addAll(List.of(doublings(point.ranks()), doublings(point.ranks())));
            y.addAll(List.of(doublings(point.low()), doublings(point.high())));
        }
        return Points.of(x, y);
    }
}
