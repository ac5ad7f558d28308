package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.MemoryProbe;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Model;
import dev.gradus.model.Replica;
import java.time.Duration;

/** One rank's whole part in a run: load, warm up, train, evaluate, report. Used by one thread. */
public final class RankRun {

    private final Job job;
    private final Kinds kinds;
    private final Exchange exchange;
    private final Ledger ledger;
    private final RunObserver observer;
    private final RankMeter meter;
    private final Progress progress = new Progress();
    private final StepLog log;

    /** The observer is told of the run by rank 0 only. */
    public RankRun(Job job, Kinds kinds, Exchange exchange, Ledger ledger, RunObserver observer) {
        this.job = job;
        this.kinds = kinds;
        this.exchange = exchange;
        this.ledger = ledger;
        this.observer = exchange.rank() == 0 ? observer : RunObserver.none();
        this.log = new StepLog(this.observer);
        this.meter = new RankMeter(exchange, ledger);
    }

    public RankResult run() throws DataException, ExchangeException, DivergedException {
        ledger.enter(Account.DISK);
        Setup setup = Setup.load(job, kinds, exchange.rank(), exchange.ranks());
        ledger.enter(Account.OTHER);
        try {
            exchange.barrier(); // a rank that cannot load says so before anybody computes
            return run(setup);
        } catch (ExchangeException e) {
            throw new ExchangeException(e.peer(), e.getMessage() + ", step=" + progress.steps(), e);
        }
    }

    private RankResult run(Setup setup) throws ExchangeException, DivergedException {
        long rows = setup.plan().rows();
        long totalSamples = totalSamples(setup, rows);
        observer.begins(setup.header(), setup.totalSteps(), totalSamples);
        Replica replica = setup.model().replica();
        Updater updater = setup.updater();
        Worker worker = worker(setup, replica, updater);
        Duration warmUp = job.get(JobKeys.LAUNCH_WARM_UP);
        if (!warmUp.isZero()) {
            Worker scratch = worker(setup, replica, setup.updater());
            WarmUp.run(scratch, setup.plan().stepsPerEpoch(), exchange, warmUp);
        }
        meter.memoryBytesPerSecond(MemoryProbe.bytesPerSecond(
                setup.batches().stores().stream().map(store -> store.values()).toList()));
        Evaluator evaluator = Evaluator.of(replica, setup.testShards(), exchange);
        meter.prepare();
        exchange.barrier();
        meter.start();
        Evaluation last = train(setup, worker, updater, evaluator);
        meter.stop();
        return new RankResult(
                meter.report(setup, progress, last, updater.parameters()), setup.model(), updater.parameters());
    }

    private Worker worker(Setup setup, Replica replica, Updater updater) {
        Model model = setup.model();
        int parameters = model.layout().size();
        ShardGradients gradients =
                new ShardGradients(replica, parameters, setup.batches().stores().size());
        Strategy strategy = kinds.strategy(job).create(updater, exchange);
        return new Worker(setup.batches(), gradients, strategy, new Gradient(parameters));
    }

    private Evaluation train(Setup setup, Worker worker, Updater updater, Evaluator evaluator)
            throws ExchangeException, DivergedException {
        int stepsPerEpoch = setup.plan().stepsPerEpoch();
        long every = job.get(JobKeys.METRICS_EVERY);
        long logEvery = every > 0 ? every : Math.max(1, setup.totalSteps() / 1000);
        long evaluateEvery = job.get(JobKeys.EVALUATE_EVERY);
        Evaluation evaluation = new Evaluation();
        for (int epoch = 0; progress.steps() < setup.totalSteps(); epoch++) {
            int steps = (int) Math.min(stepsPerEpoch, setup.totalSteps() - progress.steps());
            int thisEpoch = epoch;
            worker.train(epoch, 0, steps, (batch, gradient) -> {
                progress.add(batch, gradient);
                if ((progress.steps() - 1) % logEvery == 0 || progress.steps() == setup.totalSteps()) {
                    log.add(progress.reading(thisEpoch, updater.lastRate(), meter.seconds()));
                }
            });
            boolean last = progress.steps() == setup.totalSteps();
            if (last || (evaluateEvery > 0 && (epoch + 1) % evaluateEvery == 0)) {
                evaluation = evaluate(epoch, evaluator, updater);
            }
        }
        return evaluation;
    }

    private Evaluation evaluate(int epoch, Evaluator evaluator, Updater updater) throws ExchangeException {
        meter.pause();
        log.handOver();
        Evaluation evaluation = evaluator.evaluate(updater.parameters());
        observer.evaluated(new EvaluationReading(
                progress.steps(),
                epoch,
                evaluation.rows(),
                evaluation.loss(),
                evaluation.accuracy(),
                evaluation.auc(),
                meter.seconds()));
        meter.prepare();
        exchange.barrier();
        meter.resume();
        return evaluation;
    }

    private static long totalSamples(Setup setup, long rows) {
        long epochs = setup.totalSteps() / setup.plan().stepsPerEpoch();
        long rest = setup.totalSteps() % setup.plan().stepsPerEpoch();
        return epochs * rows + rest * setup.plan().batchSize();
    }
}
