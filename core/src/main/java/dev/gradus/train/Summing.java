package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every rank has the same tables. In a step each virtual shard learns from one block, starting from those tables; what
 * it changed is taken out again as a few rows. The changes of all shards are added up in the order of one tree and
 * applied on every rank. So the tables after every step are the same bits for any number of ranks.
 *
 * <p>Shards of one rank are learnt from one after the other, and their changes added as soon as the tree allows, like
 * carries in a binary counter. A row that several shards changed moves by the mean of their changes, or by the sum.
 *
 * @param <B> what a block is
 */
final class Summing<B> implements Training {

    /** The strategy that sums. */
    static final class Way implements TableStrategy {

        @Override
        public int blocksPerStep(Job job, int ranks) {
            return job.integer(JobKeys.VIRTUAL_SHARDS);
        }

        @Override
        public boolean oneProcess() {
            return false;
        }

        @Override
        public <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) {
            return new Summing<>(setup, peers.exchange(), start);
        }
    }

    private final TableSetup<B> setup;
    private final Exchange exchange;
    private final TreeShare share;
    private final boolean mean;
    private final float[] parameters;
    private final Learner<B> learner;
    private final BlockSource.Reader<B> reader;
    private final RowChanges changes;
    private final Deque<SparseRows[]> spare = new ArrayDeque<>();

    /** By table and node of this rank. */
    private final SparseRows[][] nodes;

    private final StepTally tally;
    private double rate;

    private Summing(TableSetup<B> setup, Exchange exchange, @Nullable Checkpoint start) {
        Layout layout = setup.layout();
        this.setup = setup;
        this.exchange = exchange;
        this.share = new TreeShare(setup.blocksPerStep(), exchange.ranks());
        this.mean = setup.job().get(TableKeys.COMBINE).equals("mean");
        this.parameters = new float[layout.size()];
        this.learner = setup.model().learner(false);
        this.reader = setup.source().reader();
        this.changes = new RowChanges(layout);
        this.nodes = new SparseRows[layout.blocks().size()]
                [share.nodes(exchange.rank()).size()];
        this.tally = new StepTally(exchange);
        setup.start(parameters, start);
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException {
        for (int step = from; step < to; step++) {
            rate = setup.rate(epoch, step);
            long first = (long) step * setup.blocksPerStep();
            learn(epoch, first);
            for (int table = 0; table < nodes.length; table++) {
                exchange.sumRows(share, nodes[table]);
                apply(setup.layout().blocks().get(table), nodes[table][0]);
            }
            metrics.step(totals(first));
            recycle();
        }
    }

    /** Learns from the blocks of this rank's shards and leaves the sums of their changes in the nodes. */
    private void learn(int epoch, long first) throws DataException {
        List<TreeShare.Node> own = share.nodes(exchange.rank());
        for (int node = 0; node < own.size(); node++) {
            Deque<SparseRows[]> waiting = new ArrayDeque<>();
            int leaves = own.get(node).leaves();
            for (int leaf = 0; leaf < leaves; leaf++) {
                waiting.push(change(epoch, first + own.get(node).from() + leaf));
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

    /** What learning from a block would change; nothing if there is no such block. */
    private SparseRows[] change(int epoch, long number) throws DataException {
        SparseRows[] parts = parts();
        if (number < setup.source().blocks()) {
            B block = reader.read(epoch, number);
            changes.clear();
            learner.touch(block, changes);
            changes.keep(parameters);
            learner.learn(parameters, block, rate, tally.block());
            tally.endBlock();
            changes.takeOut(parameters, parts);
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
        SparseRows[] parts = spare.isEmpty() ? RowChanges.parts(setup.layout()) : spare.pop();
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

    private void apply(Layout.Block block, SparseRows sum) {
        int width = RowChanges.width(block);
        float[] values = sum.values();
        for (int i = 0; i < sum.count(); i++) {
            int to = block.from() + sum.ids()[i] * width;
            int from = i * (width + 1);
            float scale = mean ? 1 / values[from + width] : 1;
            for (int k = 0; k < width; k++) {
                parameters[to + k] += scale * values[from + k];
            }
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

    /** What training has cost since the last evaluation. */
    @Override
    public Evaluation evaluate() throws ExchangeException {
        return tally.evaluation();
    }
}
