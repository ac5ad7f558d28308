package dev.gradus.report.html;

import dev.gradus.report.Figures;
import dev.gradus.report.chart.Markup;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        out.append(Html.head(title()));
        List<Finding> findings = new ArrayList<>();
        report.lead().ifPresent(lead -> findings.add(lead.first()));
        findings.addAll(report.findings());
        out.append(Html.findings(findings.stream()
                .map(finding -> List.of(finding.topic().title(), finding.text()))
                .toList()));
        out.append(Html.notes("Missing or left out", report.notes()));
        report.lead().ifPresent(this::lead);
        table();
        out.append(Html.charts(report.charts()));
        differences();
        volumes();
        report.runs().forEach(this::provenance);
        out.append(Html.foot());
        return out.toString();
    }

    private String title() {
        if (report.lead().isPresent()) {
            return report.lead().get().title();
        }
        RunRecord run = report.detailed();
        if (report.runs().size() == 1) {
            return "Run " + run.label();
        }
        return (report.rows().isEmpty() ? "Comparison of " : "Scaling of " + run.setting("model.kind") + ", ")
                + report.runs().size() + " runs";
    }

    private void lead(Lead lead) {
        out.append(Html.table(lead.headings(), lead.rows())).append("<p>");
        out.append(Markup.escape(lead.note())).append("</p>\n");
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
            out.append(Html.table(List.of("run", "bytes", "dense, by formula", "messages", "by formula"), rows));
        }
    }

    /** What the summary says of a machine, as people read it. */
    static String machineText(String name, @Nullable Object value) {
        return name.equals("memoryBytes") && value instanceof Number bytes
                ? Figures.bytes(bytes.doubleValue())
                : String.valueOf(value);
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
                String text = machineText(String.valueOf(name), value);
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
