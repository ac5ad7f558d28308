package dev.gradus.train;

import dev.gradus.metrics.RankReport;
import java.util.Comparator;
import java.util.List;

/** What a run has when it is done: the report of every rank, by rank, and the parameters. */
public final class RunResult {

    private final List<RankReport> reports;
    private final float[] parameters;

    public RunResult(List<RankReport> reports, float[] parameters) {
        this.reports = reports.stream()
                .sorted(Comparator.comparingInt(RankReport::rank))
                .toList();
        this.parameters = parameters;
    }

    public List<RankReport> reports() {
        return reports;
    }

    public float[] parameters() {
        return parameters;
    }
}
