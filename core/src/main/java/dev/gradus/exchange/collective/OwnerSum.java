package dev.gradus.exchange.collective;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Mesh;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Sums a long range: it is cut into one <em>chunk</em> per rank, its owner, and each chunk into <em>pieces</em>.
 *
 * <p>Every rank sends each owner that chunk of its nodes; the owner makes all additions of the tree for its chunk
 * (reduce-scatter) and sends the finished chunk to every other, which receives it where it belongs (all-gather). Both
 * go on at the same time, piece by piece: while some pieces are on their way, one is added up, and what was summed goes
 * back at once. So memory is touched once and while it is in the cache, and no rank waits for a chunk as a whole. A
 * rank with one node sends {@code 2 (n - 1) / n} times the range, the least that any algorithm can do; each further
 * node adds {@code (n - 1) / n}.
 *
 * <p>Every rank ends with the same bits, because each chunk is summed once and then copied. A ring would send as much,
 * but adds along a chain of ranks, so that its bits depend on their number.
 */
final class OwnerSum {

    /**
     * Floats of a piece of all nodes together: 128 KB. 2 ranks summed 25 MB over TCP in 13.6 ms, and with 512 KB in
     * 16.8 ms (docs/decisions/0017).
     */
    private static final int PIECE_FLOATS = 32 << 10;

    /** Shorter pieces would be staged, and cost a system call for little. */
    private static final int LEAST_PIECE = 4 << 10;

    /** Floats of each node that are added up at a time: so few that those of two nodes stay in a core's first cache. */
    private static final int BLOCK = 1024;

    /** Pieces that go to an owner before one must come back: enough to fill a network while the owner adds. */
    private static final int AHEAD = 6;

    private final Mesh mesh;
    private final Floats[] incoming;
    private float[][] working = {};

    /** How a range is cut: every chunk has as many pieces, of which the last may be shorter or empty. */
    private record Cut(int ranks, int from, int to, int piece) {

        static Cut of(Additions additions, int from, int to) {
            int ranks = additions.share().ranks();
            return new Cut(ranks, from, to, Math.max(LEAST_PIECE, PIECE_FLOATS / additions.allNodes()));
        }

        /** One at least, so that ranks meet over an empty range too. */
        int pieces() {
            int longest = (int) (((long) to - from + ranks - 1) / ranks);
            return Math.max(1, (longest + piece - 1) / piece);
        }

        int start(int owner, int index) {
            int end = Exchange.chunkStart(owner + 1, ranks, from, to);
            return (int) Math.min(end, Exchange.chunkStart(owner, ranks, from, to) + (long) index * piece);
        }

        int end(int owner, int index) {
            return start(owner, index + 1);
        }
    }

    /** One sum or a part of it: its tag, the additions, the nodes of this rank and how their range is cut. */
    @SuppressWarnings("ArrayRecordComponent") // says where to work; never compared
    private record Work(int tag, Additions additions, Floats[] nodes, Cut cut) {}

    OwnerSum(Mesh mesh) {
        this.mesh = mesh;
        this.incoming = new Floats[mesh.ranks()];
        Arrays.fill(incoming, Floats.allocate(0));
    }

    /** Leaves the sum in the first node of every rank. */
    void sum(int tag, Additions additions, Floats[] nodes, int from, int to) throws ExchangeException {
        Work work = new Work(tag, additions, nodes, Cut.of(additions, from, to));
        int pieces = work.cut.pieces();
        for (int piece = 0; piece < Math.min(AHEAD, pieces); piece++) {
            sendTerms(work, piece);
        }
        for (int piece = 0; piece < pieces; piece++) {
            // Every peer sends in this order: its sums come AHEAD pieces after the terms that they are of.
            if (piece >= AHEAD) {
                expectSums(work, piece - AHEAD);
            }
            addUp(work, piece);
            sendSums(work, piece);
            if (piece + AHEAD < pieces) {
                sendTerms(work, piece + AHEAD);
            }
        }
        for (int piece = Math.max(0, pieces - AHEAD); piece < pieces; piece++) {
            expectSums(work, piece);
        }
        receiveAll();
        mesh.flush();
    }

    /** Leaves the sum of this rank's own chunk in its first node; what stands in the other chunks is of no meaning. */
    void reduceScatter(int tag, Additions additions, Floats[] nodes, int from, int to) throws ExchangeException {
        Work work = new Work(tag, additions, nodes, Cut.of(additions, from, to));
        for (int piece = 0; piece < work.cut.pieces(); piece++) {
            sendTerms(work, piece);
        }
        for (int piece = 0; piece < work.cut.pieces(); piece++) {
            addUp(work, piece);
        }
        mesh.flush();
    }

    /** Copies every rank's own chunk of the first node to all others. */
    void allGather(int tag, Additions additions, Floats[] nodes, int from, int to) throws ExchangeException {
        Work work = new Work(tag, additions, nodes, Cut.of(additions, from, to));
        for (int piece = 0; piece < work.cut.pieces(); piece++) {
            sendSums(work, piece);
            expectSums(work, piece);
        }
        receiveAll();
        mesh.flush();
    }

    /** Sends every owner the next piece of its chunk, of each node. */
    private void sendTerms(Work work, int piece) throws ExchangeException {
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int owner = (mesh.rank() + distance) % mesh.ranks();
            for (Floats node : work.nodes) {
                mesh.send(owner, work.tag, node, work.cut.start(owner, piece), work.cut.end(owner, piece));
            }
        }
    }

    /** Waits for a piece of the own chunk from all ranks and adds it up. */
    private void addUp(Work work, int piece) throws ExchangeException {
        int start = work.cut.start(mesh.rank(), piece);
        int length = work.cut.end(mesh.rank(), piece) - start;
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int peer = (mesh.rank() + distance) % mesh.ranks();
            int nodes = work.additions.nodes(peer);
            if (incoming[peer].length() < nodes * length) {
                incoming[peer] = Floats.allocate(nodes * length);
            }
            for (int node = 0; node < nodes; node++) {
                mesh.expect(peer, work.tag, incoming[peer], node * length, (node + 1) * length);
            }
        }
        receiveAll();
        if (working.length < work.additions.allNodes()) {
            working = new float[work.additions.allNodes()][BLOCK];
        }
        for (int first = 0; first < length; first += BLOCK) {
            addBlock(work, start, length, first);
        }
    }

    /** Adds up one block of a piece of {@code length} floats, and leaves the sum in the first node. */
    private void addBlock(Work work, int start, int length, int first) {
        int floats = Math.min(BLOCK, length - first);
        int index = 0;
        for (int rank = 0; rank < mesh.ranks(); rank++) {
            boolean own = rank == mesh.rank();
            for (int node = 0; node < work.additions.nodes(rank); node++) {
                Floats terms = own ? work.nodes[node] : incoming[rank];
                int at = first + (own ? start : node * length);
                ByteBuffer memory = terms.memory();
                if (memory != null) {
                    work.additions.place(rank, node, memory, at);
                } else {
                    terms.view().get(at, working[index], 0, floats);
                    work.additions.place(rank, node, working[index], 0);
                }
                index++;
            }
        }
        float[] sum = work.additions.sum(floats);
        work.nodes[0].view().put(start + first, sum, work.additions.sumAt(), floats);
    }

    private void sendSums(Work work, int piece) throws ExchangeException {
        int rank = mesh.rank();
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int peer = (rank + distance) % mesh.ranks();
            mesh.send(peer, work.tag, work.nodes[0], work.cut.start(rank, piece), work.cut.end(rank, piece));
        }
    }

    /**
     * Lets the sums of every other owner come to where they belong. What this rank sent from there has gone by then,
     * since they are made of it.
     */
    private void expectSums(Work work, int piece) {
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int peer = (mesh.rank() + distance) % mesh.ranks();
            mesh.expect(peer, work.tag, work.nodes[0], work.cut.start(peer, piece), work.cut.end(peer, piece));
        }
    }

    private void receiveAll() throws ExchangeException {
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            mesh.receive((mesh.rank() + distance) % mesh.ranks());
        }
    }
}
