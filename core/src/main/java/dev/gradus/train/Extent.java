package dev.gradus.train;

/**
 * How long a run is: steps in all and of an epoch, samples of an epoch, and samples of a step that is no epoch's last.
 */
record Extent(long totalSteps, int stepsPerEpoch, long samplesPerEpoch, long samplesPerStep) {

    /** The extent of {@code epochs} epochs; a {@code limit} of more than 0 steps may end the run sooner. */
    static Extent of(int stepsPerEpoch, long epochs, long limit, long samplesPerEpoch, long samplesPerStep) {
        long steps = stepsPerEpoch * epochs;
        return new Extent(limit > 0 ? Math.min(limit, steps) : steps, stepsPerEpoch, samplesPerEpoch, samplesPerStep);
    }

    long totalSamples() {
        return totalSteps / stepsPerEpoch * samplesPerEpoch + totalSteps % stepsPerEpoch * samplesPerStep;
    }

    /** Epochs begun after so many steps. */
    long epochs(long steps) {
        return (steps + stepsPerEpoch - 1) / stepsPerEpoch;
    }
}
