package dev.gradus.train;

import java.util.concurrent.atomic.AtomicLong;

/** What ranks that do not wait for each other have done so far. Shared and written by all of them. */
final class Race {

    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong samples = new AtomicLong();
    private final AtomicLong updates = new AtomicLong();
    private volatile double loss;
    private volatile double accuracy;

    /** Starts anew; nobody may race meanwhile. */
    void clear() {
        steps.set(0);
        samples.set(0);
        updates.set(0);
    }

    /** One step more, of so many samples and updates. */
    void count(long moreSamples, long moreUpdates) {
        samples.addAndGet(moreSamples);
        updates.addAndGet(moreUpdates);
        steps.incrementAndGet();
    }

    /** What one rank has seen of the race. Owned by that rank. */
    final class Watch {

        private final StepTotals totals = new StepTotals();
        private long seenSteps;
        private long seenSamples;
        private long seenUpdates;
        private double ownLoss = Double.NaN;
        private double ownAccuracy = Double.NaN;

        /** What the last step of this rank has cost; of the race, that of whoever came last counts. */
        void scored(double meanLoss, double shareRight) {
            ownLoss = meanLoss;
            ownAccuracy = shareRight;
            accuracy = shareRight;
            loss = meanLoss;
        }

        /** What all ranks did since the last time this one looked. */
        StepTotals news(long ownSamples) {
            long stepsNow = steps.get();
            long samplesNow = samples.get();
            long updatesNow = updates.get();
            totals.set(stepsNow - seenSteps, samplesNow - seenSamples, ownSamples, updatesNow - seenUpdates)
                    .scored(loss, accuracy)
                    .ownScored(ownLoss, ownAccuracy);
            seenSteps = stepsNow;
            seenSamples = samplesNow;
            seenUpdates = updatesNow;
            return totals;
        }
    }
}
