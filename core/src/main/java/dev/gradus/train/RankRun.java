package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Place;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.math.FloatMath;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.MemoryProbe;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Replica;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One rank's whole part in a run: load, warm up, train, evaluate, report. Used by one thread. */
public final class RankRun {

    private final Job job;
    private final Kinds kinds;
    private final Exchange exchange;
    private final Ledger ledger;
    private final RunObserver observer;
    private final RankMeter meter;
    private final CheckpointStore checkpoints;
    private final @Nullable Checkpoint start;
    private final Place from;
    private Progress progress;

    /** The observer is told of the run, and checkpoints are stored, by rank 0 only: all ranks have the same. */
    public RankRun(
            Job job, Kinds kinds, Exchange exchange, Ledger ledger, RunObserver observer, CheckpointStore checkpoints) {
        this.job = job;
        this.kinds = kinds;
        this.exchange = exchange;
        this.ledger = ledger;
        this.observer = exchange.rank() == 0 ? observer : RunObserver.none();
        this.meter = new RankMeter(exchange, ledger);
        this.checkpoints = checkpoints;
        this.start = checkpoints.start();
        this.from = start == null ? Place.START : start.place();
        this.progress = new Progress(from);
    }

    public RankResult run() throws DataException, ExchangeException, DivergedException {
        ledger.enter(Account.DISK);
        Setup setup = Setup.load(job, kinds, exchange.rank(), exchange.ranks());
        if (start != null) {
            Restart.check(start, setup);
        }
        ledger.enter(Account.OTHER);
        try {
            new Agreement(exchange).on(setup.facts()); // also waits for all: one that cannot load says so before a step
            return run(setup);
        } catch (ExchangeException e) {
            throw new ExchangeException(e.peer(), e.getMessage() + ", step=" + progress.steps(), e);
        }
    }

    private RankResult run(Setup setup) throws ExchangeException, DivergedException {
        observer.begins(header(setup), setup.totalSteps(), totalSamples(setup));
        Replica replica = setup.model().replica();
        Evaluator evaluator = new Evaluator(replica, setup.testShards(), share(), exchange);
        try (BucketSums scratch = bucketSums(setup)) { // its own: compressed sums remember what they did not send
            warmUp(setup, replica, evaluator, scratch);
        }
        try (BucketSums sums = bucketSums(setup)) {
            return run(setup, replica, evaluator, sums);
        }
    }

    private RankResult run(Setup setup, Replica replica, Evaluator evaluator, BucketSums sums)
            throws ExchangeException, DivergedException {
        meter.memoryBytesPerSecond(MemoryProbe.bytesPerSecond(
                setup.batches().stores().stream().map(store -> store.values()).toList()));
        Updater updater = updater(setup);
        Worker worker = worker(setup, replica, updater, sums);
        try (Checkpointer checkpointer = new Checkpointer(checkpoints, setup, updater, ledger, observer);
                Recorder recorder = new Recorder(observer, setup, updater, meter, from, onRankZero(checkpointer))) {
            progress = recorder.progress();
            meter.prepare();
            exchange.barrier();
            meter.start();
            Worker.StepListener listener = StepHashes.listener(recorder, setup, updater.parameters(), exchange);
            Evaluation last = train(setup, worker, recorder, listener, () -> evaluator.evaluate(updater.parameters()));
            meter.stop();
            recorder.handOver();
            checkpointer.finish();
            checkResult(last, updater.parameters());
            return new RankResult(meter.report(setup, progress, last, updater.parameters()), updater.parameters());
        }
    }

    private List<String> header(Setup setup) {
        List<String> lines = new ArrayList<>(setup.header());
        if (start != null) {
            lines.add(Restart.line(from, setup));
        }
        return lines;
    }

    private Updater updater(Setup setup) {
        Updater updater = setup.updater();
        if (start != null) {
            updater.restore(start);
        }
        meter.earlierSeconds(from.seconds());
        return updater;
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

    private void warmUp(Setup setup, Replica replica, Evaluator evaluator, BucketSums sums) throws ExchangeException {
        Duration duration = job.get(JobKeys.LAUNCH_WARM_UP);
        if (!duration.isZero()) {
            float[] parameters = setup.updater().parameters();
            try (Recorder recorder =
                    new Recorder(RunObserver.none(), setup, setup.updater(), meter, Place.START, null)) {
                WarmUp.Pause pause = () -> {
                    ledger.hold(Account.EVALUATE);
                    recorder.evaluated(evaluator.evaluate(parameters));
                    exchange.barrier();
                    ledger.release(Account.OTHER);
                };
                WarmUp.run(
                        () -> worker(setup, replica, setup.updater(), sums),
                        recorder,
                        pause,
                        setup.plan().stepsPerEpoch(),
                        exchange,
                        duration);
            }
        }
    }

    private Worker worker(Setup setup, Replica replica, Updater updater, BucketSums sums) {
        int parameters = setup.model().layout().size();
        TreeShare share = share();
        boolean ordered = job.get(JobKeys.DETERMINISTIC);
        List<TreeShare.Node> nodes = ordered ? share.nodes(exchange.rank()) : List.of(share.allOf(exchange.rank()));
        ShardGradients gradients = new ShardGradients(replica, parameters, nodes, ordered, sums);
        return new Worker(setup.batches(), gradients, kinds.strategy(job).create(updater));
    }

    /** How gradients are added up: in the order of the tree of all shards, or each rank's as a whole. */
    private BucketSums.RangeSum rangeSum(int parameters) {
        boolean asTheyAre = job.get(CompressionKeys.COMPRESSION).equals(CompressionKeys.NONE);
        if (!asTheyAre && exchange.ranks() > 1) {
            return CompressedRanges.of(job, exchange, parameters);
        }
        TreeShare share = job.get(JobKeys.DETERMINISTIC) ? share() : TreeShare.oneLeafEach(exchange.ranks());
        return (nodes, from, to) -> exchange.sum(share, nodes, from, to);
    }

    private BucketSums bucketSums(Setup setup) {
        BucketSums.RangeSum sum = rangeSum(setup.model().layout().size());
        Buckets buckets = Buckets.of(setup.model().layout(), job.get(JobKeys.EXCHANGE_BUCKET_BYTES));
        boolean overlap = job.get(JobKeys.EXCHANGE_OVERLAP) && buckets.count() > 1 && exchange.ranks() > 1;
        return overlap
                ? new OverlappedSums(sum, buckets, exchange, ledger, meter.beside())
                : new InlineSums(sum, buckets);
    }

    private TreeShare share() {
        return new TreeShare(job.integer(JobKeys.VIRTUAL_SHARDS), exchange.ranks());
    }

    /** Scores the held-out rows with the parameters of the moment. */
    private interface Scoring {

        Evaluation score() throws ExchangeException;
    }

    private Evaluation train(
            Setup setup, Worker worker, Recorder recorder, Worker.StepListener listener, Scoring scoring)
            throws ExchangeException, DivergedException {
        int stepsPerEpoch = setup.plan().stepsPerEpoch();
        long evaluateEvery = job.get(JobKeys.EVALUATE_EVERY);
        Evaluation evaluation = new Evaluation();
        int epoch = from.epoch();
        int step = from.stepInEpoch();
        do {
            recorder.epoch(epoch);
            // An epoch that was over when the checkpoint was taken has no steps left, but its evaluation still to come.
            int to = (int) Math.min(stepsPerEpoch, step + setup.totalSteps() - progress.steps());
            worker.train(epoch, step, to, listener);
            boolean last = progress.steps() == setup.totalSteps();
            if (last || (evaluateEvery > 0 && (epoch + 1) % evaluateEvery == 0)) {
                evaluation = evaluate(recorder, scoring);
            }
            epoch++;
            step = 0;
        } while (progress.steps() < setup.totalSteps());
        return evaluation;
    }

    private Evaluation evaluate(Recorder recorder, Scoring scoring) throws ExchangeException {
        meter.pause();
        Evaluation evaluation = scoring.score();
        recorder.evaluated(evaluation);
        meter.prepare();
        exchange.barrier();
        meter.resume();
        return evaluation;
    }

    private static long totalSamples(Setup setup) {
        long epochs = setup.totalSteps() / setup.plan().stepsPerEpoch();
        long rest = setup.totalSteps() % setup.plan().stepsPerEpoch();
        return epochs * setup.plan().rows() + rest * setup.plan().batchSize();
    }
}
