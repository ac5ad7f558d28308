package dev.gradus.exchange.collective;

import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;

/** The additions of one tree between nodes that lie anywhere: their places are set first, then they are added up. */
final class Additions {

    private final TreeShare share;
    private final int[] firstNode;
    private final int[] pairs;
    private final float[][] arrays;
    private final int[] offsets;

    Additions(TreeShare share) {
        this.share = share;
        this.pairs = share.additions();
        this.firstNode = new int[share.ranks() + 1];
        for (int rank = 0; rank < share.ranks(); rank++) {
            firstNode[rank + 1] = firstNode[rank] + share.nodes(rank).size();
        }
        this.arrays = new float[firstNode[share.ranks()]][];
        this.offsets = new int[arrays.length];
    }

    boolean isFor(TreeShare other) {
        return share.equals(other);
    }

    /** How many nodes a rank has. */
    int nodes(int rank) {
        return firstNode[rank + 1] - firstNode[rank];
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
        for (int i = 0; i < pairs.length; i += 2) {
            int to = pairs[i];
            int from = pairs[i + 1];
            FloatMath.addInto(arrays[to], offsets[to], arrays[from], offsets[from], length);
        }
        System.arraycopy(arrays[0], offsets[0], into, at, length);
    }
}
