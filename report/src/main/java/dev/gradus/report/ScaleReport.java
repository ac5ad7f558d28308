package dev.gradus.report;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The same job at several numbers of ranks, several times each: one row for each number, which is its run of median
 * speed, with the speedup over the first row and the spread over all its runs.
 */
public final class ScaleReport {

    private static final List<String> CSV_COLUMNS = List.of(
            "ranks",
            "seconds",
            "samplesPerSecond",
            "speedup",
            "speedupLow",
            "speedupHigh",
            "efficiency",
            "forecastSpeedup",
            "exchangeSeconds",
            "waitSeconds",
            "bytesSent",
            "messages",
            "loss",
            "accuracy",
            "startupSeconds",
            "computeSeconds",
            "bottleneck",
            "parametersHash");

    private final List<Map<String, Object>> rows;
    private final int rounds;
    private final boolean sameBits;

    private ScaleReport(List<Map<String, Object>> rows, int rounds, boolean sameBits) {
        this.rows = rows;
        this.rounds = rounds;
        this.sameBits = sameBits;
    }

    /** {@code runs} holds, for each number of ranks, the summaries of its runs; the first number is the baseline. */
    public static ScaleReport of(List<List<Map<String, Object>>> runs) {
        return of(runs, null);
    }

    /** The same with the speedup that was forecast for so many ranks. */
    public static ScaleReport of(List<List<Map<String, Object>>> runs, @Nullable IntToDoubleFunction forecast) {
        Map<String, Object> baseline = median(runs.get(0));
        double base = speed(baseline);
        int baseRanks = ranks(baseline);
        List<Map<String, Object>> rows = new ArrayList<>();
        for (List<Map<String, Object>> group : runs) {
            Map<String, Object> row = new LinkedHashMap<>(median(group));
            double speedup = speed(row) / base;
            row.put("speedup", speedup);
            row.put(
                    "speedupLow",
                    group.stream().mapToDouble(ScaleReport::speed).min().orElse(base) / base);
            row.put(
                    "speedupHigh",
                    group.stream().mapToDouble(ScaleReport::speed).max().orElse(base) / base);
            row.put("efficiency", speedup * baseRanks / ranks(row));
            row.put("forecastSpeedup", forecast == null ? Double.NaN : forecast.applyAsDouble(ranks(row)));
            rows.add(row);
        }
        long hashes = runs.stream()
                .flatMap(List::stream)
                .map(run -> run.get("parametersHash"))
                .distinct()
                .count();
        return new ScaleReport(rows, runs.get(0).size(), hashes == 1);
    }

    private static Map<String, Object> median(List<Map<String, Object>> runs) {
        return runs.stream()
                .sorted(Comparator.comparingDouble(ScaleReport::speed))
                .toList()
                .get((runs.size() - 1) / 2);
    }

    private static double speed(Map<String, Object> run) {
        return SummaryText.number(run, "samplesPerSecond");
    }

    private static int ranks(Map<String, Object> run) {
        return (int) SummaryText.number(run, "ranks");
    }

    /** The result as it stands in {@code scale.json} and after {@code --json}. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("baselineRanks", ranks(rows.get(0)));
        map.put("rounds", rounds);
        map.put("rows", rows);
        return map;
    }

    public Table table() {
        List<String> headings = new ArrayList<>(List.of("ranks", "seconds", unit() + "/s", "speedup"));
        headings.addAll(forecast() ? List.of("forecast") : List.of());
        headings.addAll(List.of("efficiency", "exchange", "bytes", "messages", "accuracy"));
        Table table = new Table(headings);
        rows.forEach(row -> table.add(cells(row)));
        return table;
    }

    private List<String> cells(Map<String, Object> row) {
        double seconds = SummaryText.number(row, "seconds");
        List<String> cells = new ArrayList<>(List.of(
                Integer.toString(ranks(row)),
                Figures.fixed(seconds, 4),
                Figures.count(speed(row)),
                Figures.fixed(SummaryText.number(row, "speedup"), 2) + spread(row)));
        if (forecast()) {
            cells.add(Figures.fixed(SummaryText.number(row, "forecastSpeedup"), 2));
        }
        cells.addAll(List.of(
                Figures.fixed(100 * SummaryText.number(row, "efficiency"), 0) + " %",
                Figures.fixed(100 * SummaryText.number(row, "exchangeSeconds") / seconds, 1) + " %",
                Figures.bytes(SummaryText.number(row, "bytesSent")),
                Figures.count(SummaryText.number(row, "messages")),
                Figures.fixed(accuracy(row), 4)));
        return cells;
    }

    /** Whether there is a forecast to stand beside. */
    private boolean forecast() {
        return !Double.isNaN(SummaryText.number(rows.get(0), "forecastSpeedup"));
    }

    private String unit() {
        return rows.get(0).containsKey("wordsPerSecond") ? "words" : "rows";
    }

    private String spread(Map<String, Object> row) {
        return rounds == 1
                ? ""
                : " (" + Figures.fixed(SummaryText.number(row, "speedupLow"), 2) + "-"
                        + Figures.fixed(SummaryText.number(row, "speedupHigh"), 2) + ")";
    }

    /** On held-out rows where there are some, else on the last batch. */
    private static double accuracy(Map<String, Object> row) {
        double accuracy = SummaryText.number(row, "accuracy");
        return Double.isNaN(accuracy) ? SummaryText.number(row, "trainAccuracy") : accuracy;
    }

    /** What the table leaves unsaid. */
    public String note() {
        return "median of " + rounds + (rounds == 1 ? " round" : " rounds") + "; speedup over " + ranks(rows.get(0))
                + (ranks(rows.get(0)) == 1 ? " rank" : " ranks")
                + (forecast() ? "; forecast from short runs on one rank and two" : "")
                + "; exchange is the exposed part of the time, waiting"
                + " included; parameters are "
                + (sameBits ? "the same bits in every row" : "not the same bits in every row");
    }

    private String csv() {
        StringBuilder text = new StringBuilder(String.join(",", CSV_COLUMNS)).append('\n');
        for (Map<String, Object> row : rows) {
            text.append(CSV_COLUMNS.stream()
                            .map(column -> cell(row.get(column)))
                            .collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString();
    }

    /** What is unknown stays empty, as spreadsheets expect. */
    private static String cell(@Nullable Object value) {
        boolean unknown = value == null || (value instanceof Double number && number.isNaN());
        return unknown ? "" : String.valueOf(value);
    }

    /** Writes {@code scale.json}, {@code scale.csv} and {@code scale.md}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("scale.json"), Json.pretty(toMap()) + "\n");
        Files.writeString(folder.resolve("scale.csv"), csv());
        Files.writeString(folder.resolve("scale.md"), table().markdown() + "\n" + note() + "\n");
    }
}
