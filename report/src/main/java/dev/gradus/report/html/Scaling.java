package dev.gradus.report.html;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Finds runs of the same job at several numbers of ranks, and what more ranks gained. */
final class Scaling {

    /** Keys that may differ between runs that are compared by their ranks. */
    private static final Set<String> FREE = Set.of("ranks", "name", "seed");

    private Scaling() {}

    /** Rows by rising ranks; empty unless some job was run to its end at two numbers of ranks or more. */
    static List<ScaleRow> of(List<RunRecord> runs) {
        Map<Map<String, String>, List<RunRecord>> jobs = new LinkedHashMap<>();
        for (RunRecord run : runs) {
            if (run.finished() && run.figure("samplesPerSecond") > 0) {
                Map<String, String> key = new LinkedHashMap<>(run.job());
                key.keySet().removeAll(FREE);
                jobs.computeIfAbsent(key, unused -> new ArrayList<>()).add(run);
            }
        }
        List<ScaleRow> best = List.of();
        for (List<RunRecord> job : jobs.values()) {
            List<ScaleRow> rows = rows(job);
            best = rows.size() > Math.max(1, best.size()) ? rows : best;
        }
        return best;
    }

    private static List<ScaleRow> rows(List<RunRecord> runs) {
        Map<Integer, List<RunRecord>> byRanks = new TreeMap<>();
        for (RunRecord run : runs) {
            byRanks.computeIfAbsent(run.ranks(), ranks -> new ArrayList<>()).add(run);
        }
        List<ScaleRow> rows = new ArrayList<>();
        double base = Double.NaN;
        int baseRanks = 1;
        for (List<RunRecord> group : byRanks.values()) {
            group.sort(Comparator.comparingDouble(Scaling::speed));
            RunRecord median = group.get((group.size() - 1) / 2);
            if (rows.isEmpty()) {
                base = speed(median);
                baseRanks = median.ranks();
            }
            double speedup = speed(median) / base;
            rows.add(new ScaleRow(
                    group.size(),
                    speedup,
                    speed(group.get(0)) / base,
                    speed(group.get(group.size() - 1)) / base,
                    speedup * baseRanks / median.ranks(),
                    median));
        }
        return rows;
    }

    private static double speed(RunRecord run) {
        return run.figure("samplesPerSecond");
    }
}
