package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import java.util.function.Supplier;

/**
 * Notes every step of a run, and hands some of the readings on. Warm-up uses one too, on scratch, since a loop that the
 * JIT has compiled for another listener would be compiled anew when the clock runs. Owned by one rank.
 */
final class Recorder implements Worker.StepListener, AutoCloseable {

    /** Lines that the log of a run has by default. */
    private static final long LINES = 200;

    private final Progress progress = new Progress();
    private final StepLog log;
    private final Updater updater;
    private final RankMeter meter;
    private final long totalSteps;
    private final long logEvery;
    private int epoch;

    /** {@code logEvery} steps lie between readings; 0 leaves the choice to this. */
    Recorder(RunObserver observer, Updater updater, RankMeter meter, long totalSteps, long logEvery) {
        this.log = new StepLog(observer);
        this.updater = updater;
        this.meter = meter;
        this.totalSteps = totalSteps;
        this.logEvery = logEvery > 0 ? logEvery : Math.max(1, totalSteps / LINES);
    }

    Progress progress() {
        return progress;
    }

    void epoch(int epoch) {
        this.epoch = epoch;
    }

    @Override
    public void step(Batch batch, Gradient gradient) throws DivergedException {
        progress.add(batch, gradient);
        if ((progress.steps() - 1) % logEvery == 0 || progress.steps() == totalSteps) {
            StepReading reading = progress.reading(epoch, updater.lastRate(), meter.seconds());
            log.add(observer -> observer.step(reading));
        }
    }

    /** Notes what the held-out rows scored. */
    void evaluated(Evaluation evaluation) {
        EvaluationReading reading = new EvaluationReading(
                progress.steps(),
                epoch,
                evaluation.rows(),
                evaluation.loss(),
                evaluation.accuracy(),
                evaluation.auc(),
                meter.seconds());
        log.add(observer -> observer.evaluated(reading));
    }

    /** Notes hashes; {@code reading} makes their text when the observer is told, off the rank's thread. */
    void hashed(Supplier<HashReading> reading) {
        log.add(observer -> observer.hashed(reading.get()));
    }

    /** Tells the observer all readings that still wait. */
    void handOver() {
        log.handOver();
    }

    @Override
    public void close() {
        log.close();
    }
}
