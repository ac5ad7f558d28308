package dev.gradus.train;

import dev.gradus.checkpoint.Place;
import dev.gradus.metrics.Decimals;
import dev.gradus.metrics.StepReading;

/** How far a run is and what its last global batch cost. Owned by one rank. */
final class Progress {

    private long steps;
    private long samples;
    private long ownSamples;
    private long updates;
    private double loss;
    private double accuracy;

    Progress(Place from) {
        this.steps = from.step();
        this.samples = from.samples();
        this.loss = from.loss();
        this.accuracy = from.accuracy();
    }

    void add(StepTotals totals) throws DivergedException {
        if (!Double.isFinite(totals.loss())) {
            throw new DivergedException("loss is not finite: step=" + steps + ", loss=" + totals.loss());
        }
        loss = totals.loss();
        accuracy = totals.accuracy();
        samples += totals.samples();
        ownSamples += totals.ownSamples();
        updates += totals.updates();
        steps += totals.steps();
    }

    StepReading reading(int epoch, double rate, double seconds) {
        return new StepReading(steps, epoch, samples, Decimals.nine(loss), Decimals.nine(accuracy), rate, seconds);
    }

    /** Where this is, in the words of a checkpoint. */
    Place place(int epoch, Setup setup, double seconds) {
        int stepInEpoch = (int) (steps - (long) epoch * setup.extent().stepsPerEpoch());
        long perEpoch = setup.extent().samplesPerEpoch();
        String kernels = setup.kernels().name();
        return new Place(steps, epoch, stepInEpoch, samples, perEpoch, loss, accuracy, seconds, kernels, setup.data());
    }

    long steps() {
        return steps;
    }

    /**
     * Rows that this rank has worked on since it started; the readings count those of all ranks and of earlier ones.
     */
    long ownSamples() {
        return ownSamples;
    }

    /** Updates of the parameters since this rank started, by all ranks whose steps it is told of. */
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
