package dev.gradus.train;

import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunSummary.Earlier;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run has when it is done: the report of every rank, by rank, and the parameters. Where the launcher had to
 * begin again after ranks were lost, also what the run had done before these ranks went on.
 */
public final class RunResult {

    private final List<RankReport> reports;
    private final float[] parameters;
    private final @Nullable Earlier earlier;

    public RunResult(List<RankReport> reports, float[] parameters) {
        this(reports, parameters, null);
    }

    private RunResult(List<RankReport> reports, float[] parameters, @Nullable Earlier earlier) {
        this.reports = reports.stream()
                .sorted(Comparator.comparingInt(RankReport::rank))
                .toList();
        this.parameters = parameters;
        this.earlier = earlier;
    }

    /** This result, of ranks that went on after so much was done. */
    public RunResult after(Earlier done) {
        return new RunResult(reports, parameters, done);
    }

    /** What was done before these ranks went on, or null if they began where the run was told to. */
    public @Nullable Earlier earlier() {
        return earlier;
    }

    public List<RankReport> reports() {
        return reports;
    }

    public float[] parameters() {
        return parameters;
    }
}
