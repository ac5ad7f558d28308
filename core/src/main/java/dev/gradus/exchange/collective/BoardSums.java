package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Traffic;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sums between ranks of one machine, through memory that all can read: short ones in slots, long ones in buckets. An
 * array on the heap goes through a bucket of limited size, its <em>window</em>, piece by piece.
 */
final class BoardSums {

    /** Bytes of a piece where every rank has a core: few enough to be still in the cache when the others read them. */
    private static final int PIECE_FLOATS = (1 << 20) / Float.BYTES;

    /** Where ranks share cores a meeting may cost a turn of the scheduler, so there are fewer of them. */
    private static final int PIECE_FLOATS_ON_SHARED_CORES = (8 << 20) / Float.BYTES;

    private final Mesh mesh;
    private final Board board;
    private final SlotSum slots;
    private final BucketSum buckets;
    private final Map<TreeShare, SharedBucket> windows = new HashMap<>();
    private boolean noRoom;

    BoardSums(Mesh mesh, Board board) {
        this.mesh = mesh;
        this.board = board;
        this.slots = new SlotSum(mesh, board);
        this.buckets = new BucketSum(mesh, board);
    }

    /** Sums if there is memory for it, and says whether it did; the same on all ranks. */
    boolean sum(int tag, Additions tree, float[][] nodes, int from, int to) throws ExchangeException {
        if (SlotSum.fits(tree, to - from)) {
            slots.sum(tag, tree, nodes, from, to);
            return true;
        }
        SharedBucket window = window(tag, tree);
        if (window == null) {
            return false;
        }
        for (int at = from; at < to; at += window.length()) {
            int length = Math.min(window.length(), to - at);
            for (int node = 0; node < nodes.length; node++) {
                window.node(node).put(0, nodes[node], at, length);
            }
            buckets.sum(tag, window, tree, new BucketSum.Target(0, length, nodes[0], at));
        }
        return true;
    }

    void sum(int tag, SharedBucket bucket, Additions tree, int from, int to) throws ExchangeException {
        buckets.sum(tag, bucket, tree, new BucketSum.Target(from, to, null, 0));
    }

    private @Nullable SharedBucket window(int tag, Additions tree) throws ExchangeException {
        SharedBucket window = windows.get(tree.share());
        if (window == null && !noRoom) {
            int cores = Runtime.getRuntime().availableProcessors();
            window = bucket(tag, tree, mesh.ranks() <= cores ? PIECE_FLOATS : PIECE_FLOATS_ON_SHARED_CORES);
            if (window == null) {
                noRoom = true; // asked once: the answer was the same on all ranks, and asking takes time
            } else {
                windows.put(tree.share(), window);
            }
        }
        return window;
    }

    /** Makes a bucket that all ranks can read; null where there is no room. Every rank must call it. */
    @Nullable
    SharedBucket bucket(int tag, Additions tree, int length) throws ExchangeException {
        long bytes = (long) tree.mostNodes() * SharedBucket.bytes(length);
        ByteBuffer[] memory = bytes > Integer.MAX_VALUE ? null : board.more(tag, (int) bytes);
        return memory == null ? null : new SharedBucket(tree.share(), length, mesh.rank(), memory);
    }

    Traffic traffic() {
        return board.traffic();
    }
}
