package dev.gradus.metrics;

/** One line of the run log: where training is and what the global batch of that step cost. */
public record StepReading(
        long step, int epoch, long samples, double loss, double accuracy, double rate, double seconds) {}
