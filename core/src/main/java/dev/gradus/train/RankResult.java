package dev.gradus.train;

import dev.gradus.metrics.RankReport;

/** What a rank has when it is done: its report, and the parameters, equal on all ranks. */
public final class RankResult {

    private final RankReport report;
    private final float[] parameters;

    RankResult(RankReport report, float[] parameters) {
        this.report = report;
        this.parameters = parameters;
    }

    public RankReport report() {
        return report;
    }

    public float[] parameters() {
        return parameters;
    }
}
