package dev.gradus.train;

import dev.gradus.checkpoint.Place;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Decimals;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.model.Evaluation;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes every step of a run, and hands some of the readings on. Warm-up uses one too, on scratch, since a loop that the
 * JIT has compiled for another listener would be compiled anew when the clock runs. Owned by one rank.
 */
final class Recorder implements StepListener, AutoCloseable {

    /** Lines that the log of a run has by default. */
    private static final long LINES = 200;

    /** Lines of single ranks, of all ranks together: 200 of each where there are up to 8. */
    private static final long RANK_LINES = 1600;

    private final Progress progress;
    private final StepLog log;
    private final Setup setup;
    private final DoubleSupplier rate;
    private final RankMeter meter;
    private final @Nullable Checkpointer checkpoints;
    private final long logEvery;
    private final long rankEvery;
    private int epoch;

    /** Begins at {@code from}. Without {@code checkpoints} none are taken. */
    Recorder(
            RunObserver observer,
            Setup setup,
            DoubleSupplier rate,
            RankMeter meter,
            Place from,
            @Nullable Checkpointer checkpoints) {
        this.progress = new Progress(from);
        this.log = new StepLog(observer);
        this.setup = setup;
        this.rate = rate;
        this.meter = meter;
        this.checkpoints = checkpoints;
        long every = setup.job().get(JobKeys.METRICS_EVERY);
        this.logEvery = every > 0 ? every : every(setup.extent().totalSteps(), LINES);
        long most = RANK_LINES / Math.max(RANK_LINES / LINES, meter.ranks());
        this.rankEvery = every(setup.extent().totalSteps(), Math.max(1, most));
    }

    /** Steps between lines, so that there are no more than so many. */
    private static long every(long steps, long lines) {
        return Math.max(1, (steps + lines - 1) / lines);
    }

    Progress progress() {
        return progress;
    }

    void epoch(int epoch) {
        this.epoch = epoch;
    }

    @Override
    public void step(StepTotals totals) throws ExchangeException, DivergedException {
        long before = progress.steps();
        progress.add(totals);
        long steps = progress.steps();
        boolean last = steps == setup.extent().totalSteps() && steps != before;
        if (last || passes(before, steps, logEvery)) {
            StepReading reading = progress.reading(epoch, rate.getAsDouble(), meter.seconds());
            log.add(observer -> observer.step(reading));
        } else if (log.curious()) {
            StepReading reading = progress.reading(epoch, rate.getAsDouble(), meter.seconds());
            log.answer(observer -> observer.now(reading));
        }
        if (meter.ranks() > 1 && passes(before, steps, rankEvery)) {
            ranked(totals, steps);
        }
        if (checkpoints != null && checkpoints.due(before, steps)) {
            // What was read so far goes first, or a run that goes on from here would lack those lines.
            checkpoints.take(progress.place(epoch, setup, meter.seconds()), last, log::handOver);
        }
        meter.stepped(steps);
    }

    /** Whether a line is due; steps may come several at a time, from ranks that do not wait for each other. */
    private static boolean passes(long before, long steps, long every) {
        return (steps + every - 1) / every != (before + every - 1) / every;
    }

    private void ranked(StepTotals totals, long steps) {
        if (Double.isFinite(totals.ownLoss())) {
            RankReading reading = new RankReading(
                    meter.rank(),
                    steps,
                    Decimals.nine(totals.ownLoss()),
                    Decimals.nine(totals.ownAccuracy()),
                    meter.seconds());
            log.add(observer -> observer.ranked(reading));
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
                evaluation.precision(),
                evaluation.recall(),
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
