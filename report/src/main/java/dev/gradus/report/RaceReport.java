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
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Several ways to train one job to one target, each with several seeds: what time and how many samples they took. */
public final class RaceReport {

    private static final List<String> CSV_COLUMNS = List.of(
            "strategy",
            "ranks",
            "seeds",
            "reached",
            "seconds",
            "secondsInterval",
            "secondsLow",
            "secondsHigh",
            "samples",
            "samplesInterval",
            "samplesPerSecond",
            "speedup",
            "best",
            "bestLow",
            "bestHigh");

    private final Target target;
    private final String unit;
    private final List<Map<String, Object>> rows;
    private final boolean heldOut;

    /** One run of a contestant: its figures, and when it was at the target. */
    public record Run(long seed, Map<String, Object> summary, Target.Arrival arrival) {}

    /** One way to train, with its runs. */
    public record Contestant(String strategy, int ranks, List<Run> runs) {

        public Contestant {
            runs = List.copyOf(runs);
        }
    }

    private RaceReport(Target target, String unit, List<Map<String, Object>> rows, boolean heldOut) {
        this.target = target;
        this.unit = unit;
        this.rows = rows;
        this.heldOut = heldOut;
    }

    /** The first contestant is what speedups are over. */
    public static RaceReport of(Target target, String unit, List<Contestant> contestants) {
        List<Map<String, Object>> rows = new ArrayList<>();
        double base = Double.NaN;
        for (Contestant contestant : contestants) {
            Map<String, Object> row = row(contestant);
            base = rows.isEmpty() ? SummaryText.number(row, "seconds") : base;
            row.put("speedup", base / SummaryText.number(row, "seconds"));
            rows.add(row);
        }
        boolean heldOut = contestants.stream()
                .flatMap(contestant -> contestant.runs().stream())
                .allMatch(run -> run.arrival().heldOut());
        return new RaceReport(target, unit, rows, heldOut);
    }

    /** Times and samples are means over the runs that arrived. */
    private static Map<String, Object> row(Contestant contestant) {
        List<Run> runs = contestant.runs();
        List<Run> arrived = runs.stream().filter(run -> run.arrival().reached()).toList();
        Spread seconds = spread(arrived, run -> run.arrival().seconds());
        Spread samples = spread(arrived, run -> run.arrival().samples());
        Spread best = spread(runs, run -> run.arrival().best());
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("strategy", contestant.strategy());
        row.put("ranks", contestant.ranks());
        row.put("seeds", runs.size());
        row.put("reached", arrived.size());
        row.put("seconds", seconds.mean());
        row.put("secondsInterval", seconds.interval());
        row.put("secondsLow", seconds.low());
        row.put("secondsHigh", seconds.high());
        row.put("samples", samples.mean());
        row.put("samplesInterval", samples.interval());
        row.put(
                "samplesPerSecond",
                spread(runs, run -> SummaryText.number(run.summary(), "samplesPerSecond"))
                        .mean());
        row.put("best", best.mean());
        row.put("bestLow", best.low());
        row.put("bestHigh", best.high());
        row.put("runs", runs.stream().map(RaceReport::details).toList());
        return row;
    }

    private static Map<String, Object> details(Run run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("seed", run.seed());
        map.put("reached", run.arrival().reached());
        map.put("seconds", run.arrival().seconds());
        map.put("samples", run.arrival().samples());
        map.put("best", run.arrival().best());
        return map;
    }

    private static Spread spread(List<Run> runs, ToDoubleFunction<Run> figure) {
        return Spread.of(runs.stream().mapToDouble(figure).toArray());
    }

    /** The result as it stands in {@code race.json} and after {@code --json}. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("target", target.text());
        map.put("heldOut", heldOut);
        map.put("rows", rows);
        map.put("outcome", outcome());
        map.put("note", note());
        return map;
    }

    public Table table() {
        Table table = new Table(List.of(
                "strategy",
                "ranks",
                "reached",
                "seconds to " + target.text(),
                "speedup",
                unit + " to it",
                unit + "/s",
                "best"));
        for (Map<String, Object> row : rows) {
            table.add(List.of(
                    String.valueOf(row.get("strategy")),
                    Figures.count(SummaryText.number(row, "ranks")),
                    row.get("reached") + " of " + row.get("seeds"),
                    mean(row, "seconds", 4),
                    Figures.fixed(SummaryText.number(row, "speedup"), 2),
                    samples(row),
                    Figures.count(SummaryText.number(row, "samplesPerSecond")),
                    Figures.fixed(SummaryText.number(row, "best"), 4) + " ("
                            + Figures.fixed(SummaryText.number(row, "bestLow"), 4) + "-"
                            + Figures.fixed(SummaryText.number(row, "bestHigh"), 4) + ")"));
        }
        return table;
    }

    private static String mean(Map<String, Object> row, String name, int digits) {
        if (SummaryText.number(row, "reached") == 0) {
            return "not reached";
        }
        double interval = SummaryText.number(row, name + "Interval");
        return Figures.fixed(SummaryText.number(row, name), digits)
                + (Double.isNaN(interval) ? "" : " ± " + Figures.fixed(interval, digits));
    }

    private static String samples(Map<String, Object> row) {
        double interval = SummaryText.number(row, "samplesInterval");
        return Figures.count(SummaryText.number(row, "samples"))
                + (Double.isNaN(interval) ? "" : " ± " + Figures.count(interval));
    }

    /** What the table leaves unsaid. */
    public String note() {
        return "mean of the runs that reached " + target.text() + ", ± half of its 95 % interval; "
                + (heldOut ? "judged on held-out rows" : "no rows are held out, so batches judge before their updates")
                + ", as often as the job evaluates"
                + (heldOut ? ", and over when it is reached" : "")
                + "; best is of all runs"
                + missed();
    }

    /** Who was first, in a sentence, and whether the next one could have been as well. */
    public String outcome() {
        List<Map<String, Object>> arrived = rows.stream()
                .filter(row -> SummaryText.number(row, "seconds") >= 0)
                .sorted(Comparator.comparingDouble(row -> SummaryText.number(row, "seconds")))
                .toList();
        if (arrived.isEmpty()) {
            return "Nobody reached " + target.text() + ": choose a nearer target, or train for longer.";
        }
        Map<String, Object> first = arrived.get(0);
        String text = name(first) + ", in " + Figures.seconds(SummaryText.number(first, "seconds")) + ".";
        if (arrived.size() == 1) {
            return text;
        }
        Map<String, Object> second = arrived.get(1);
        double longer = SummaryText.number(second, "seconds") / SummaryText.number(first, "seconds");
        boolean sure = end(first, 1) < end(second, -1);
        return text + " " + name(second) + " took " + Figures.fixed(longer, 2) + " times as long"
                + (sure ? "." : "; their intervals overlap, so who is faster is not certain: more --seeds tell.");
    }

    /** One end of the interval of a mean; NaN, which is before nothing, if one run has none. */
    private static double end(Map<String, Object> row, int sign) {
        return SummaryText.number(row, "seconds") + sign * SummaryText.number(row, "secondsInterval");
    }

    private static String name(Map<String, Object> row) {
        Object ranks = row.get("ranks");
        return row.get("strategy") + " on " + ranks + (String.valueOf(ranks).equals("1") ? " rank" : " ranks");
    }

    /** Names those that never arrived, whose times are in no mean. */
    private String missed() {
        String names = rows.stream()
                .filter(row -> SummaryText.number(row, "reached") < SummaryText.number(row, "seeds"))
                .map(row -> row.get("strategy") + " on " + row.get("ranks") + " ("
                        + Figures.count(SummaryText.number(row, "seeds") - SummaryText.number(row, "reached")) + " of "
                        + row.get("seeds") + ")")
                .collect(Collectors.joining(", "));
        return names.isEmpty() ? "" : "; never reached it: " + names;
    }

    private String csv() {
        StringBuilder text = new StringBuilder(String.join(",", CSV_COLUMNS)).append('\n');
        for (Map<String, Object> row : rows) {
            text.append(CSV_COLUMNS.stream().map(name -> cell(row, name)).collect(Collectors.joining(",")))
                    .append('\n');
        }
        return text.toString();
    }

    private static String cell(Map<String, Object> row, String name) {
        Object value = row.get(name);
        return value instanceof Double number && number.isNaN() ? "" : String.valueOf(value);
    }

    /** What was raced for, like {@code accuracy>=0.9}. */
    public String goal() {
        return target.text();
    }

    /** What the samples are. */
    public String unit() {
        return unit;
    }

    /** A row a contestant, by the names of {@code race.json}. */
    public List<Map<String, Object>> rows() {
        return List.copyOf(rows);
    }

    /** Writes {@code race.json}, {@code race.csv} and {@code race.md}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("race.json"), Json.pretty(toMap()) + "\n");
        Files.writeString(folder.resolve("race.csv"), csv());
        Files.writeString(folder.resolve("race.md"), table().markdown() + "\n" + note() + "\n");
    }
}
