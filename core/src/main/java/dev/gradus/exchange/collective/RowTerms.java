package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;

/** Rows of all nodes of one tree, as far as one rank has them, and their sum in the order of the tree. */
final class RowTerms {

    private final TreeShare share;
    private final int[] pairs;
    private final int[] firstNode;
    private final SparseRows[] sparse;
    private final SparseRows spare;
    private final float[][] dense;
    private final int[] denseAt;

    RowTerms(TreeShare share, int rows, int width) {
        this.share = share;
        this.pairs = share.additions();
        this.firstNode = new int[share.ranks() + 1];
        for (int rank = 0; rank < share.ranks(); rank++) {
            firstNode[rank + 1] = firstNode[rank] + share.nodes(rank).size();
        }
        this.spare = new SparseRows(rows, width);
        this.sparse = new SparseRows[firstNode[share.ranks()]];
        for (int i = 0; i < sparse.length; i++) {
            sparse[i] = new SparseRows(rows, width);
        }
        this.dense = new float[sparse.length][];
        this.denseAt = new int[sparse.length];
    }

    boolean isFor(TreeShare otherShare, SparseRows matrix) {
        return share.equals(otherShare) && spare.rows() == matrix.rows() && spare.width() == matrix.width();
    }

    /** How many nodes all ranks have. */
    int nodes() {
        return sparse.length;
    }

    /** How many nodes a rank has. */
    int nodes(int rank) {
        return firstNode[rank + 1] - firstNode[rank];
    }

    /** The place of a rank's first node among those of all ranks. */
    int firstNode(int rank) {
        return firstNode[rank];
    }

    /** The rows of one node. */
    SparseRows rows(int node) {
        return sparse[node];
    }

    /** Takes the rows of a node from a message. */
    void readSparse(int node, RowChunk chunk, RowPiece piece, float[] message, int at) throws ExchangeException {
        sparse[node].clear();
        chunk.readSparse(piece, message, at, sparse[node]);
    }

    /** Says where the dense rows of a node begin. */
    void placeDense(int node, float[] message, int at) {
        dense[node] = message;
        denseAt[node] = at;
    }

    /** Adds up the rows of all nodes; the sum takes the place of the first. */
    SparseRows sumSparse() {
        for (int i = 0; i < pairs.length; i += 2) {
            spare.sum(sparse[pairs[i]], sparse[pairs[i + 1]]);
            sparse[pairs[i]].swap(spare);
        }
        return sparse[0];
    }

    /** Adds up the dense rows of all nodes and writes the sum, as a message, to the start of {@code into}. */
    void sumDense(RowChunk chunk, float[] into) {
        int bits = chunk.bitFloats();
        int floats = chunk.denseFloats(spare.width());
        for (int i = 0; i < pairs.length; i += 2) {
            int to = denseAt[pairs[i]];
            int from = denseAt[pairs[i + 1]];
            float[] y = dense[pairs[i]];
            float[] x = dense[pairs[i + 1]];
            for (int j = 0; j < bits; j++) {
                int both = Float.floatToRawIntBits(y[to + j]) | Float.floatToRawIntBits(x[from + j]);
                y[to + j] = Float.intBitsToFloat(both);
            }
            FloatMath.addInto(y, to + bits, x, from + bits, floats - bits);
        }
        System.arraycopy(dense[0], denseAt[0], into, 0, floats);
    }
}
