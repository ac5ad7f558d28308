package dev.gradus.exchange.collective;

import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Mesh;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Sums a long range between two ranks with one node each: both send all they have, <em>piece</em> by piece, and add
 * what comes to their own where it lies.
 *
 * <p>As many bytes as by owners, since a rank's terms for the other's half weigh as much as its sums of the own half;
 * but in half as many messages, and neither rank ever waits for a sum that the other has yet to make. What it costs is
 * that both make all additions. Both end with the same bits, because {@code a + b} has those of {@code b + a}, unless
 * both are NaN.
 */
final class PairSum {

    /** Floats that go as one message, 128 KB: what comes is added while it is in the cache still. */
    private static final int PIECE = 32 << 10;

    /**
     * Pieces that may be on their way before the first has come: one fills the socket while the other is added. 2 ranks
     * summed 1 MB over TCP in 0.34 ms with 2 and in 0.44 ms with 8 (docs/decisions/0035).
     */
    private static final int AHEAD = 2;

    private final Mesh mesh;
    private final BufferLoops loops;
    private final ByteBuffer incoming =
            ByteBuffer.allocateDirect(PIECE * Float.BYTES).order(ByteOrder.nativeOrder());
    private final Floats arrived = Floats.outside(incoming);

    PairSum(Mesh mesh, BufferLoops loops) {
        this.mesh = mesh;
        this.loops = loops;
    }

    /** Leaves the sum in the node of both ranks. */
    void sum(int tag, Floats node, int from, int to) throws ExchangeException {
        int peer = 1 - mesh.rank();
        int pieces = (int) (((long) to - from + PIECE - 1) / PIECE);
        int sent = 0;
        for (int piece = 0; piece < pieces; piece++) {
            for (; sent < Math.min(pieces, piece + AHEAD); sent++) {
                mesh.send(peer, tag, node, start(from, to, sent), start(from, to, sent + 1));
            }
            int start = start(from, to, piece);
            int length = start(from, to, piece + 1) - start;
            mesh.expect(peer, tag, arrived, 0, length);
            mesh.receive(peer);
            // This piece is about to change. The peer's has come, so the peer waits for this one, if it has not gone.
            mesh.drain(peer, sent - piece - 1);
            addTo(node, start, length);
        }
    }

    private static int start(int from, int to, int piece) {
        return (int) Math.min(to, from + (long) piece * PIECE);
    }

    private void addTo(Floats node, int start, int length) {
        ByteBuffer memory = node.memory();
        if (memory != null) {
            loops.addInto(memory, start, incoming, 0, length);
        } else {
            loops.addInto(node.view().array(), start, incoming, 0, length);
        }
    }
}
