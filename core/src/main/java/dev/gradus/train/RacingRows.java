package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.Batch;
import dev.gradus.data.BatchReader;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All ranks are threads that update the same parameters, and the same memory of the update rule, without a lock
 * (Hogwild). A step is one update with a batch of one rank; the ranks take turns in numbers but not in time, and meet
 * at the end of an epoch only.
 */
final class RacingRows implements Training {

    /** The strategy that races. */
    static final class Way implements RowStrategy {

        /** Every rank has a whole batch for itself, so that the same rows make the same number of updates. */
        @Override
        public long planBatch(long batchSize, Job job, int ranks) {
            return batchSize * ranks;
        }

        @Override
        public int steps(int planSteps, Job job, int ranks) {
            return Math.multiplyExact(planSteps, ranks);
        }

        @Override
        public boolean oneProcess() {
            return true;
        }

        @Override
        public Training begin(RowSetup setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException {
            return new RacingRows(setup, peers, start);
        }
    }

    /** What the threads have in common; the updater is written by all of them, with races that we want. */
    private record Track(Updater updater, Race race) {}

    private final RowSetup setup;
    private final Exchange exchange;
    private final Track track;
    private final Race.Watch watch;
    private final Replica replica;
    private final ShardGradients gradients;
    private final Evaluator evaluator;
    private double rate;

    private RacingRows(RowSetup setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException {
        this.setup = setup;
        this.replica = setup.model().replica();
        this.exchange = peers.exchange();
        this.track = peers.commons().share("rows", Track.class, () -> new Track(setup.updater(), new Race()));
        this.watch = track.race().new Watch();
        this.gradients = setup.ownGradients(replica, exchange);
        this.evaluator = setup.evaluator(replica, exchange);
        exchange.barrier(); // nobody races for what is set anew below
        if (exchange.rank() == 0) {
            track.updater().start(setup.job().get(JobKeys.SEED), start);
            track.race().clear();
        }
        exchange.barrier();
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics) throws ExchangeException, DivergedException {
        BatchReader batches = setup.batches();
        int ranks = exchange.ranks();
        // The first of this rank's numbers, which are those that leave its own as the rest.
        int first = from + Math.floorMod(exchange.rank() - from, ranks);
        for (int step = first; step < to; step += ranks) {
            exchange.check();
            Batch batch = batches.read(epoch, step / ranks);
            rate = setup.rate(epoch, step);
            update(batch, (long) epoch * setup.extent().stepsPerEpoch() + step);
            metrics.step(watch.news(batch.size()));
        }
        exchange.barrier();
        metrics.step(watch.news(0));
    }

    /** Update number {@code number} of the parameters of all; a rank may have no row of the last batch. */
    private void update(Batch batch, long number) throws ExchangeException {
        Updater updater = track.updater();
        if (batch.size() > 0) {
            gradients.compute(updater.parameters(), batch);
            Gradient gradient = gradients.sum();
            watch.scored(gradient.loss() / gradient.rows(), gradient.correct() / gradient.rows());
            updater.update(gradient, rate, number);
        }
        track.race().count(batch.size(), batch.size() > 0 ? 1 : 0);
    }

    @Override
    public float[] parameters() {
        return track.updater().parameters();
    }

    @Override
    public List<float[]> state() {
        return track.updater().state();
    }

    @Override
    public double lastRate() {
        return rate;
    }

    @Override
    public Evaluation evaluate() throws ExchangeException {
        return evaluator.evaluate(track.updater().parameters());
    }

    @Override
    public void close() {
        replica.close();
    }
}
