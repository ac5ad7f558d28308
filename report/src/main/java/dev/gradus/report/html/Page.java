package dev.gradus.report.html;

import dev.gradus.report.Figures;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.Markup;
import dev.gradus.report.chart.SvgChart;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A report as HTML that needs nothing else: styles and pictures stand in it. */
final class Page {

    /** Keys of jobs that differ and are shown. */
    private static final int MOST_DIFFERENCES = 20;

    private final Report report;
    private final StringBuilder out = new StringBuilder();

    Page(Report report) {
        this.report = report;
    }

    String text() {
        String title = title();
        out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
        out.append(Markup.escape(title)).append("</title>\n<style>\n").append(Html.style());
        out.append("</style>\n</head>\n<body>\n<main>\n<h1>")
                .append(Markup.escape(title))
                .append("</h1>\n");
        findings();
        notes();
        race();
        table();
        charts();
        differences();
        volumes();
        report.runs().forEach(this::provenance);
        out.append("</main>\n</body>\n</html>\n");
        return out.toString();
    }

    private String title() {
        RunRecord run = report.detailed();
        if (report.runs().size() == 1) {
            return "Run " + run.label();
        }
        return (report.rows().isEmpty() ? "Comparison of " : "Scaling of " + run.setting("model.kind") + ", ")
                + report.runs().size() + " runs";
    }

    private void findings() {
        out.append("<section class=\"findings\">\n");
        for (Finding finding : report.findings()) {
            out.append("<p><b>").append(finding.topic().title()).append("</b> ");
            out.append(Markup.escape(finding.text())).append("</p>\n");
        }
        out.append("</section>\n");
    }

    private void notes() {
        if (!report.notes().isEmpty()) {
            out.append("<section class=\"notes\">\n<b>Missing or left out</b>\n<ul>\n");
            report.notes()
                    .forEach(note ->
                            out.append("<li>").append(Markup.escape(note)).append("</li>\n"));
            out.append("</ul>\n</section>\n");
        }
    }

    private void race() {
        report.race().ifPresent(race -> {
            out.append("<h2>The race</h2>\n").append(Html.table(race.headings(), race.rows()));
            out.append("<p>").append(Markup.escape(race.note())).append("</p>\n");
        });
    }

    private void table() {
        List<List<String>> rows = new ArrayList<>();
        for (RunRecord run : report.runs()) {
            double seconds = run.figure("seconds");
            rows.add(List.of(
                    run.label(),
                    run.finished() ? run.text("strategy") : run.setting("strategy.kind"),
                    Integer.toString(run.ranks()),
                    Figures.seconds(seconds),
                    Figures.count(run.figure("samplesPerSecond")),
                    share(run.figure("computeSeconds"), seconds),
                    share(run.figure("exchangeSeconds"), seconds),
                    Figures.fixed(quality(run, "loss", "trainLoss"), 5),
                    Figures.fixed(quality(run, "accuracy", "trainAccuracy"), 4),
                    run.finished() ? run.text("bottleneck") : "-"));
        }
        out.append(Html.table(
                List.of(
                        "run",
                        "strategy",
                        "ranks",
                        "time",
                        "samples/s",
                        "compute",
                        "exchange",
                        "loss",
                        "accuracy",
                        "bottleneck"),
                rows));
    }

    private static String share(double part, double seconds) {
        return Double.isNaN(part / seconds) ? "-" : Figures.fixed(100 * part / seconds, 0) + " %";
    }

    /** On held-out rows where there are some, else of the last batch. */
    private static double quality(RunRecord run, String name, String other) {
        double figure = run.figure(name);
        return Double.isNaN(figure) ? run.figure(other) : figure;
    }

    private void charts() {
        out.append("<div class=\"charts\">\n");
        for (Chart chart : report.charts()) {
            out.append("<figure id=\"").append(chart.heading().name()).append("\">\n<h2>");
            out.append(Markup.escape(chart.heading().title())).append("</h2>\n").append(SvgChart.of(chart));
            out.append("\n<figcaption>").append(Markup.escape(chart.heading().caption()));
            out.append("</figcaption>\n</figure>\n");
        }
        out.append("</div>\n");
    }

    /** Keys that runs do not agree on, so that nobody compares what cannot be compared unawares. */
    private void differences() {
        Set<String> keys = new LinkedHashSet<>();
        report.runs().forEach(run -> keys.addAll(run.job().keySet()));
        List<String> headings = new ArrayList<>(List.of("key"));
        report.runs().forEach(run -> headings.add(run.label()));
        List<List<String>> rows = new ArrayList<>();
        for (String key : keys) {
            List<String> values =
                    report.runs().stream().map(run -> run.setting(key)).toList();
            if (values.stream().distinct().count() > 1 && rows.size() < MOST_DIFFERENCES) {
                List<String> row = new ArrayList<>(List.of(key));
                row.addAll(values);
                rows.add(row);
            }
        }
        if (!rows.isEmpty()) {
            out.append("<h2>What differs between the jobs</h2>\n").append(Html.table(headings, rows));
        }
    }

    private void volumes() {
        List<List<String>> rows = new ArrayList<>();
        for (RunRecord run : report.runs()) {
            if (run.figure("messages") > 0) {
                rows.add(List.of(
                        run.label(),
                        Figures.bytes(Volume.measuredBytes(run)),
                        Figures.bytes(Volume.formulaBytes(run)),
                        Figures.fixed(Volume.measuredMessages(run), 1),
                        Figures.count(Volume.formulaMessages(run))));
            }
        }
        if (!rows.isEmpty()) {
            out.append("<h2>Bytes and messages of a step, all ranks together</h2>\n");
            out.append(Html.table(List.of("run", "bytes", "by formula", "messages", "by formula"), rows));
        }
    }

    private void provenance(RunRecord run) {
        out.append("<details").append(report.runs().size() == 1 ? " open" : "").append(">\n<summary>Where ");
        out.append(Markup.escape(run.label())).append(" comes from</summary>\n");
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("folder", run.folder().toString()));
        rows.add(List.of("hash of the parameters", run.text("parametersHash")));
        rows.add(List.of("seed", run.setting("seed")));
        rows.add(List.of("kernels", run.text("kernels")));
        if (run.summary().get("machine") instanceof Map<?, ?> machine) {
            machine.forEach((name, value) -> {
                String text = name.equals("memoryBytes") && value instanceof Number bytes
                        ? Figures.bytes(bytes.doubleValue())
                        : String.valueOf(value);
                rows.add(List.of(name.equals("missing") ? "figures that the system lacks" : "machine: " + name, text));
            });
        }
        out.append(Html.table(
                List.of("", ""),
                rows.stream().filter(row -> !row.get(1).isEmpty()).toList()));
        out.append("<pre>");
        run.job()
                .forEach((key, value) ->
                        out.append(Markup.escape(key + ": " + value)).append('\n'));
        out.append("</pre>\n</details>\n");
    }
}
