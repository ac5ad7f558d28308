package dev.gradus.exchange.collective;

import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Sums a long range between ranks of one machine, straight out of the buckets in which it lies.
 *
 * <p>The range is cut into one <em>chunk</em> per rank, its owner. When all buckets are filled, every owner makes all
 * additions of the tree for its chunk, reading the nodes of all ranks where they are, and leaves the sum in its own
 * bucket. When all have done so, every rank copies the chunks of the others. Three meetings, or one more for each
 * further <em>piece</em> of a very long range; each float of a bucket is read once by its chunk's owner, and each sum
 * once by every rank.
 *
 * <p>Every rank ends with the same bits, because each chunk is summed once and then copied.
 */
final class BucketSum {

    /** Floats of each node that are added up at a time: so few that those of two nodes stay in a core's first cache. */
    private static final int BLOCK = 1024;

    /**
     * Floats of a range that are finished together where every rank has a core: sums are then copied out of caches and
     * not out of memory. Where ranks share cores a meeting may cost a turn of the scheduler, so all is one piece.
     */
    private static final int PIECE = 1 << 18;

    private final Mesh mesh;
    private final Board board;
    private final BufferLoops loops;
    private final int piece;

    BucketSum(Mesh mesh, Board board, BufferLoops loops) {
        this.mesh = mesh;
        this.board = board;
        this.loops = loops;
        boolean ownCores = mesh.ranks() <= Runtime.getRuntime().availableProcessors();
        this.piece = ownCores ? PIECE : Integer.MAX_VALUE / 2;
    }

    /** Replaces a range of the bucket's first node by the sum; the others are used up. */
    void sum(int tag, SharedBucket bucket, Additions additions, int start, int end) throws ExchangeException {
        int floats = end - start;
        board.meet(tag, floats); // all buckets are filled
        for (int from = start; from < end; from += Math.min(piece, end - from)) {
            int to = Math.min(piece, end - from) + from;
            addUp(bucket, additions, chunkStart(mesh.rank(), from, to), chunkStart(mesh.rank() + 1, from, to));
            board.meet(tag, floats);
            copyOthers(bucket, from, to);
        }
        board.meet(tag, floats); // all have read what they need of this rank's bucket
        count(bucket, additions, floats);
    }

    /** Copies the finished chunks of all other ranks. */
    private void copyOthers(SharedBucket bucket, int from, int to) {
        FloatBuffer own = bucket.node(0);
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int peer = (mesh.rank() + distance) % mesh.ranks();
            int first = chunkStart(peer, from, to);
            own.put(first, bucket.of(peer)[0], first, chunkStart(peer + 1, from, to) - first);
        }
    }

    private void count(SharedBucket bucket, Additions additions, long floats) {
        long chunk = floats / mesh.ranks();
        int peers = mesh.ranks() - 1;
        board.count(
                bucket.nodes() * (floats - chunk) + peers * chunk,
                (additions.allNodes() - bucket.nodes()) * chunk + floats - chunk,
                2 * peers);
    }

    /** Makes all additions for one chunk; the sum goes where it belongs at once. */
    private void addUp(SharedBucket bucket, Additions additions, int start, int end) {
        if (additions.isOfTwoRanks()) {
            ByteBuffer own = bucket.bytesOf(mesh.rank())[0];
            loops.add(own, bucket.bytesOf(0)[0], bucket.bytesOf(1)[0], start, end - start);
            return;
        }
        FloatBuffer own = bucket.node(0);
        for (int from = start; from < end; from += BLOCK) {
            int length = Math.min(BLOCK, end - from);
            for (int rank = 0; rank < mesh.ranks(); rank++) {
                ByteBuffer[] nodes = bucket.bytesOf(rank);
                for (int node = 0; node < nodes.length; node++) {
                    additions.place(rank, node, nodes[node], from);
                }
            }
            float[] sum = additions.sum(length);
            own.put(from, sum, additions.sumAt(), length);
        }
    }

    /** Where a chunk starts: at a multiple of 16 floats, a cache line, so that owners do not write to one together. */
    private int chunkStart(int chunk, int from, int to) {
        if (chunk == mesh.ranks()) {
            return to;
        }
        return from + ((int) ((long) chunk * (to - from) / mesh.ranks()) & -16);
    }
}
