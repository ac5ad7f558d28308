package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Sums a long range between ranks of one machine, straight out of the buckets in which it lies.
 *
 * <p>The range is cut into one <em>chunk</em> per rank, its owner. When all buckets are filled, every owner makes all
 * additions of the tree for its chunk, reading the nodes of all ranks where they are, and leaves the sum in its own
 * bucket. When all have done so, every rank copies the chunks of the others. Three meetings; each float of a bucket is
 * read once by its chunk's owner, and each sum once by every rank.
 *
 * <p>Every rank ends with the same bits, because each chunk is summed once and then copied.
 */
final class BucketSum {

    /** Floats that are added up at a time, over all nodes: 128 KB, so that they stay in a core's second-level cache. */
    private static final int WORKING_FLOATS = 32 << 10;

    private static final int LEAST_BLOCK = 256;

    private final Mesh mesh;
    private final Board board;
    private float[][] working = {};

    /** Which range of a bucket is summed, and where the sum goes: to {@code into} from {@code at} on if it is given. */
    @SuppressWarnings("ArrayRecordComponent") // says where to write; targets are never compared
    record Target(int from, int to, float @Nullable [] into, int at) {}

    BucketSum(Mesh mesh, Board board) {
        this.mesh = mesh;
        this.board = board;
    }

    /**
     * Sums a range of a bucket. The sum goes to the same place of its first node or, if the target says so, to an array
     * instead; then the bucket is used up.
     */
    void sum(int tag, SharedBucket bucket, Additions additions, Target target) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        int from = target.from();
        int to = target.to();
        board.meet(tag, to - from);
        int start = chunkStart(rank, from, to);
        int end = chunkStart(rank + 1, from, to);
        addUp(bucket, additions, start, end, target);
        board.meet(tag, to - from);
        FloatBuffer own = bucket.node(0);
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + distance) % ranks;
            int first = chunkStart(peer, from, to);
            int length = chunkStart(peer + 1, from, to) - first;
            FloatBuffer theirs = bucket.of(peer)[0];
            if (target.into() == null) {
                own.put(first, theirs, first, length);
            } else {
                theirs.get(first, target.into(), target.at() + first - from, length);
            }
        }
        board.meet(tag, to - from);
        int all = additions.allNodes();
        board.count(
                (long) bucket.nodes() * (to - from - (end - start)) + (long) (ranks - 1) * (end - start),
                (long) (all - bucket.nodes()) * (end - start) + (to - from - (end - start)),
                2 * (ranks - 1));
    }

    /** Makes all additions for one chunk, block by block; the sum of a block goes where it belongs at once. */
    private void addUp(SharedBucket bucket, Additions additions, int start, int end, Target target) {
        int all = additions.allNodes();
        int block = Math.max(LEAST_BLOCK, WORKING_FLOATS / all);
        if (working.length < all) {
            working = new float[all][block];
        }
        FloatBuffer own = bucket.node(0);
        for (int from = start; from < end; from += block) {
            int length = Math.min(block, end - from);
            int at = 0;
            for (int rank = 0; rank < mesh.ranks(); rank++) {
                FloatBuffer[] nodes = bucket.of(rank);
                for (int node = 0; node < nodes.length; node++) {
                    nodes[node].get(from, working[at], 0, length);
                    additions.place(rank, node, working[at], 0);
                    at++;
                }
            }
            float[] sum = additions.sum(length);
            own.put(from, sum, 0, length);
            if (target.into() != null) {
                System.arraycopy(sum, 0, target.into(), target.at() + from - target.from(), length);
            }
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
