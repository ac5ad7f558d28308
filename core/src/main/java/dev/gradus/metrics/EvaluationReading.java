package dev.gradus.metrics;

/** What the model scored on held-out rows. {@code auc} and what follows are NaN where they do not apply. */
public record EvaluationReading(
        long step,
        int epoch,
        long rows,
        double loss,
        double accuracy,
        double auc,
        double precision,
        double recall,
        double seconds) {}
