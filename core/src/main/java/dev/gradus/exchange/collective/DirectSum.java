package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;

/**
 * Sums a short range: every rank sends all of its nodes to every other and adds up those of all.
 *
 * <p>One message's latency, {@code n - 1} times its nodes sent by each of {@code n} ranks. Every rank makes all
 * additions of the tree, so all end with the same bits.
 */
final class DirectSum {

    private final Mesh mesh;
    private final Buffers buffers;

    DirectSum(Mesh mesh) {
        this.mesh = mesh;
        this.buffers = new Buffers(mesh.ranks());
    }

    void sum(int tag, Additions additions, float[][] nodes, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        int length = to - from;
        float[] own = buffers.of(rank, nodes.length * length);
        for (int node = 0; node < nodes.length; node++) {
            System.arraycopy(nodes[node], from, own, node * length, length);
        }
        for (int distance = 1; distance < ranks; distance++) {
            mesh.send((rank + distance) % ranks, tag, own, 0, nodes.length * length);
        }
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + ranks - distance) % ranks;
            int floats = additions.nodes(peer) * length;
            float[] theirs = buffers.of(peer, floats);
            mesh.receive(peer, tag, theirs, 0, floats);
            additions.place(peer, theirs, length);
        }
        mesh.flush(); // what was sent is about to change
        additions.place(rank, own, length);
        additions.sum(length, nodes[0], from);
    }
}
