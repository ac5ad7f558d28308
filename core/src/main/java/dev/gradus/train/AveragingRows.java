package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.Batch;
import dev.gradus.data.BatchReader;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every rank has parameters of its own and updates them with its part of each batch; at the end of a step, which is
 * {@code strategy.every} batches, parameters and what the update rule remembers are replaced by their mean over all
 * ranks (local SGD). The result depends on the number of ranks, and on nothing else.
 */
final class AveragingRows implements Training {

    /** The strategy that averages. */
    static final class Way implements RowStrategy {

        @Override
        public int steps(int planSteps, Job job, int ranks) {
            int every = job.integer(TableKeys.EVERY);
            return (int) (((long) planSteps + every - 1) / every);
        }

        @Override
        public long rowsPerStep(long batchSize, Job job) {
            return batchSize * job.get(TableKeys.EVERY);
        }

        @Override
        public Training begin(RowSetup setup, Peers peers, @Nullable Checkpoint start) {
            return new AveragingRows(setup, peers.exchange(), start);
        }
    }

    private final RowSetup setup;
    private final Exchange exchange;
    private final Updater updater;
    private final Replica replica;
    private final ShardGradients gradients;
    private final Evaluator evaluator;
    private final StepTally tally;
    private final int every;

    private AveragingRows(RowSetup setup, Exchange exchange, @Nullable Checkpoint start) {
        this.setup = setup;
        this.replica = setup.model().replica();
        this.exchange = exchange;
        this.updater = setup.updater();
        this.gradients = setup.ownGradients(replica, exchange);
        this.evaluator = setup.evaluator(replica, exchange);
        this.tally = new StepTally(exchange);
        this.every = setup.job().integer(TableKeys.EVERY);
        if (start != null) {
            updater.restore(start);
        }
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics) throws ExchangeException, DivergedException {
        BatchReader batches = setup.batches();
        int planSteps = batches.plan().stepsPerEpoch();
        for (int step = from; step < to; step++) {
            double rate = setup.rate(epoch, step);
            long samples = 0;
            long ownSamples = 0;
            int end = (int) Math.min(planSteps, (step + 1L) * every);
            for (int planStep = step * every; planStep < end; planStep++) {
                exchange.check();
                Batch batch = batches.read(epoch, planStep);
                update(batch, rate, (long) epoch * planSteps + planStep);
                samples += batch.globalSize();
                ownSamples += batch.size();
            }
            takeMeans();
            metrics.step(tally.endTogether(samples, ownSamples));
        }
    }

    /** Update number {@code number} of this rank's parameters, by its part of a batch, if it has any. */
    private void update(Batch batch, double rate, long number) throws ExchangeException {
        if (batch.size() > 0) {
            gradients.compute(updater.parameters(), batch);
            Gradient gradient = gradients.sum();
            tally.block().count(gradient.loss(), (long) gradient.rows(), (long) gradient.correct());
            tally.block().worked((long) gradient.rows(), 1);
            tally.endBlock();
            updater.update(gradient, rate, number);
        }
    }

    private void takeMeans() throws ExchangeException {
        takeMean(updater.parameters());
        for (float[] state : updater.state()) {
            takeMean(state);
        }
    }

    private void takeMean(float[] values) throws ExchangeException {
        exchange.sum(values, 0, values.length);
        FloatMath.scale(values, 0, values.length, 1f / exchange.ranks());
    }

    @Override
    public Trainer afresh() {
        updater.start(setup.job().get(JobKeys.SEED), null);
        return this;
    }

    @Override
    public float[] parameters() {
        return updater.parameters();
    }

    @Override
    public List<float[]> state() {
        return updater.state();
    }

    @Override
    public double lastRate() {
        return updater.lastRate();
    }

    @Override
    public Evaluation evaluate() throws ExchangeException {
        return evaluator.evaluate(updater.parameters());
    }

    @Override
    public void close() {
        replica.close();
    }
}
