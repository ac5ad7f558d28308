package dev.gradus.metrics;

/** What the model scored on held-out rows after some epoch. {@code auc} is NaN where it does not apply. */
public record EvaluationReading(
        long step, int epoch, long rows, double loss, double accuracy, double auc, double seconds) {}
