package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Place;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.math.FloatMath;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.MemoryProbe;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.Evaluation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's whole part in a run: load, warm up, train, evaluate, report. Used by one thread. */
public final class RankRun {

    private final Job job;
    private final Kinds kinds;
    private final Throttle throttle;
    private final Peers peers;
    private final Exchange exchange;
    private final Ledger ledger;
    private final RunObserver observer;
    private final RankMeter meter;
    private final Telemetry telemetry;
    private final CheckpointStore checkpoints;
    private final @Nullable Checkpoint start;
    private final Place from;
    private final Finish finish;
    private Progress progress;

    /**
     * The observer is told of the run, and checkpoints are stored, by rank 0 only, since all ranks have the same. The
     * others tell it of themselves.
     */
    public RankRun(Job job, Kinds kinds, Peers peers, RunObserver observer, CheckpointStore checkpoints) {
        this.job = job;
        this.kinds = kinds;
        this.throttle = Throttle.of(job, peers.exchange().rank());
        this.peers = throttle.paced(peers);
        this.exchange = this.peers.exchange();
        this.ledger = peers.ledger();
        this.observer = exchange.rank() == 0 ? observer : new OwnReadings(observer);
        this.meter = new RankMeter(this.peers);
        this.telemetry = new Telemetry(this.peers, observer, job.get(JobKeys.METRICS_TRACE));
        this.checkpoints = checkpoints;
        this.start = checkpoints.start();
        this.from = start == null ? Place.START : start.place();
        this.finish = new Finish(job, exchange);
        this.progress = new Progress(from);
    }

    public RankResult run() throws DataException, ExchangeException, DivergedException {
        ledger.enter(Account.DISK);
        try (Setup setup = Setup.load(job, kinds, exchange.rank(), exchange.ranks(), start)) {
            if (start != null) {
                Restart.check(start, setup);
            }
            ledger.enter(Account.OTHER);
            new Agreement(exchange).on(setup.facts()); // also waits for all: one that cannot load says so before a step
            return run(setup);
        } catch (ExchangeException e) {
            throw new ExchangeException(e.peer(), e.getMessage() + ", step=" + progress.steps(), e);
        }
    }

    private RankResult run(Setup setup) throws DataException, ExchangeException, DivergedException {
        observer.begins(
                header(setup), setup.extent().totalSteps(), setup.extent().totalSamples());
        rehearse(setup);
        if (job.get(JobKeys.METRICS_TRACE)) { // takes as long as a pass over few rows
            meter.memoryBytesPerSecond(MemoryProbe.bytesPerSecond(setup.memory()));
        }
        meter.earlierSeconds(from.seconds());
        try (telemetry;
                Training training = setup.begin(peers, start);
                Checkpointer checkpointer = new Checkpointer(checkpoints, setup, training, ledger, observer);
                Recorder recorder = new Recorder(
                        observer, setup, training::lastRate, meter, from, exchange.rank() == 0 ? checkpointer : null)) {
            progress = recorder.progress();
            telemetry.prepare(from.seconds());
            meter.prepare();
            exchange.barrier();
            meter.start(from.step());
            telemetry.start();
            Evaluation last = train(setup, training, recorder);
            meter.stop();
            recorder.handOver();
            checkpointer.finish();
            telemetry.finish();
            meter.servers(training.servers());
            float[] parameters = training.result();
            checkResult(last, parameters);
            return new RankResult(meter.report(setup, progress, last, parameters), parameters);
        }
    }

    private List<String> header(Setup setup) {
        List<String> lines = new ArrayList<>(setup.header());
        if (start != null) {
            lines.add(Restart.line(from, setup));
        }
        return lines;
    }

    /** The last update comes after the last loss of training, so that loss cannot show what it did. */
    private void checkResult(Evaluation last, float[] parameters) throws DivergedException {
        if (last.rows() > 0 && !Double.isFinite(last.loss())) {
            throw new DivergedException(
                    "loss on held-out rows is not finite: step=" + progress.steps() + ", loss=" + last.loss());
        }
        if (!FloatMath.allFinite(parameters)) {
            throw new DivergedException("parameters are not finite: step=" + progress.steps());
        }
    }

    private void rehearse(Setup setup) throws DataException, ExchangeException, DivergedException {
        Duration duration = job.get(JobKeys.LAUNCH_WARM_UP);
        if (duration.isZero()) {
            return;
        }
        try (Recorder recorder = new Recorder(RunObserver.none(), setup, () -> 0, meter, Place.START, null)) {
            setup.rehearse(
                    peers,
                    new Rehearsal() {
                        @Override
                        public void step(StepTotals totals) throws ExchangeException, DivergedException {
                            recorder.step(totals);
                        }

                        @Override
                        public void pause(Scoring scoring) throws DataException, ExchangeException {
                            ledger.hold(Account.EVALUATE);
                            recorder.evaluated(scoring.score());
                            exchange.barrier();
                            ledger.release(Account.OTHER);
                        }
                    },
                    duration);
        }
    }

    private Evaluation train(Setup setup, Training training, Recorder recorder)
            throws DataException, ExchangeException, DivergedException {
        StepListener listener = throttle.slowed(StepHashes.listener(recorder, setup, training, exchange), peers);
        Extent extent = setup.extent();
        Evaluation evaluation = new Evaluation();
        int epoch = from.epoch();
        int step = from.stepInEpoch();
        boolean goesOn = start != null;
        do {
            recorder.epoch(epoch);
            // An epoch that was over when the checkpoint was taken has no steps left, but its evaluation still to come.
            long end = Math.min(extent.stepsPerEpoch(), step + extent.totalSteps() - progress.steps());
            int to = (int) Math.min(end, step + stepsToEvaluation(goesOn));
            goesOn = false;
            training.train(epoch, step, to, listener);
            boolean over = to == extent.stepsPerEpoch();
            if (evaluationIsDue(extent, over ? epoch + 1 : 0)) {
                evaluation = evaluate(recorder, training);
            }
            epoch += over ? 1 : 0;
            step = over ? 0 : to;
        } while (progress.steps() < extent.totalSteps() && !finish.reached());
        return evaluation;
    }

    /** Steps to the next evaluation within an epoch; one that was due where a run goes on is still to come. */
    private long stepsToEvaluation(boolean goesOn) {
        long every = job.get(JobKeys.EVALUATE_STEPS);
        if (every == 0) {
            return Integer.MAX_VALUE;
        }
        long past = progress.steps() % every;
        return past == 0 && goesOn ? 0 : every - past;
    }

    /** Whether to evaluate now; {@code epochs} are those that are over if one has just ended, else 0. */
    private boolean evaluationIsDue(Extent extent, long epochs) {
        long every = job.get(JobKeys.EVALUATE_EVERY);
        long steps = job.get(JobKeys.EVALUATE_STEPS);
        return progress.steps() == extent.totalSteps()
                || (epochs > 0 && every > 0 && epochs % every == 0)
                || (steps > 0 && progress.steps() % steps == 0);
    }

    private Evaluation evaluate(Recorder recorder, Training training) throws DataException, ExchangeException {
        meter.pause();
        Evaluation evaluation = training.evaluate();
        recorder.evaluated(evaluation);
        finish.evaluated(evaluation);
        meter.prepare();
        exchange.barrier();
        meter.resume();
        return evaluation;
    }
}
