package dev.gradus.report;

import dev.gradus.forecast.Advice;
import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Forecast;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Part;
import dev.gradus.forecast.StepSimulation;
import dev.gradus.forecast.Work;
import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What ranks would gain, as tables for people and as figures for programs. */
public final class ForecastReport {

    /** Ranks up to which steps are played message by message beside the formulas. */
    private static final int MOST_PLAYED = 64;

    private static final int PLAYED_STEPS = 100;

    private final Question question;
    /** Which machine was measured. */
    private final Map<String, Object> machine = dev.gradus.metrics.Machine.describe();

    private final List<Answer> answers;
    private final List<String> notes;

    /**
     * What was asked.
     *
     * @param samples that are to be learnt from
     * @param unit what these are
     * @param price of a rank for an hour; NaN where nobody asked
     * @param seconds that the calibration took
     */
    public record Question(String job, Cluster cluster, double samples, String unit, double price, double seconds) {}

    /** The forecast of one strategy; without {@code work} for one that is not played. */
    public record Answer(
            Forecast forecast, Advice advice, @Nullable Work work, Machine machine) {}

    public ForecastReport(Question question, List<Answer> answers, List<String> notes) {
        this.question = question;
        this.answers = List.copyOf(answers);
        this.notes = new ArrayList<>(notes);
        List<String> apart = answers.stream()
                .map(answer -> answer.forecast().strategy())
                .filter(strategy -> !strategy.equals("allreduce"))
                .toList();
        if (!apart.isEmpty()) {
            this.notes.add("samples per second alone are forecast: with " + String.join(", ", apart)
                    + " the same loss may take more samples, the more ranks the more so; race measures that");
        }
    }

    /** The result as it stands in {@code advise.json} and after {@code --json}. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("job", question.job());
        map.put("network", question.cluster().name());
        map.put("samples", question.samples());
        map.put("calibrationSeconds", question.seconds());
        map.put("machine", machine);
        map.put("notes", notes);
        map.put("strategies", answers.stream().map(this::toMap).toList());
        return map;
    }

    private Map<String, Object> toMap(Answer answer) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("strategy", answer.forecast().strategy());
        map.put("knee", answer.advice().knee().ranks());
        map.put("advice", answer.advice().sentence());
        map.put("measured", measured(answer));
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Forecast.Point point : answer.forecast().doublings()) {
            rows.add(toMap(answer, point));
        }
        map.put("rows", rows);
        return map;
    }

    private static Map<String, Object> measured(Answer answer) {
        Machine machine = answer.machine();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cores", machine.cores());
        map.put("busy", machine.busy());
        map.put("slowdownOfTwo", machine.slowdown(2));
        map.put("sumSeconds", machine.sums().fixed());
        map.put(
                "sumBytesPerSecond",
                machine.sums().each() > 0 ? 1 / machine.sums().each() : Double.NaN);
        map.put("stepDeviation", machine.jitter().deviation());
        Work work = answer.work();
        if (work != null) {
            map.put("secondsPerSample", work.compute().each() / work.samplesPerUnit());
            map.put("serialSecondsPerStep", work.compute().fixed());
            map.put("computeError", work.compute().error());
            map.put("sumError", machine.sums().error());
            map.put(
                    "bytesPerRankAtTwo",
                    work.sums().stream().mapToDouble(sum -> sum.bytes(2)).sum());
        }
        return map;
    }

    /** What the calibration found, in a sentence; empty where a strategy has nothing of its own. */
    public String measuredText(Answer answer) {
        Work work = answer.work();
        if (work == null) {
            return "";
        }
        Cost sums = answer.machine().sums();
        String bandwidth = sums.each() > 0 ? " and " + Figures.bytes(1 / sums.each()) + "/s" : "";
        return "measured here: " + Figures.shortTime(work.compute().each() / work.samplesPerUnit())
                + " for each of the "
                + question.unit() + ", serial "
                + Figures.shortTime(work.compute().fixed()) + " a step; two ranks compute "
                + Figures.fixed(answer.machine().slowdown(2), 2) + " times as long as one; a sum of two takes "
                + Figures.shortTime(sums.fixed()) + bandwidth;
    }

    private Map<String, Object> toMap(Answer answer, Forecast.Point point) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("ranks", point.ranks());
        row.put("samplesPerSecond", point.samplesPerSecond());
        row.put("speedup", point.speedup());
        row.put("speedupLow", point.low());
        row.put("speedupHigh", point.high());
        row.put("simulatedSpeedup", simulated(answer, point));
        row.put("efficiency", point.efficiency());
        row.put("seconds", point.seconds(question.samples()));
        row.put("cost", point.cost(question.samples(), question.price()));
        row.put("bottleneck", word(point.bottleneck()));
        row.put("limit", word(point.limit()));
        Map<String, Object> parts = new LinkedHashMap<>();
        for (Part part : Part.values()) {
            parts.put(word(part), point.step().share(part));
        }
        row.put("shares", parts);
        return row;
    }

    private static String word(Part part) {
        return part.name().toLowerCase(Locale.ROOT);
    }

    /** The speedup of played steps; NaN where none were. */
    private double simulated(Answer answer, Forecast.Point point) {
        Work work = answer.work();
        if (work == null || point.ranks() > MOST_PLAYED) {
            return Double.NaN;
        }
        double seconds =
                new StepSimulation(work, point.ranks(), answer.machine(), question.cluster()).seconds(PLAYED_STEPS, 1);
        return work.samples(point.ranks()) / seconds / (work.samples(1) / work.alone());
    }

    public List<Answer> answers() {
        return answers;
    }

    /** What was asked, and by what measurement it is answered. */
    public String title() {
        return "Forecast of " + question.job() + " on " + question.cluster().name() + ", "
                + Figures.count(question.samples()) + " " + question.unit() + "; calibrated for "
                + Figures.seconds(question.seconds());
    }

    /** How to read the tables, and what people should know of them. */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        remarks.add(
                "speedup over one rank alone, in brackets what it may lie between; the bottleneck takes most of a step");
        notes.forEach(note -> remarks.add("note: " + note));
        return remarks;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(title());
        for (Answer answer : answers) {
            lines.add("");
            lines.add(answer.forecast().strategy() + ": " + answer.advice().sentence());
            if (!measuredText(answer).isEmpty()) {
                lines.add(measuredText(answer));
            }
            lines.addAll(List.of(table(answer).text().split("\n", -1)));
            lines.remove(lines.size() - 1);
        }
        lines.add("");
        lines.addAll(remarks());
        return lines;
    }

    /** The forecast of a strategy at 1, 2, 4 ranks and so on. */
    public Table table(Answer answer) {
        boolean priced = !Double.isNaN(question.price());
        List<String> headings =
                new ArrayList<>(List.of("ranks", "speedup", "efficiency", "time", question.unit() + "/s"));
        headings.addAll(priced ? List.of("cost", "bottleneck") : List.of("bottleneck"));
        Table table = new Table(headings);
        for (Forecast.Point point : answer.forecast().doublings()) {
            List<String> cells = new ArrayList<>(List.of(
                    Integer.toString(point.ranks()),
                    Figures.times(point.speedup())
                            + (point.ranks() == 1
                                    ? ""
                                    : " (" + Figures.times(point.low()) + "-" + Figures.times(point.high()) + ")"),
                    Figures.fixed(100 * point.efficiency(), 0) + " %",
                    Figures.seconds(point.seconds(question.samples())),
                    Figures.count(point.samplesPerSecond())));
            if (priced) {
                cells.add(Figures.fixed(point.cost(question.samples(), question.price()), 4));
            }
            cells.add(point.bottleneck().text() + " "
                    + Figures.fixed(100 * point.step().share(point.bottleneck()), 0) + " %");
            table.add(cells);
        }
        return table;
    }

    private String markdown() {
        StringBuilder text = new StringBuilder();
        for (Answer answer : answers) {
            text.append("## ").append(answer.forecast().strategy()).append("\n\n");
            text.append(answer.advice().sentence()).append("\n\n");
            if (!measuredText(answer).isEmpty()) {
                text.append(measuredText(answer)).append("\n\n");
            }
            text.append(table(answer).markdown()).append('\n');
        }
        notes.forEach(note -> text.append("* ").append(note).append('\n'));
        return text.toString();
    }

    /** Which machine was measured, by the names of {@code summary.json}. */
    public Map<String, Object> machine() {
        return machine;
    }

    /** What to know of the calibration. */
    public List<String> notes() {
        return List.copyOf(notes);
    }

    /** Writes {@code advise.json} and {@code advise.md}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("advise.json"), Json.pretty(toMap()) + "\n");
        Files.writeString(folder.resolve("advise.md"), markdown());
    }
}
