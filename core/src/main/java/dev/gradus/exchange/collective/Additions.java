package dev.gradus.exchange.collective;

import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The additions of one tree between nodes that lie anywhere: their places are set first, then they are added up. */
final class Additions {

    private final TreeShare share;
    private final int[] firstNode;
    private final int[] pairs;
    private final int mostNodes;
    private final boolean byRanks;
    private final float[][] arrays;
    private final int[] offsets;

    Additions(TreeShare share) {
        this.share = share;
        this.pairs = share.additions();
        this.firstNode = new int[share.ranks() + 1];
        for (int rank = 0; rank < share.ranks(); rank++) {
            firstNode[rank + 1] = firstNode[rank] + share.nodes(rank).size();
        }
        this.mostNodes =
                IntStream.range(0, share.ranks()).map(this::nodes).max().orElse(0);
        this.byRanks = mostNodes == 1
                && Arrays.equals(pairs, TreeShare.oneLeafEach(share.ranks()).additions());
        this.arrays = new float[firstNode[share.ranks()]][];
        this.offsets = new int[arrays.length];
    }

    TreeShare share() {
        return share;
    }

    /** Whether every rank has one node and they are added as if the ranks themselves were the leaves. */
    boolean isByRanks() {
        return byRanks;
    }

    boolean isFor(TreeShare other) {
        return share.equals(other);
    }

    /** How many nodes a rank has. */
    int nodes(int rank) {
        return firstNode[rank + 1] - firstNode[rank];
    }

    /** How many nodes all ranks have together. */
    int allNodes() {
        return arrays.length;
    }

    /** How many nodes the rank with most of them has. */
    int mostNodes() {
        return mostNodes;
    }

    /** Says that a rank's nodes lie one after the other in an array, {@code length} floats each. */
    void place(int rank, float[] array, int length) {
        for (int node = 0; node < nodes(rank); node++) {
            place(rank, node, array, node * length);
        }
    }

    void place(int rank, int node, float[] array, int offset) {
        arrays[firstNode[rank] + node] = array;
        offsets[firstNode[rank] + node] = offset;
    }

    /** Adds up {@code length} floats of all nodes and copies the sum to {@code into} from {@code at} on. */
    void sum(int length, float[] into, int at) {
        float[] sum = sum(length);
        if (sum != into || offsets[0] != at) {
            System.arraycopy(sum, offsets[0], into, at, length);
        }
    }

    /**
     * Adds up {@code length} floats of all nodes; the sum stands in the array that is returned, where it was placed.
     */
    float[] sum(int length) {
        for (int i = 0; i < pairs.length; i += 2) {
            int to = pairs[i];
            int from = pairs[i + 1];
            FloatMath.addInto(arrays[to], offsets[to], arrays[from], offsets[from], length);
        }
        return arrays[0];
    }
}
