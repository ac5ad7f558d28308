package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlocks;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.model.BatchLearner;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Layout;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every rank has the same tables. In a step each virtual shard contributes what one block asks for at those tables, as
 * a few rows: gradients, or changes. The contributions of all shards are added up in the order of one tree and applied
 * on every rank. So the tables after every step are the same bits for any number of ranks.
 *
 * <p>Shards of one rank come one after the other, and their rows are added as soon as the tree allows, like carries in
 * a binary counter.
 *
 * @param <B> what a block is
 */
final class Summing<B> implements Training {

    /** The strategy that sums. */
    static final class Way implements TableStrategy {

        @Override
        public int blocksPerStep(Job job, int ranks, boolean gradients) {
            return job.integer(JobKeys.VIRTUAL_SHARDS);
        }

        @Override
        public boolean oneProcess() {
            return false;
        }

        /** A batch is what all ranks learn from together, and each block is a part of it. */
        @Override
        public SparseBlocks.Cut cut(Job job, long rows, int usual) {
            return new SparseBlocks.Cut(
                    (int) Math.min(rows, job.get(JobKeys.BATCH_SIZE)), job.integer(JobKeys.VIRTUAL_SHARDS));
        }

        @Override
        public <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) {
            return new Summing<>(setup, peers.exchange(), start);
        }
    }

    private final TableSetup<B> setup;
    private final Exchange exchange;
    private final TreeShare share;
    private final float[] parameters;
    private final BlockSource.Reader<B> reader;
    private final Contribution<B> contribution;
    private final Deque<SparseRows[]> spare = new ArrayDeque<>();

    /** By table and node of this rank. */
    private final SparseRows[][] nodes;

    private final StepTally tally;
    private final Scores scores;
    private double rate;

    private Summing(TableSetup<B> setup, Exchange exchange, @Nullable Checkpoint start) {
        Layout layout = setup.layout();
        this.setup = setup;
        this.exchange = exchange;
        this.share = new TreeShare(setup.blocksPerStep(), exchange.ranks());
        this.parameters = new float[layout.size()];
        this.reader = setup.source().reader();
        this.contribution = contribution(setup);
        this.nodes = new SparseRows[layout.blocks().size()]
                [share.nodes(exchange.rank()).size()];
        this.tally = new StepTally(exchange);
        this.scores = setup.scores(exchange, tally);
        setup.start(parameters, start);
    }

    private static <B> Contribution<B> contribution(TableSetup<B> setup) {
        BatchLearner<B> gradients = setup.model().batchLearner();
        return gradients != null
                ? new GradientContribution<>(setup.layout(), gradients)
                : new ChangeContribution<>(
                        setup.layout(),
                        setup.model().learner(0, 1),
                        setup.job().get(TableKeys.COMBINE).equals("mean"));
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
        for (int step = from; step < to; step++) {
            rate = setup.rate(epoch, step);
            long first = (long) step * setup.blocksPerStep();
            learn(epoch, first);
            long samples = setup.samples(first, first + setup.blocksPerStep());
            for (int table = 0; table < nodes.length; table++) {
                exchange.sumRows(share, nodes[table]);
                contribution.apply(parameters, table, nodes[table][0], rate, samples);
            }
            metrics.step(totals(first));
            recycle();
        }
    }

    /** Learns from the blocks of this rank's shards and leaves the sums of what they contribute in the nodes. */
    private void learn(int epoch, long first) throws DataException {
        List<TreeShare.Node> own = share.nodes(exchange.rank());
        for (int node = 0; node < own.size(); node++) {
            Deque<SparseRows[]> waiting = new ArrayDeque<>();
            int leaves = own.get(node).leaves();
            for (int leaf = 0; leaf < leaves; leaf++) {
                waiting.push(contribute(epoch, first + own.get(node).from() + leaf));
                for (int pairs = leaf + 1; pairs % 2 == 0; pairs /= 2) {
                    fold(waiting);
                }
            }
            while (waiting.size() > 1) {
                fold(waiting);
            }
            SparseRows[] sum = waiting.pop();
            for (int table = 0; table < nodes.length; table++) {
                nodes[table][node] = sum[table];
            }
        }
    }

    /** What a block contributes; nothing if there is no such block. */
    private SparseRows[] contribute(int epoch, long number) throws DataException {
        SparseRows[] parts = parts();
        if (number < setup.source().blocks()) {
            contribution.of(parameters, reader.read(epoch, number), rate, parts, tally.block());
            tally.endBlock();
        }
        return parts;
    }

    /** Replaces the two last sums by their sum. */
    private void fold(Deque<SparseRows[]> waiting) {
        SparseRows[] right = waiting.pop();
        SparseRows[] left = waiting.pop();
        SparseRows[] sum = parts();
        for (int table = 0; table < sum.length; table++) {
            sum[table].sum(left[table], right[table]);
        }
        spare.push(left);
        spare.push(right);
        waiting.push(sum);
    }

    private SparseRows[] parts() {
        SparseRows[] parts = spare.isEmpty() ? contribution.parts() : spare.pop();
        for (SparseRows part : parts) {
            part.clear();
        }
        return parts;
    }

    private void recycle() {
        for (int node = 0; node < nodes[0].length; node++) {
            SparseRows[] parts = new SparseRows[nodes.length];
            for (int table = 0; table < nodes.length; table++) {
                parts[table] = nodes[table][node];
            }
            spare.push(parts);
        }
    }

    private StepTotals totals(long first) throws ExchangeException {
        long ownFrom = first + share.firstLeaf(exchange.rank());
        long ownTo = first + share.firstLeaf(exchange.rank() + 1);
        return tally.endTogether(setup.samples(first, first + setup.blocksPerStep()), setup.samples(ownFrom, ownTo));
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
