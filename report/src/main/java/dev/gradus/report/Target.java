package dev.gradus.report;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A figure that a run is to reach: a loss at most, or an accuracy or AUC at least. */
public record Target(String figure, double value) {

    private static final List<String> FIGURES = List.of("loss", "accuracy", "auc");

    public Target {
        if (!FIGURES.contains(figure) || !Double.isFinite(value)) {
            throw new IllegalArgumentException("target cannot be read: " + figure + "=" + value
                    + "; write it like loss=0.3, accuracy=0.95 or auc=0.8");
        }
    }

    /** Reads {@code accuracy=0.95}. */
    public static Target parse(String text) {
        int equals = text.indexOf('=');
        try {
            return new Target(
                    text.substring(0, Math.max(0, equals)).strip(), Double.parseDouble(text.substring(equals + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "target cannot be read: " + text + "; write it like loss=0.3, accuracy=0.95 or auc=0.8", e);
        }
    }

    public String text() {
        return figure + "=" + value;
    }

    boolean reachedBy(double reading) {
        return figure.equals("loss") ? reading <= value : reading >= value;
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
        boolean heldOut = evaluations.stream().anyMatch(reading -> !Double.isNaN(SummaryText.number(reading, figure)));
        return arrival(heldOut ? evaluations : steps, summary, heldOut);
    }

    private Arrival arrival(List<Map<String, Object>> readings, Map<String, Object> summary, boolean heldOut) {
        double samplesPerStep = SummaryText.number(summary, "samples") / SummaryText.number(summary, "steps");
        double best = Double.NaN;
        for (Map<String, Object> reading : readings) {
            double value = SummaryText.number(reading, figure);
            best = Double.isNaN(best) || better(value, best) ? value : best;
            if (reachedBy(value)) {
                double samples = SummaryText.number(reading, "step") * samplesPerStep;
                return new Arrival(true, SummaryText.number(reading, "seconds"), samples, heldOut, best);
            }
        }
        return new Arrival(false, Double.NaN, Double.NaN, heldOut, best);
    }

    private boolean better(double one, double other) {
        return figure.equals("loss") ? one < other : one > other;
    }
}
