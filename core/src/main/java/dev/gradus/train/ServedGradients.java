package dev.gradus.train;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.BatchLearner;
import dev.gradus.model.BlockNumbering;
import dev.gradus.model.Tally;
import dev.gradus.server.PushBatch;
import dev.gradus.server.ServerLink;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Computes gradients of some blocks, the leaves of a rank's nodes, on a copy of the weights that they touch. Memory
 * follows the rows of the blocks, not those of the table.
 *
 * @param <B> what a block is
 */
final class ServedGradients<B> implements ServedWork<ServedGradients<B>>, BatchLearner.GradientSink {

    /** Rows that there is room for from the start: code that has to grow at a run's first block is compiled anew. */
    private static final int ROWS = 4096;

    private final BatchLearner<B> learner;
    private final BlockNumbering<B> numbering;
    private final List<TreeShare.Node> nodes;
    private final List<BlockSource.Reader<B>> readers = new ArrayList<>();
    private final List<B> blocks = new ArrayList<>();

    /** By leaf; the sum of a node stands in its first. */
    private final SparseRows[] leaves;

    private ServerLink.@Nullable Pull pull;
    private float[] weights = new float[ROWS];
    private float[] sums = new float[ROWS];
    private int[] notedIn = new int[ROWS];
    private int round;

    /** Work on leaves of these nodes, which follow each other. */
    ServedGradients(TableSetup<B> setup, List<TreeShare.Node> nodes) {
        this.learner = Objects.requireNonNull(setup.model().batchLearner(), "model has no gradients");
        this.numbering = Objects.requireNonNull(setup.model().numbering(), "model has no numbering");
        this.nodes = nodes;
        int count = nodes.get(nodes.size() - 1).to() - nodes.get(0).from();
        int rows = RowChanges.rows(setup.layout().blocks().get(0));
        this.leaves = new SparseRows[count];
        for (int leaf = 0; leaf < count; leaf++) {
            readers.add(setup.source().reader()); // each has a block of its own in memory
            leaves[leaf] = new SparseRows(rows, 1);
        }
    }

    @Override
    public void begin(int epoch, long from, long to, ServerLink link) throws DataException, ExchangeException {
        numbering.clear();
        blocks.clear();
        for (long number = from; number < to; number++) {
            B block = readers.get(blocks.size()).read(epoch, number);
            numbering.note(block);
            blocks.add(block);
        }
        pull = blocks.isEmpty() ? null : link.pull(0, numbering.rows(), numbering.count());
        blocks.forEach(numbering::renumber);
        if (weights.length < numbering.count()) {
            weights = new float[numbering.count() + numbering.count() / 4];
            sums = new float[weights.length];
            notedIn = new int[weights.length];
        }
    }

    @Override
    public void await() throws ExchangeException {
        ServerLink.Pull asked = pull;
        if (asked != null) {
            asked.await(weights, 0);
        }
    }

    /** What a push does to weights is known to the servers only, so the next block is computed without it. */
    @Override
    public void follow(ServedGradients<B> before) {}

    @Override
    public void learn(double rate, Tally tally) {
        for (int leaf = 0; leaf < leaves.length; leaf++) {
            leaves[leaf].clear();
            if (leaf < blocks.size()) {
                learn(blocks.get(leaf), leaves[leaf], tally);
            }
        }
        int first = nodes.get(0).from();
        for (TreeShare.Node node : nodes) {
            if (node.leaves() > 1) {
                sum(node.from() - first, node.to() - first);
            }
        }
    }

    private void learn(B block, SparseRows into, Tally tally) {
        round++;
        learner.gradient(weights, block, this, tally);
        int[] rows = numbering.rows();
        int count = numbering.count();
        into.grow(count);
        for (int place = 0; place < count; place++) {
            if (notedIn[place] == round) {
                into.add(rows[place], sums[place]);
            }
        }
    }

    private void sum(int from, int to) {
        SparseRows[] terms = Arrays.copyOfRange(leaves, from, to);
        SparseRows.treeSum(terms);
    }

    @Override
    public void add(int row, float gradient) {
        if (notedIn[row] == round) {
            sums[row] += gradient;
        } else {
            notedIn[row] = round;
            sums[row] = gradient;
        }
    }

    @Override
    public void addTo(PushBatch push, int firstNode) {
        ServerLink.Pull asked = pull;
        if (asked == null) {
            return;
        }
        int first = nodes.get(0).from();
        for (int node = 0; node < nodes.size(); node++) {
            SparseRows sum = leaves[nodes.get(node).from() - first];
            push.ofNode(firstNode + node).add(0, sum.ids(), sum.count(), sum.values(), 0);
        }
        push.basedOn(asked);
    }
}
