package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.data.Slice;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;
import java.util.List;

/**
 * The gradient of a rank's batch as the nodes that it contributes to the tree of all virtual shards.
 *
 * <p>A shard's gradient depends on its rows alone, and the order in which all are added on the number of shards alone;
 * so the sum does not depend on how many ranks there are. Shards are computed one after the other, and each is added to
 * its neighbour as soon as the tree allows, like carries in a binary counter: shard {@code i} of a node is computed
 * into the free place number {@code bitCount(i)}, which is how many sums wait for it. So a node of {@code n} shards
 * takes {@code log2(n) + 1} gradients of memory and not {@code n}.
 *
 * <p>In the last shard the sums are finished from the end of the gradient downwards, as the backward pass reports it,
 * and handed to the exchange at once.
 */
final class ShardGradients {

    private final Replica replica;
    private final BucketSums sums;
    private final List<TreeShare.Node> nodes;

    /** For each node the gradients on the way from its sum, at 0, to the shard that is being computed. */
    private final Gradient[][] path;

    /** The sums of the nodes. */
    private final float[][] roots;

    /** Whether the shards of a node are added up in the order of the tree, or straight into one gradient. */
    private final boolean inTreeOrder;

    private final Replica.Finished whenLast = this::finishedFrom;
    private int depthOfLast;
    private int finishedFrom;
    private double ownLoss;
    private double ownAccuracy;

    /** {@code nodes} says which shards of the batch belong together; {@code sums} adds up over all ranks. */
    ShardGradients(Replica replica, int parameters, List<TreeShare.Node> nodes, boolean inTreeOrder, BucketSums sums) {
        this.replica = replica;
        this.sums = sums;
        this.nodes = nodes;
        this.inTreeOrder = inTreeOrder;
        this.path = new Gradient[nodes.size()][];
        this.roots = new float[nodes.size()][];
        Gradient[] shared = new Gradient[Integer.SIZE];
        for (int node = 0; node < path.length; node++) {
            path[node] = new Gradient[inTreeOrder ? nodes.get(node).level() + 1 : 1];
            path[node][0] = new Gradient(parameters);
            roots[node] = path[node][0].values();
            for (int depth = 1; depth < path[node].length; depth++) {
                if (shared[depth] == null) {
                    shared[depth] = new Gradient(parameters); // only the sums of nodes must outlast their node
                }
                path[node][depth] = shared[depth];
            }
        }
    }

    /** Computes the gradient of the batch and starts to hand it to the exchange. */
    void compute(float[] parameters, Batch batch) throws ExchangeException {
        sums.begin(roots);
        List<Slice> slices = batch.slices();
        int at = 0;
        for (int node = 0; node < path.length; node++) {
            int leaves = nodes.get(node).leaves();
            boolean lastNode = node == path.length - 1;
            for (int leaf = 0; leaf < leaves; leaf++) {
                computeLeaf(parameters, slices.get(at++), node, leaf, lastNode && leaf == leaves - 1);
            }
            if (!lastNode) {
                fold(path[node], depth(leaves - 1), 0, roots[node].length, 0);
            }
        }
    }

    private void computeLeaf(float[] parameters, Slice slice, int node, int leaf, boolean last)
            throws ExchangeException {
        int depth = depth(leaf);
        Gradient gradient = path[node][depth];
        if (inTreeOrder || leaf == 0) {
            gradient.clear();
        }
        depthOfLast = depth;
        finishedFrom = roots[node].length;
        replica.addGradient(parameters, slice, gradient, last ? whenLast : Replica.Finished.ignored());
        if (last) {
            finishedFrom(0);
        } else if (inTreeOrder && leaf + 1 < nodes.get(node).leaves()) {
            fold(path[node], depth, 0, roots[node].length, depth - Integer.numberOfTrailingZeros(leaf + 1));
        }
    }

    private int depth(int leaf) {
        return inTreeOrder ? Integer.bitCount(leaf) : 0;
    }

    /** Adds the sums that wait, from the place {@code depth} down to {@code end}, each to the one before it. */
    private static void fold(Gradient[] path, int depth, int from, int to, int end) {
        for (int i = depth; i > end; i--) {
            FloatMath.addInto(path[i - 1].values(), from, path[i].values(), from, to - from);
        }
    }

    private void finishedFrom(int from) {
        if (from < finishedFrom) {
            fold(path[path.length - 1], depthOfLast, from, finishedFrom, 0);
            if (finishedFrom == roots[0].length) {
                score(); // statistics lie at the end, and other ranks' are added to them as soon as they are handed
                // over
            }
            finishedFrom = from;
            sums.finishedFrom(from);
        }
    }

    private void score() {
        double loss = 0;
        double correct = 0;
        double rows = 0;
        for (Gradient[] node : path) {
            loss += node[0].loss();
            correct += node[0].correct();
            rows += node[0].rows();
        }
        ownLoss = loss / rows;
        ownAccuracy = correct / rows;
    }

    /** Mean loss of this rank's own rows of the last batch; not a number if it had none. */
    double ownLoss() {
        return ownLoss;
    }

    /** Share of this rank's own rows of the last batch that were right; not a number if it had none. */
    double ownAccuracy() {
        return ownAccuracy;
    }

    /** The sum over the shards of all ranks. What was computed is used up. */
    Gradient sum() throws ExchangeException {
        sums.finish();
        return path[0][0];
    }
}
