package dev.gradus.train;

/**
 * What happened since the last time it was told: steps of all ranks, their samples and updates, and how those samples
 * were predicted. Reused: do not keep it past the call. Owned by one rank.
 */
final class StepTotals {

    private long steps;
    private long samples;
    private long ownSamples;
    private long updates;
    private double loss;
    private double accuracy;
    private double ownLoss;
    private double ownAccuracy;

    /** One synchronous step over {@code samples} samples, {@code ownSamples} of them of this rank. */
    StepTotals set(long samples, long ownSamples) {
        return set(1, samples, ownSamples, 1);
    }

    StepTotals set(long steps, long samples, long ownSamples, long updates) {
        this.steps = steps;
        this.samples = samples;
        this.ownSamples = ownSamples;
        this.updates = updates;
        this.ownLoss = Double.NaN;
        this.ownAccuracy = Double.NaN;
        return this;
    }

    /** Mean loss and share of right ones; of a global batch where ranks work in step, else of this rank's part. */
    StepTotals scored(double meanLoss, double shareRight) {
        this.loss = meanLoss;
        this.accuracy = shareRight;
        return this;
    }

    /** The same of this rank's part alone; not numbers if it had none, or cannot tell. */
    StepTotals ownScored(double meanLoss, double shareRight) {
        this.ownLoss = meanLoss;
        this.ownAccuracy = shareRight;
        return this;
    }

    double ownLoss() {
        return ownLoss;
    }

    double ownAccuracy() {
        return ownAccuracy;
    }

    long steps() {
        return steps;
    }

    long samples() {
        return samples;
    }

    long ownSamples() {
        return ownSamples;
    }

    long updates() {
        return updates;
    }

    double loss() {
        return loss;
    }

    double accuracy() {
        return accuracy;
    }
}
