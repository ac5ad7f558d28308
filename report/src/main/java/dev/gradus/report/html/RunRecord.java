package dev.gradus.report.html;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.StepReading;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run folder holds, as far as it could be read.
 *
 * @param label what the run is called in pictures; no two runs of a report have the same
 * @param job the job as it ran, by dotted keys, in order
 * @param summary empty if the run has none: it was cut off, failed, or still goes on
 * @param notes what is missing or could not be read, in words
 */
public record RunRecord(
        Path folder, String label, Map<String, String> job, Map<String, Object> summary, Log log, List<String> notes) {

    public RunRecord {
        notes = List.copyOf(notes);
    }

    /** The lines of {@code metrics.jsonl}; those of single ranks in the order of their steps, for each rank. */
    public record Log(
            List<StepReading> steps,
            List<RankReading> ranks,
            List<EvaluationReading> evaluations,
            List<ResourceReading> resources) {

        public Log {
            steps = List.copyOf(steps);
            ranks = List.copyOf(ranks);
            evaluations = List.copyOf(evaluations);
            resources = List.copyOf(resources);
        }
    }

    RunRecord called(String other) {
        return new RunRecord(folder, other, job, summary, log, notes);
    }

    boolean finished() {
        return !summary.isEmpty();
    }

    /** A figure of the summary; NaN where there is none. */
    double figure(String name) {
        return summary.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    String text(String name) {
        return summary.get(name) instanceof String text ? text : "";
    }

    int ranks() {
        double ranks = figure("ranks");
        return Double.isNaN(ranks) ? parsed(setting("ranks")) : (int) ranks;
    }

    private static int parsed(String number) {
        return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 1;
    }

    /** A key of the job, or an empty text. */
    String setting(String key) {
        return job.getOrDefault(key, "");
    }

    /** What each rank spent, by the names of {@code rankTimes}. */
    List<Map<?, ?>> rankTimes() {
        return objects(summary.get("rankTimes"));
    }

    private static List<Map<?, ?>> objects(@Nullable Object list) {
        return list instanceof List<?> all
                ? all.stream()
                        .<Map<?, ?>>mapMulti((each, into) -> {
                            if (each instanceof Map<?, ?> map) {
                                into.accept(map);
                            }
                        })
                        .toList()
                : List.of();
    }

    /** Rows of training that were done at a step; NaN if no step was logged. */
    double samplesAt(long step) {
        int low = 0;
        int high = log.steps().size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (log.steps().get(middle).step() <= step) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        StepReading nearest = log.steps().isEmpty() ? null : log.steps().get(low);
        // Steps of a job are about equally large, so a step between two readings lies between them.
        return nearest == null ? Double.NaN : (double) nearest.samples() * step / Math.max(1, nearest.step());
    }
}
