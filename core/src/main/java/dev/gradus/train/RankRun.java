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
    private final Peers peers;
    private final Exchange exchange;
    private final Ledger ledger;
    private final RunObserver observer;
    private final RankMeter meter;
    private final CheckpointStore checkpoints;
    private final @Nullable Checkpoint start;
    private final Place from;
    private Progress progress;

    /** The observer is told of the run, and checkpoints are stored, by rank 0 only: all ranks have the same. */
    public RankRun(Job job, Kinds kinds, Peers peers, RunObserver observer, CheckpointStore checkpoints) {
        this.job = job;
        this.kinds = kinds;
        this.peers = peers;
        this.exchange = peers.exchange();
        this.ledger = peers.ledger();
        this.observer = exchange.rank() == 0 ? observer : RunObserver.none();
        this.meter = new RankMeter(peers);
        this.checkpoints = checkpoints;
        this.start = checkpoints.start();
        this.from = start == null ? Place.START : start.place();
        this.progress = new Progress(from);
    }

    public RankResult run() throws DataException, ExchangeException, DivergedException {
        ledger.enter(Account.DISK);
        try (Setup setup = Setup.load(job, kinds, exchange.rank(), exchange.ranks())) {
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
        meter.memoryBytesPerSecond(MemoryProbe.bytesPerSecond(setup.memory()));
        meter.earlierSeconds(from.seconds());
        try (Training training = setup.begin(peers, start);
                Checkpointer checkpointer = new Checkpointer(checkpoints, setup, training, ledger, observer);
                Recorder recorder =
                        new Recorder(observer, setup, training::lastRate, meter, from, onRankZero(checkpointer))) {
            progress = recorder.progress();
            meter.prepare();
            exchange.barrier();
            meter.start();
            Evaluation last = train(setup, training, recorder);
            meter.stop();
            recorder.handOver();
            checkpointer.finish();
            checkResult(last, training.parameters());
            return new RankResult(meter.report(setup, progress, last, training.parameters()), training.parameters());
        }
    }

    private List<String> header(Setup setup) {
        List<String> lines = new ArrayList<>(setup.header());
        if (start != null) {
            lines.add(Restart.line(from, setup));
        }
        return lines;
    }

    private @Nullable Checkpointer onRankZero(Checkpointer checkpointer) {
        return exchange.rank() == 0 ? checkpointer : null;
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
                        public void step(StepTotals totals) throws DivergedException {
                            recorder.step(totals);
                        }

                        @Override
                        public void pause(Scoring scoring) throws ExchangeException {
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
        StepListener listener = StepHashes.listener(recorder, setup, training.parameters(), exchange);
        Extent extent = setup.extent();
        long evaluateEvery = job.get(JobKeys.EVALUATE_EVERY);
        Evaluation evaluation = new Evaluation();
        int epoch = from.epoch();
        int step = from.stepInEpoch();
        do {
            recorder.epoch(epoch);
            // An epoch that was over when the checkpoint was taken has no steps left, but its evaluation still to come.
            int to = (int) Math.min(extent.stepsPerEpoch(), step + extent.totalSteps() - progress.steps());
            training.train(epoch, step, to, listener);
            boolean last = progress.steps() == extent.totalSteps();
            if (last || (evaluateEvery > 0 && (epoch + 1) % evaluateEvery == 0)) {
                evaluation = evaluate(recorder, training);
            }
            epoch++;
            step = 0;
        } while (progress.steps() < extent.totalSteps());
        return evaluation;
    }

    private Evaluation evaluate(Recorder recorder, Training training) throws ExchangeException {
        meter.pause();
        Evaluation evaluation = training.evaluate();
        recorder.evaluated(evaluation);
        meter.prepare();
        exchange.barrier();
        meter.resume();
        return evaluation;
    }
}
