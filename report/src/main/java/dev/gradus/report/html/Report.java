package dev.gradus.report.html;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.metrics.WriteFailure;
import dev.gradus.report.chart.Chart;
import dev.gradus.report.chart.PngChart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One page about one run or several: findings in words, tables, pictures, and where all of it comes from. Start here:
 * {@code Report.of(folders)}, then {@link #writePage} and {@link #writePlots}.
 */
public final class Report {

    /** Runs whose curves fit into one picture. */
    private static final int MOST_CURVES = 8;

    /** Runs of a comparison that have findings of their own; the table shows the others. */
    private static final int MOST_FINDINGS = 4;

    private final List<RunRecord> runs;
    private final List<ScaleRow> rows;
    private final Map<Integer, Double> forecasts;
    private final Optional<RaceTable> race;
    private final List<String> notes = new ArrayList<>();
    private final List<Chart> charts;

    private Report(List<RunRecord> runs, Map<Integer, Double> forecasts, Optional<RaceTable> race) throws IOException {
        this.runs = runs;
        this.race = race;
        this.rows = Scaling.of(runs);
        this.forecasts = forecasts;
        for (RunRecord run : runs) {
            run.notes().forEach(note -> notes.add(runs.size() == 1 ? note : run.label() + ": " + note));
        }
        this.charts = makeCharts();
    }

    /** Reads run folders, or folders of runs such as those of {@code scale}. Anything else is refused. */
    public static Report of(List<Path> folders) throws IOException {
        Map<Integer, Double> forecasts = new TreeMap<>();
        for (Path folder : folders) {
            forecasts.putAll(forecasts(folder.resolve("scale.json")));
        }
        Optional<RaceTable> race = folders.size() == 1 ? RaceTable.of(folders.get(0)) : Optional.empty();
        return new Report(named(RunReader.readAll(folders)), forecasts, race);
    }

    /** Runs of the same name, from different folders, get a number. */
    private static List<RunRecord> named(List<RunRecord> runs) {
        Map<String, Integer> names = new LinkedHashMap<>();
        List<RunRecord> named = new ArrayList<>();
        for (RunRecord run : runs) {
            int count = names.merge(run.label(), 1, Integer::sum);
            named.add(count == 1 ? run : run.called(run.label() + " (" + count + ")"));
        }
        return named;
    }

    /** What {@code scale} expected, if it wrote that down. */
    private static Map<Integer, Double> forecasts(Path file) throws IOException {
        Map<Integer, Double> forecasts = new TreeMap<>();
        if (!Files.exists(file)) {
            return forecasts;
        }
        try {
            if (Json.parseObject(Files.readString(file)).get("rows") instanceof List<?> rows) {
                for (Object each : rows) {
                    if (each instanceof Map<?, ?> row
                            && row.get("ranks") instanceof Long ranks
                            && row.get("forecastSpeedup") instanceof Number forecast) {
                        forecasts.put(ranks.intValue(), forecast.doubleValue());
                    }
                }
            }
        } catch (JsonException e) {
            throw new IOException("table of scale cannot be read: file=" + file + ", " + e.getMessage(), e);
        }
        return forecasts;
    }

    private List<Chart> makeCharts() throws IOException {
        List<Chart> all = new ArrayList<>();
        List<RunRecord> finished = runs.stream().filter(RunRecord::finished).toList();
        if (!rows.isEmpty()) {
            all.addAll(new ScaleCharts(rows, forecasts).charts());
            List<RunRecord> medians = rows.stream().map(ScaleRow::run).toList();
            List<String> ranks =
                    rows.stream().map(row -> Integer.toString(row.ranks())).toList();
            all.add(TimeCharts.byRun("ranks", ranks, medians));
            all.add(TimeCharts.bytes(medians, ranks));
        } else if (finished.size() > 1) {
            List<String> labels = finished.stream().map(RunRecord::label).toList();
            all.add(TimeCharts.throughput(finished));
            all.add(TimeCharts.byRun("run", labels, finished));
        }
        all.addAll(new CurveCharts(shown()).charts());
        detail(all);
        return all;
    }

    /** The runs whose curves are drawn: the median one of each number of ranks, or all, as far as they fit. */
    private List<RunRecord> shown() {
        List<RunRecord> all =
                rows.isEmpty() ? runs : rows.stream().map(ScaleRow::run).toList();
        if (all.size() > MOST_CURVES) {
            notes.add("curves of the first " + MOST_CURVES + " runs are shown: runs=" + all.size());
        }
        return all.subList(0, Math.min(MOST_CURVES, all.size()));
    }

    /** The run that resources and timeline are of: the one of most ranks, or the last. */
    RunRecord detailed() {
        return rows.isEmpty()
                ? runs.get(runs.size() - 1)
                : rows.get(rows.size() - 1).run();
    }

    private void detail(List<Chart> all) {
        RunRecord run = detailed();
        if (run.rankTimes().size() > 1) {
            all.add(TimeCharts.byRank(run));
        }
        if (run.summary().get("staleness") instanceof List<?> counts && !counts.isEmpty()) {
            all.add(TimeCharts.staleness(counts));
        }
        all.addAll(new ResourceCharts(run).charts());
        try {
            StepTimeline.of(run.folder()).ifPresent(all::add);
        } catch (IOException e) {
            notes.add(String.valueOf(e.getMessage())); // a run that was cut off may have half a trace; the rest is fine
        }
    }

    List<RunRecord> runs() {
        return runs;
    }

    /** The table of the race that these runs are. */
    Optional<RaceTable> race() {
        return race;
    }

    List<ScaleRow> rows() {
        return rows;
    }

    public List<Chart> charts() {
        return charts;
    }

    /** What is missing or could not be read. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** What the figures say, in plain words. */
    public List<Finding> findings() {
        if (!rows.isEmpty()) {
            double cores = detailed().summary().get("machine") instanceof Map<?, ?> machine
                            && machine.get("cores") instanceof Number number
                    ? number.doubleValue()
                    : 0;
            return ScaleFindings.of(rows, (int) cores);
        }
        if (runs.size() == 1) {
            return RunFindings.of(runs.get(0));
        }
        List<Finding> all = new ArrayList<>();
        for (RunRecord run : runs.subList(0, Math.min(MOST_FINDINGS, runs.size()))) {
            RunFindings.of(run).forEach(one -> all.add(new Finding(one.topic(), run.label() + ": " + one.text())));
        }
        all.sort(Comparator.comparing(Finding::topic));
        return all;
    }

    /** Writes {@code report.html} into a folder, in place of one that is there, and returns the file. */
    public Path writePage(Path folder) throws IOException {
        Path file = folder.resolve("report.html");
        String text = new Page(this).text();
        try {
            Files.createDirectories(folder);
            return Files.writeString(file, text, UTF_8);
        } catch (IOException e) {
            throw unwritable(file, e);
        }
    }

    /**
     * Writes a PNG of each chart into the folder {@code plots} of a folder, and returns the files. Where the system
     * cannot draw, as without any font, there are none, and {@link #notes} says why.
     */
    public List<Path> writePlots(Path folder) throws IOException {
        Optional<String> obstacle = PngChart.obstacle();
        if (obstacle.isPresent()) {
            notes.add("plots cannot be drawn on this system: " + obstacle.get() + "; install a font and libfreetype");
            return List.of();
        }
        Path plots = folder.resolve("plots");
        List<Path> files = new ArrayList<>();
        try {
            Files.createDirectories(plots);
            for (Chart chart : charts) {
                files.add(PngChart.write(chart, plots));
            }
        } catch (IOException e) {
            throw unwritable(plots, e);
        }
        return files;
    }

    private static IOException unwritable(Path path, IOException e) {
        return new IOException(
                "report cannot be written: path=" + path + ", " + WriteFailure.reason(e) + "; choose another --out", e);
    }
}
