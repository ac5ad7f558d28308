package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.job.Job;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Layout;
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
        public int blocksPerStep(Job job, int ranks, boolean gradients) {
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

    /** How the tables of all ranks become their mean. */
    private interface Means<B> {

        /** Comes before a rank learns from a block. */
        void before(float[] parameters, B block);

        /** Replaces the tables by the mean over all ranks. Every rank must call it. */
        void take(float[] parameters) throws ExchangeException;
    }

    /** Exchanges all rows. */
    private record WholeMeans<B>(Exchange exchange) implements Means<B> {

        @Override
        public void before(float[] parameters, B block) {
            // All rows count as touched.
        }

        @Override
        public void take(float[] parameters) throws ExchangeException {
            exchange.sum(parameters, 0, parameters.length);
            FloatMath.scale(parameters, 0, parameters.length, 1f / exchange.ranks());
        }
    }

    /** Exchanges the rows that some rank has touched since the last time. */
    private static final class TouchedMeans<B> implements Means<B> {

        private final Learner<B> learner;
        private final Exchange exchange;
        private final RowChanges changes;
        private final SparseRows[] parts;
        private final Layout layout;

        TouchedMeans(Layout layout, Learner<B> learner, Exchange exchange) {
            this.learner = learner;
            this.exchange = exchange;
            this.layout = layout;
            this.changes = new RowChanges(layout);
            this.parts = RowChanges.parts(layout);
        }

        @Override
        public void before(float[] parameters, B block) {
            learner.touch(block, changes);
            changes.keep(parameters);
        }

        @Override
        public void take(float[] parameters) throws ExchangeException {
            changes.takeOut(parameters, parts);
            changes.clear();
            for (int table = 0; table < parts.length; table++) {
                exchange.sumRows(parts[table]);
                RowChanges.add(parameters, layout.blocks().get(table), parts[table], 1f / exchange.ranks());
            }
        }
    }

    private final TableSetup<B> setup;
    private final Exchange exchange;
    private final float[] parameters;
    private final Learner<B> learner;
    private final Means<B> means;
    private final BlockSource.Reader<B> reader;
    private final StepTally tally;
    private final Scores scores;
    private double rate;

    private Averaging(TableSetup<B> setup, Exchange exchange, @Nullable Checkpoint start) {
        this.setup = setup;
        this.exchange = exchange;
        this.parameters = new float[setup.layout().size()];
        this.learner = setup.model().learner(0, 1);
        this.means = setup.model().sparse()
                ? new TouchedMeans<>(setup.layout(), learner, exchange)
                : new WholeMeans<>(exchange);
        this.reader = setup.source().reader();
        this.tally = new StepTally(exchange);
        this.scores = setup.scores(exchange, tally);
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
                B block = reader.read(epoch, number);
                means.before(parameters, block);
                learner.learn(parameters, block, rate, tally.block());
                tally.endBlock();
            }
            means.take(parameters);
            long samples = setup.samples(first, first + setup.blocksPerStep());
            metrics.step(tally.endTogether(samples, setup.samples(own, own + every)));
        }
    }

    @Override
    public float[] parameters() {
        return parameters;
    }

    @Override
    public double lastRate() {
        return rate;
    }

    @Override
    public Evaluation evaluate() throws DataException, ExchangeException {
        return scores.of(parameters);
    }
}
