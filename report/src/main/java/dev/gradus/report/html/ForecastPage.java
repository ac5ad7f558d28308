package dev.gradus.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.forecast.Forecast;
import dev.gradus.report.ForecastReport;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Chart.Heading;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.LineChart.Look;
import dev.gradus.report.chart.LineChart.Series;
import dev.gradus.report.chart.Markup;
import dev.gradus.report.chart.Points;
import dev.gradus.report.chart.SvgChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What {@code advise} found, as one page: the advice first, then speedups with their bands, then all figures. */
public final class ForecastPage {

    private ForecastPage() {}

    /** Writes {@code report.html} into a folder and returns the file. */
    public static Path write(Path folder, ForecastReport report) throws IOException {
        Files.createDirectories(folder);
        return Files.writeString(folder.resolve("report.html"), text(report), UTF_8);
    }

    static String text(ForecastReport report) {
        String title = Markup.escape(report.title());
        StringBuilder out = new StringBuilder("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
                .append(title)
                .append("</title>\n<style>\n")
                .append(Html.style())
                .append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(title)
                .append("</h1>\n<section class=\"findings\">\n");
        for (ForecastReport.Answer answer : report.answers()) {
            out.append("<p><b>")
                    .append(Markup.escape(answer.forecast().strategy()))
                    .append("</b> ");
            out.append(Markup.escape(answer.advice().sentence())).append("</p>\n");
        }
        out.append("</section>\n<div class=\"charts\">\n");
        report.answers().forEach(answer -> chart(out, answer));
        out.append("</div>\n");
        for (ForecastReport.Answer answer : report.answers()) {
            List<List<String>> lines = report.table(answer).lines();
            out.append("<h2>")
                    .append(Markup.escape(answer.forecast().strategy()))
                    .append("</h2>\n");
            out.append(Html.table(lines.get(0), lines.subList(1, lines.size())));
        }
        report.remarks()
                .forEach(remark ->
                        out.append("<p>").append(Markup.escape(remark)).append("</p>\n"));
        return out.append("</main>\n</body>\n</html>\n").toString();
    }

    private static void chart(StringBuilder out, ForecastReport.Answer answer) {
        Chart chart = speedup(answer.forecast());
        out.append("<figure id=\"").append(chart.heading().name()).append("\">\n<h2>");
        out.append(Markup.escape(chart.heading().title())).append("</h2>\n").append(SvgChart.of(chart));
        out.append("\n<figcaption>").append(Markup.escape(chart.heading().caption()));
        out.append("</figcaption>\n</figure>\n");
    }

    private static Chart speedup(Forecast forecast) {
        List<Forecast.Point> points = forecast.doublings();
        List<Double> doublings = new ArrayList<>();
        List<Double> speedups = new ArrayList<>();
        List<Double> twice = new ArrayList<>();
        List<Double> bands = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            Forecast.Point point = points.get(i);
            doublings.add((double) i);
            speedups.add(point.speedup());
            twice.addAll(List.of((double) i, (double) i));
            bands.addAll(List.of(point.low(), point.high()));
        }
        return new LineChart(
                new Heading(
                        "forecast-" + forecast.strategy(),
                        "Speedup by " + forecast.strategy(),
                        "Samples per second over those of one rank alone; bars are the band. Each mark has twice the ranks"
                                + " of the one before: 0 is 1 rank, 10 are 1,024."),
                "doublings of the ranks",
                "times as fast",
                List.of(
                        new Series("forecast", Look.MARKED, 0, Points.of(doublings, speedups)),
                        new Series("band", Look.RANGES, 0, Points.of(twice, bands))),
                true,
                false);
    }
}
