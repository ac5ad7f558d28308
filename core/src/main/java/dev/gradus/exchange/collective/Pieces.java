package dev.gradus.exchange.collective;

import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Mesh;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Ranges that go from rank to rank as one message for each <em>piece</em>, and are added to those of the receiver where
 * these lie: a piece is added while it is in the cache still, and the next comes meanwhile. A range without floats is
 * one empty piece, so that ranks meet over it too.
 */
final class Pieces {

    /** Floats of a piece, 512 KB, half a second cache: docs/decisions/0054-large-calls-over-tcp.md has others. */
    private static final int FLOATS = 128 << 10;

    private final Mesh mesh;
    private final BufferLoops loops;
    private final ByteBuffer incoming =
            ByteBuffer.allocateDirect(FLOATS * Float.BYTES).order(ByteOrder.nativeOrder());
    private final Floats arrived = Floats.outside(incoming);

    Pieces(Mesh mesh, BufferLoops loops) {
        this.mesh = mesh;
        this.loops = loops;
    }

    /** How many pieces a range has. */
    static int count(int from, int to) {
        return Math.max(1, (int) (((long) to - from + FLOATS - 1) / FLOATS));
    }

    /** Where a piece begins; it ends where the next one does. */
    static int start(int from, int to, int piece) {
        return (int) Math.min(to, from + (long) piece * FLOATS);
    }

    /** Sends all pieces of a range, as far as the peer takes them now; the others follow while this rank waits. */
    void send(int peer, int tag, Floats node, int from, int to) throws ExchangeException {
        for (int piece = 0; piece < count(from, to); piece++) {
            mesh.send(peer, tag, node, start(from, to, piece), start(from, to, piece + 1));
        }
    }

    /** Waits for all pieces of a range and adds them to it. */
    void add(int peer, int tag, Floats node, int from, int to) throws ExchangeException {
        for (int piece = 0; piece < count(from, to); piece++) {
            int start = start(from, to, piece);
            int length = start(from, to, piece + 1) - start;
            receive(peer, tag, length);
            addTo(node, start, length);
        }
    }

    /** Waits for one piece of that length. */
    void receive(int peer, int tag, int length) throws ExchangeException {
        mesh.expect(peer, tag, arrived, 0, length);
        mesh.receive(peer);
    }

    /** Adds the piece that was received last. */
    void addTo(Floats node, int start, int length) {
        ByteBuffer memory = node.memory();
        if (memory != null) {
            loops.addInto(memory, start, incoming, 0, length);
        } else {
            loops.addInto(node.view().array(), start, incoming, 0, length);
        }
    }
}
