package dev.gradus.exchange.collective;

import dev.gradus.exchange.BufferLoops;
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

    /**
     * Floats of a window, 2 MB: so few that numbers are still in a cache when others read them, and enough that a
     * meeting, which may cost a turn of the scheduler where ranks share cores, is worth its time.
     */
    private static final int WINDOW = (2 << 20) / Float.BYTES;

    private final Mesh mesh;
    private final Board board;
    private final SlotSum slots;
    private final BucketSum buckets;
    private final Map<TreeShare, WindowSum> windows = new HashMap<>();
    private boolean noRoom;

    BoardSums(Mesh mesh, Board board, BufferLoops loops) {
        this.mesh = mesh;
        this.board = board;
        this.slots = new SlotSum(mesh, board);
        this.buckets = new BucketSum(mesh, board, loops);
    }

    /** Sums if there is memory for it, and says whether it did; the same on all ranks. */
    boolean sum(int tag, Additions tree, float[][] nodes, int from, int to) throws ExchangeException {
        if (SlotSum.fits(tree, to - from)) {
            slots.sum(tag, tree, nodes, from, to);
            return true;
        }
        WindowSum window = window(tag, tree);
        if (window == null) {
            return false;
        }
        window.sum(tag, nodes, from, to);
        return true;
    }

    void sum(int tag, SharedBucket bucket, Additions tree, int from, int to) throws ExchangeException {
        buckets.sum(tag, bucket, tree, from, to);
    }

    private @Nullable WindowSum window(int tag, Additions tree) throws ExchangeException {
        WindowSum window = windows.get(tree.share());
        if (window == null && !noRoom) {
            SharedBucket memory = bucket(tag, tree, WINDOW);
            if (memory == null) {
                noRoom = true; // asked once: the answer was the same on all ranks, and asking takes time
            } else {
                window = new WindowSum(mesh, board, memory, tree);
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
