package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;

/**
 * Sums a short range between ranks of one machine: every rank lays its nodes down in its slot, raises its stage, and
 * adds up the slots of all others where they are. One meeting, and no copy but that into the slot.
 */
final class SlotSum {

    private final Mesh mesh;
    private final Board board;

    SlotSum(Mesh mesh, Board board) {
        this.mesh = mesh;
        this.board = board;
    }

    /** Whether the nodes of every rank fit a slot. */
    static boolean fits(Additions additions, int length) {
        return (long) additions.mostNodes() * length <= Board.SLOT_FLOATS;
    }

    void sum(int tag, Additions additions, float[][] nodes, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        int length = to - from;
        long stage = board.stage() + 1;
        FloatBuffer own = Board.floats(board.slot(rank, stage));
        for (int node = 0; node < nodes.length; node++) {
            own.put(node * length, nodes[node], from, length);
            additions.place(rank, node, nodes[node], from);
        }
        board.advance(tag, length);
        long read = 0;
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + distance) % ranks;
            board.await(peer);
            ByteBuffer theirs = board.slot(peer, stage);
            for (int node = 0; node < additions.nodes(peer); node++) {
                additions.place(peer, node, theirs, node * length);
            }
            read += (long) additions.nodes(peer) * length;
        }
        board.count((long) nodes.length * length * (ranks - 1), read, ranks - 1);
        additions.sum(length, nodes[0], from);
    }
}
