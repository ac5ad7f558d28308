package dev.gradus.report;

import dev.gradus.json.Json;
import dev.gradus.metrics.HashLines;
import dev.gradus.report.ChainComparison.Difference;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Several runs of what should be one result, each compared with the first of them, step by step. */
public final class VerifyReport {

    private final List<Run> runs;
    private final List<ChainComparison> comparisons;

    /** The run that parts from the first one soonest, by its place; 0 if all are the same. */
    private final int oddRun;

    private VerifyReport(List<Run> runs, List<ChainComparison> comparisons) {
        this.runs = List.copyOf(runs);
        this.comparisons = List.copyOf(comparisons);
        this.oddRun = soonest();
    }

    /**
     * One run.
     *
     * @param link its {@code exchange.link}; empty if that is not known or does not matter
     * @param folder its run folder, which holds its hashes
     * @param summary its summary; empty if it has none
     */
    public record Run(String link, Path folder, Map<String, Object> summary) {

        public Run {
            summary = new LinkedHashMap<>(summary);
        }

        private String text(String name) {
            Object value = summary.get(name);
            return value == null ? "?" : value.toString();
        }

        /** What it was, in a few words. */
        String name() {
            return "ranks " + text("ranks") + ", " + text("launch") + (link.isEmpty() ? "" : ", link " + link);
        }
    }

    /** Compares the hashes in the folders of at least two runs. */
    public static VerifyReport of(List<Run> runs) throws IOException {
        List<ChainComparison> comparisons = new ArrayList<>();
        for (Run run : runs.subList(1, runs.size())) {
            try (HashLines expected = HashLines.open(runs.get(0).folder());
                    HashLines found = HashLines.open(run.folder())) {
                comparisons.add(ChainComparison.of(expected, found));
            }
        }
        return new VerifyReport(runs, comparisons);
    }

    private int soonest() {
        int odd = 0;
        long step = Long.MAX_VALUE;
        for (int i = 1; i < runs.size(); i++) {
            Difference difference = difference(i);
            if (difference != null && difference.step() < step) {
                odd = i;
                step = difference.step();
            }
        }
        return odd;
    }

    /** How a run differs from the first one. */
    private @Nullable Difference difference(int run) {
        return run == 0 ? null : comparisons.get(run - 1).difference();
    }

    public boolean same() {
        return oddRun == 0;
    }

    /** The last run, which has come to its end: an earlier one, of which only the folder is left, may not have. */
    private Run last() {
        return runs.get(runs.size() - 1);
    }

    /** The result as it stands in {@code verify.json} and after {@code --json}. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("same", same());
        map.put("steps", last().summary().get("steps"));
        map.put("parametersHash", same() ? last().summary().get("parametersHash") : null);
        map.put("chain", same() ? comparisons.get(0).chain() : null);
        List<Map<String, Object>> list = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            Map<String, Object> run = identity(runs.get(i));
            run.put("kernels", runs.get(i).summary().get("kernels"));
            run.put("seconds", runs.get(i).summary().get("seconds"));
            run.put("hash", runs.get(i).summary().get("parametersHash"));
            run.put("same", difference(i) == null);
            list.add(run);
        }
        map.put("runs", list);
        map.put("firstDifference", firstDifference());
        return map;
    }

    private static Map<String, Object> identity(Run run) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("ranks", run.summary().get("ranks"));
        map.put("launch", run.summary().get("launch"));
        map.put("link", orNull(run.link()));
        map.put("folder", run.folder().toString());
        return map;
    }

    private @Nullable Map<String, Object> firstDifference() {
        Difference difference = difference(oddRun);
        if (difference == null) {
            return null;
        }
        Map<String, Object> expected = identity(runs.get(0));
        expected.put("hash", orNull(difference.expected()));
        Map<String, Object> found = identity(runs.get(oddRun));
        found.put("hash", orNull(difference.found()));
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", difference.step());
        map.put("block", orNull(difference.block()));
        map.put("runs", List.of(expected, found));
        return map;
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    /** The runs as a table, or as lines of their own where {@code columns} are too few for it. */
    public String text(int columns) {
        String table = table().text();
        if (table.lines().allMatch(line -> line.length() <= columns)) {
            return table;
        }
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < runs.size(); i++) {
            text.append(runs.get(i).name()).append('\n');
            text.append("  ").append(runs.get(i).text("parametersHash")).append('\n');
            text.append("  ").append(outcome(i)).append('\n');
        }
        return text.toString();
    }

    private Table table() {
        Table table = new Table(List.of("ranks", "launch", "link", "seconds", "parameters", "result"));
        for (int i = 0; i < runs.size(); i++) {
            Run run = runs.get(i);
            table.add(List.of(
                    run.text("ranks"),
                    run.text("launch"),
                    run.link().isEmpty() ? "-" : run.link(),
                    Figures.fixed(SummaryText.number(run.summary(), "seconds"), 4),
                    run.text("parametersHash"),
                    outcome(i)));
        }
        return table;
    }

    private String outcome(int run) {
        Difference difference = difference(run);
        if (difference == null) {
            return run == 0 ? "reference" : "same";
        }
        return "differs at " + difference.step();
    }

    /** What came of it, in lines for people. */
    public List<String> verdict() {
        Difference difference = difference(oddRun);
        if (difference == null) {
            ChainComparison first = comparisons.get(0);
            String steps = last().text("steps");
            String hashed = Long.toString(first.lines());
            String each = hashed.equals(steps) ? steps + " steps" : hashed + " hashed steps of " + steps;
            return List.of("same bits after each of " + each + ": parameters " + last().text("parametersHash")
                    + ", chain " + first.chain());
        }
        List<String> lines = new ArrayList<>();
        lines.add("the runs differ: first in step " + difference.step() + ", " + place(difference));
        lines.add("  " + hash(difference.expected()) + "  " + named(runs.get(0)));
        lines.add("  " + hash(difference.found()) + "  " + named(runs.get(oddRun)));
        lines.addAll(hints());
        return lines;
    }

    private static String place(Difference difference) {
        if (difference.expected().isEmpty() || difference.found().isEmpty()) {
            return difference.block().isEmpty()
                    ? "which one of them does not have"
                    : "in block " + difference.block() + ", which one of them does not have";
        }
        return difference.block().isEmpty()
                ? "in the chain: blocks are the same, but not all that came before"
                : "in block " + difference.block();
    }

    private static String hash(String hash) {
        return hash.isEmpty() ? "-".repeat(16) : hash;
    }

    private static String named(Run run) {
        return run.name() + ": " + run.folder();
    }

    /** Kernels add up in different orders, so runs with different ones cannot be the same. */
    private List<String> hints() {
        Object one = runs.get(0).summary().get("kernels");
        Object other = runs.get(oddRun).summary().get("kernels");
        return one == null || other == null || Objects.equals(one, other)
                ? List.of()
                : List.of("the runs used different kernels: " + one + ", " + other + "; set kernels to one of them");
    }

    /** Writes {@code verify.json}. */
    public void write(Path folder) throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("verify.json"), Json.pretty(toMap()) + "\n");
    }
}
