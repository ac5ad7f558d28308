package dev.gradus.report;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.model.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What runs are to reach, and when one did. */
public record Target(Goal goal) {

    /** Reads {@code accuracy=0.95}. */
    public static Target parse(String text) {
        return new Target(Goal.parse(text));
    }

    public String text() {
        return goal.text();
    }

    /**
     * When a run reached a target.
     *
     * @param heldOut whether rows that nobody trained on say so; else what batches scored before their updates
     * @param best the best reading of all, whether it was enough or not
     */
    public record Arrival(boolean reached, double seconds, double samples, boolean heldOut, double best) {}

    /**
     * When the run of that folder reached this target first: by its evaluations, or by its steps if no row was held
     * out. A last line that was cut off is passed over.
     */
    public Arrival arrival(Path folder, Map<String, Object> summary) throws IOException {
        List<Map<String, Object>> evaluations = new ArrayList<>();
        List<Map<String, Object>> steps = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve("metrics.jsonl"))) {
            try {
                Map<String, Object> reading = Json.parseObject(line);
                boolean evaluation = "evaluation".equals(reading.get("type"));
                if (!evaluation) {
                    steps.add(reading);
                } else if (SummaryText.number(reading, "rows") > 0) {
                    evaluations.add(reading);
                }
            } catch (JsonException e) {
                break; // a run that was killed leaves half a line, and nothing after it
            }
        }
        boolean heldOut =
                evaluations.stream().anyMatch(reading -> !Double.isNaN(SummaryText.number(reading, goal.figure())));
        return arrival(heldOut ? evaluations : steps, summary, heldOut);
    }

    private Arrival arrival(List<Map<String, Object>> readings, Map<String, Object> summary, boolean heldOut) {
        double samplesPerStep = SummaryText.number(summary, "samples") / SummaryText.number(summary, "steps");
        double best = Double.NaN;
        for (Map<String, Object> reading : readings) {
            double value = SummaryText.number(reading, goal.figure());
            best = Double.isNaN(best) || goal.better(value, best) ? value : best;
            if (goal.reachedBy(value)) {
                double samples = SummaryText.number(reading, "step") * samplesPerStep;
                return new Arrival(true, SummaryText.number(reading, "seconds"), samples, heldOut, best);
            }
        }
        return new Arrival(false, Double.NaN, Double.NaN, heldOut, best);
    }
}
