package dev.gradus.run;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What comes of a run: its figures, by the names of {@code summary.json}, and the parameters. */
public final class TrainedRun {

    private final Map<String, Object> summary;
    private final float[] parameters;

    TrainedRun(Map<String, Object> summary, float[] parameters) {
        this.summary = Collections.unmodifiableMap(new LinkedHashMap<>(summary));
        this.parameters = parameters;
    }

    public Map<String, Object> summary() {
        return summary;
    }

    /** A figure of the summary that is a number; NaN if it has none of that name. */
    public double figure(String name) {
        return summary.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /** The parameters, itself and not a copy. */
    public float[] parameters() {
        return parameters;
    }
}
