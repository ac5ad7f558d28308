package dev.gradus.train;

import dev.gradus.checkpoint.Place;
import dev.gradus.data.Batch;
import dev.gradus.metrics.StepReading;
import dev.gradus.model.Gradient;

/** How far a run is and what its last global batch cost. Owned by one rank. */
final class Progress {

    private long steps;
    private long samples;
    private long ownSamples;
    private double loss;
    private double accuracy;

    Progress(Place from) {
        this.steps = from.step();
        this.samples = from.samples();
        this.loss = from.loss();
        this.accuracy = from.accuracy();
    }

    /** Takes in a step, whose gradient holds the statistics of the global batch. */
    void add(Batch batch, Gradient gradient) throws DivergedException {
        loss = gradient.loss() / gradient.rows();
        accuracy = gradient.correct() / gradient.rows();
        if (!Double.isFinite(loss)) {
            throw new DivergedException("loss is not finite: step=" + steps + ", loss=" + loss);
        }
        samples += (long) gradient.rows();
        ownSamples += batch.size();
        steps++;
    }

    StepReading reading(int epoch, double rate, double seconds) {
        return new StepReading(steps, epoch, samples, loss, accuracy, rate, seconds);
    }

    /** Where this is, in the words of a checkpoint. */
    Place place(int epoch, Setup setup, double seconds) {
        int stepInEpoch = (int) (steps - (long) epoch * setup.plan().stepsPerEpoch());
        long rows = setup.plan().rows();
        return new Place(
                steps,
                epoch,
                stepInEpoch,
                samples,
                rows,
                loss,
                accuracy,
                seconds,
                setup.kernels().name());
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

    double loss() {
        return loss;
    }

    double accuracy() {
        return accuracy;
    }
}
