package dev.gradus.report.html;

import dev.gradus.forecast.Forecast;
import dev.gradus.report.ForecastReport;
import dev.gradus.report.Table;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
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
        }
        return out.append(Html.foot()).toString();
    }

    private List<Chart> charts() {
        Heading speedup = new Heading(
                "speedup",
                "Speedup by forecast",
                "Over one rank that exchanges nothing. The horizontal axis doubles from mark to mark; bars span what"
                        + " the speedup may lie between.");
        Heading efficiency = new Heading("efficiency", "Efficiency by forecast", "Speedup over ranks.");
        return List.of(
                chart(speedup, "times as fast", Forecast.Point::speedup, true),
                chart(efficiency, "percent of ideal", point -> 100 * point.efficiency(), false));
    }

    /** Ranks double from point to point up to 1,024, so an axis of ranks would press the first ones together. */
    private LineChart chart(Heading heading, String y, ToDoubleFunction<Forecast.Point> figure, boolean ranges) {
        List<Series> series = new ArrayList<>();
        for (int i = 0; i < report.answers().size(); i++) {
            Forecast forecast = report.answers().get(i).forecast();
            List<Forecast.Point> points = forecast.doublings();
            List<Double> x = points.stream().map(ForecastPage::doublings).toList();
            List<Double> values = points.stream().map(figure::applyAsDouble).toList();
            series.add(new Series(forecast.strategy(), Look.MARKED, i, Points.of(x, values)));
            if (ranges) {
                series.add(new Series(forecast.strategy() + ", range", Look.RANGES, i, ranges(points)));
            }
        }
        return new LineChart(heading, "doublings of ranks: 0 is 1 rank, 10 are 1,024", y, series, true, false);
    }

    private static double doublings(Forecast.Point point) {
        return Math.log(point.ranks()) / Math.log(2);
    }

    private static Points ranges(List<Forecast.Point> points) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        for (Forecast.Point point : points) {
            x.addAll(List.of(doublings(point), doublings(point)));
            y.addAll(List.of(point.low(), point.high()));
        }
        return Points.of(x, y);
    }
}
