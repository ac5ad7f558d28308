package dev.gradus.exchange.collective;

import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The additions of one tree between nodes that lie anywhere, in arrays or outside the heap: their places are set first,
 * then they are added up.
 */
final class Additions {

    private final TreeShare share;
    private final BufferLoops loops;
    private final int[] firstNode;
    private final int[] pairs;
    private final int mostNodes;
    private final boolean byRanks;
    private final float[][] arrays;
    private final int[] offsets;

    /** Nodes that lie outside the heap, until they are added to something that does not. */
    private final @Nullable ByteBuffer[] outside;

    private final float[][] copies;

    Additions(TreeShare share, BufferLoops loops) {
        this.share = share;
        this.loops = loops;
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
        this.outside = new ByteBuffer[arrays.length];
        this.copies = new float[arrays.length][0];
    }

    TreeShare share() {
        return share;
    }

    /** Whether every rank has one node and they are added as if the ranks themselves were the leaves. */
    boolean isByRanks() {
        return byRanks;
    }

    /** Whether there are two ranks with one node each. */
    boolean isOfTwoRanks() {
        return byRanks && arrays.length == 2;
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
        outside[firstNode[rank] + node] = null;
    }

    /** Says that a node lies outside the heap; it is only read there. */
    void place(int rank, int node, ByteBuffer memory, int offset) {
        outside[firstNode[rank] + node] = memory;
        offsets[firstNode[rank] + node] = offset;
    }

    /** Adds up {@code length} floats of all nodes and copies the sum to {@code into} from {@code at} on. */
    void sum(int length, float[] into, int at) {
        float[] sum = sum(length);
        if (sum != into || sumAt() != at) {
            System.arraycopy(sum, sumAt(), into, at, length);
        }
    }

    /**
     * Adds up {@code length} floats of all nodes; the sum stands in the array that is returned, from {@link #sumAt} on.
     */
    float[] sum(int length) {
        for (int i = 0; i < pairs.length; i += 2) {
            add(pairs[i], pairs[i + 1], length);
        }
        ByteBuffer single = outside[0];
        if (single != null) { // a tree of one node has no additions
            copyIn(0, single, length);
        }
        return arrays[0];
    }

    /** Where the sum begins in its array. */
    int sumAt() {
        return offsets[0];
    }

    private void add(int to, int from, int length) {
        ByteBuffer theirs = outside[from];
        ByteBuffer mine = outside[to];
        if (mine != null && theirs == null) { // a + b has the bits of b + a, so nothing need be copied
            loops.addInto(arrays[from], offsets[from], mine, offsets[to], length);
            arrays[to] = arrays[from];
            offsets[to] = offsets[from];
            outside[to] = null;
            return;
        }
        if (mine != null) {
            copyIn(to, mine, length);
        }
        if (theirs != null) {
            loops.addInto(arrays[to], offsets[to], theirs, offsets[from], length);
        } else {
            FloatMath.addInto(arrays[to], offsets[to], arrays[from], offsets[from], length);
        }
    }

    private void copyIn(int node, ByteBuffer memory, int length) {
        if (copies[node].length < length) {
            copies[node] = new float[length];
        }
        Board.floats(memory).get(offsets[node], copies[node], 0, length);
        arrays[node] = copies[node];
        offsets[node] = 0;
        outside[node] = null;
    }
}
