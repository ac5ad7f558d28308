package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.metrics.StepReading;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;

/** How far a run is and what its last global batch cost. Owned by one rank. */
final class Progress {

    private static final String ADVICE = "; lower optimizer.rate, raise schedule.warmUpEpochs or set optimizer.clip";

    private long steps;
    private long samples;
    private long ownSamples;
    private double loss = Double.NaN;
    private double accuracy = Double.NaN;

    /** Takes in a step, whose gradient holds the statistics of the global batch. */
    void add(Batch batch, Gradient gradient) throws DivergedException {
        loss = gradient.loss() / gradient.rows();
        accuracy = gradient.correct() / gradient.rows();
        if (!Double.isFinite(loss)) {
            throw new DivergedException("loss is not finite: step=" + steps + ", loss=" + loss + ADVICE);
        }
        samples += (long) gradient.rows();
        ownSamples += batch.size();
        steps++;
    }

    /** Refuses a held-out loss that is no number: the loss of the steps so far may be one still. */
    void check(Evaluation evaluation) throws DivergedException {
        if (evaluation.rows() > 0 && !Double.isFinite(evaluation.loss())) {
            throw new DivergedException(
                    "held-out loss is not finite: step=" + steps + ", loss=" + evaluation.loss() + ADVICE);
        }
    }

    /** Refuses parameters that are no numbers, which the next step would have shown. */
    void check(float[] parameters) throws DivergedException {
        for (float parameter : parameters) {
            if (!Float.isFinite(parameter)) {
                throw new DivergedException("parameters are not finite: step=" + steps + ADVICE);
            }
        }
    }

    StepReading reading(int epoch, double rate, double seconds) {
        return new StepReading(steps, epoch, samples, loss, accuracy, rate, seconds);
    }

    long steps() {
        return steps;
    }

    /** Rows that this rank has worked on; the readings count those of all ranks. */
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
