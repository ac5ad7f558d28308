package dev.gradus.train;

import dev.gradus.metrics.RankReport;
import dev.gradus.model.Model;

/** What a rank has when it is done: its report, and the model with its parameters, equal on all ranks. */
public final class RankResult {

    private final RankReport report;
    private final Model model;
    private final float[] parameters;

    RankResult(RankReport report, Model model, float[] parameters) {
        this.report = report;
        this.model = model;
        this.parameters = parameters;
    }

    public RankReport report() {
        return report;
    }

    public Model model() {
        return model;
    }

    public float[] parameters() {
        return parameters;
    }
}
