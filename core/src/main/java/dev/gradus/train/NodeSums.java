package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;
import java.util.Arrays;
import java.util.List;

/** Numbers for each virtual shard of a rank, and their sum over all ranks in the order of the tree of all shards. */
final class NodeSums {

    private final TreeShare share;
    private final float[][] leaves;

    /** The leaves below each node of this rank. */
    private final float[][][] below;

    private final float[][] nodes;

    /** {@code share} says how the shards lie on the ranks; each has {@code length} numbers. */
    NodeSums(TreeShare share, int rank, int length) {
        this.share = share;
        int first = share.firstLeaf(rank);
        this.leaves = new float[share.firstLeaf(rank + 1) - first][length];
        List<TreeShare.Node> own = share.nodes(rank);
        this.below = new float[own.size()][][];
        this.nodes = new float[own.size()][];
        for (int i = 0; i < nodes.length; i++) {
            below[i] = Arrays.copyOfRange(
                    leaves, own.get(i).from() - first, own.get(i).to() - first);
            nodes[i] = below[i][0];
        }
    }

    /** The numbers of this rank's shards, for filling in. */
    float[][] leaves() {
        return leaves;
    }

    /** Adds up the leaves of all ranks; the sum stands in the first leaf, and the others are overwritten. */
    void sum(Exchange exchange) throws ExchangeException {
        sumOwn();
        exchange.sum(share, nodes, 0, leaves[0].length);
    }

    /** Adds up the leaves of this rank's nodes only. */
    private void sumOwn() {
        for (float[][] terms : below) {
            FloatMath.treeSum(terms, terms[0].length);
        }
    }
}
