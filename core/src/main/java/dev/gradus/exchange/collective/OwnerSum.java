package dev.gradus.exchange.collective;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;

/**
 * Sums a long range: it is cut into one <em>chunk</em> per rank, its owner.
 *
 * <p>Every rank sends each owner that chunk of its nodes; the owner makes all additions of the tree for its chunk
 * (reduce-scatter) and sends the finished chunk to every other (all-gather). Two messages to every peer, whatever the
 * number of ranks. A rank with one node sends {@code 2 (n - 1) / n} times the range, the least that any algorithm can
 * do; each further node adds {@code (n - 1) / n}.
 *
 * <p>Every rank ends with the same bits, because each chunk is summed once and then copied. A ring would send as much,
 * but adds along a chain of ranks, so that its bits depend on their number.
 */
final class OwnerSum {

    private final Mesh mesh;
    private final Buffers outgoing;
    private final Buffers incoming;

    OwnerSum(Mesh mesh) {
        this.mesh = mesh;
        this.outgoing = new Buffers(mesh.ranks());
        this.incoming = new Buffers(mesh.ranks());
    }

    void sum(int tag, Additions additions, float[][] nodes, int from, int to) throws ExchangeException {
        reduceScatter(tag, additions, nodes, from, to);
        allGather(tag, nodes[0], from, to);
    }

    /** Leaves the sum of this rank's own chunk in its first node; what stands in the other chunks is of no meaning. */
    void reduceScatter(int tag, Additions additions, float[][] nodes, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        for (int distance = 1; distance < ranks; distance++) {
            int owner = (rank + distance) % ranks;
            send(owner, tag, nodes, chunkStart(owner, from, to), chunkStart(owner + 1, from, to));
        }
        int start = chunkStart(rank, from, to);
        int length = chunkStart(rank + 1, from, to) - start;
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + ranks - distance) % ranks;
            int floats = additions.nodes(peer) * length;
            float[] theirs = incoming.of(peer, floats);
            mesh.receive(peer, tag, theirs, 0, floats);
            additions.place(peer, theirs, length);
        }
        for (int node = 0; node < nodes.length; node++) {
            additions.place(rank, node, nodes[node], start);
        }
        additions.sum(length, nodes[0], start);
        mesh.flush();
    }

    /** Sends one chunk of all nodes in one message. A single node goes as it is; several are put together first. */
    private void send(int owner, int tag, float[][] nodes, int start, int end) throws ExchangeException {
        if (nodes.length == 1) {
            mesh.send(owner, tag, nodes[0], start, end);
            return;
        }
        int length = end - start;
        float[] all = outgoing.of(owner, nodes.length * length);
        for (int node = 0; node < nodes.length; node++) {
            System.arraycopy(nodes[node], start, all, node * length, length);
        }
        mesh.send(owner, tag, all, 0, nodes.length * length);
    }

    /** Copies every rank's own chunk to all others. */
    void allGather(int tag, float[] values, int from, int to) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        int start = chunkStart(rank, from, to);
        for (int distance = 1; distance < ranks; distance++) {
            mesh.send((rank + distance) % ranks, tag, values, start, chunkStart(rank + 1, from, to));
        }
        for (int distance = 1; distance < ranks; distance++) {
            int peer = (rank + ranks - distance) % ranks;
            mesh.receive(peer, tag, values, chunkStart(peer, from, to), chunkStart(peer + 1, from, to));
        }
        mesh.flush();
    }

    private int chunkStart(int chunk, int from, int to) {
        return Exchange.chunkStart(chunk, mesh.ranks(), from, to);
    }
}
