package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Learner;
import org.jspecify.annotations.Nullable;

/**
 * Every rank has tables of its own and learns from blocks of its own; at the end of a step, which is
 * {@code strategy.every} blocks on each, all tables are replaced by their mean (local SGD). The result depends on the
 * number of ranks, and on nothing else.
 *
 * @param <B> what a block is
 */
final class Averaging<B> implements Training {

    /** The strategy that averages. */
    static final class Way implements TableStrategy {

        @Override
        public int blocksPerStep(Job job, int ranks) {
            return Math.multiplyExact(ranks, job.integer(TableKeys.EVERY));
        }

        @Override
        public boolean oneProcess() {
            return false;
        }

        @Override
        public <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) {
            return new Averaging<>(setup, peers.exchange(), start);
        }
    }

    private final TableSetup<B> setup;
    private final Exchange exchange;
    private final float[] parameters;
    private final Learner<B> learner;
    private final BlockSource.Reader<B> reader;
    private final StepTally tally;
    private double rate;

    private Averaging(TableSetup<B> setup, Exchange exchange, @Nullable Checkpoint start) {
        this.setup = setup;
        this.exchange = exchange;
        this.parameters = new float[setup.layout().size()];
        this.learner = setup.model().learner(false);
        this.reader = setup.source().reader();
        this.tally = new StepTally(exchange);
        setup.start(parameters, start);
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
        int every = setup.blocksPerStep() / exchange.ranks();
        for (int step = from; step < to; step++) {
            rate = setup.rate(epoch, step);
            long first = (long) step * setup.blocksPerStep();
            long own = first + (long) exchange.rank() * every;
            for (long number = own;
                    number < Math.min(own + every, setup.source().blocks());
                    number++) {
                exchange.check();
                learner.learn(parameters, reader.read(epoch, number), rate, tally.block());
                tally.endBlock();
            }
            average();
            long samples = setup.samples(first, first + setup.blocksPerStep());
            metrics.step(tally.endTogether(samples, setup.samples(own, own + every)));
        }
    }

    private void average() throws ExchangeException {
        exchange.sum(parameters, 0, parameters.length);
        FloatMath.scale(parameters, 0, parameters.length, 1f / exchange.ranks());
    }

    @Override
    public float[] parameters() {
        return parameters;
    }

    @Override
    public double lastRate() {
        return rate;
    }

    /** What training has cost since the last evaluation. */
    @Override
    public Evaluation evaluate() throws ExchangeException {
        return tally.evaluation();
    }
}
