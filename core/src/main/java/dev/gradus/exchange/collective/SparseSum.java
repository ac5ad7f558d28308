package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Mesh;
import java.util.stream.IntStream;

/**
 * Sums the touched rows of a matrix: every rank ends with all rows that any rank touched, and their sums.
 *
 * <p>Each rank first <em>announces</em> to every other how many rows its nodes have, with samples of their ids. If all
 * rows together are few, every rank then sends its rows to every other and all add up the same terms. Else the samples
 * give each rank a <em>chunk</em>, consecutive rows that mean about the same work for each owner ({@link RowPlan}).
 * Every rank sends each owner what it has of that chunk, the owner adds it up in the order of the tree and sends the
 * sum to every other. A chunk in which many rows are touched is sent whole, because adding it up in one go is then
 * faster than merging.
 *
 * <p>Bytes are proportional to the touched rows: an owner receives those of its chunk once from every rank that has
 * them, and sends each of them, once, to every other rank. Two messages to every peer for few rows, else up to five.
 *
 * <p>Every rank ends with the same bits, because each row is summed in one place and then copied, or everywhere in the
 * same order. That order is the tree's, and a row that a node does not have takes no part in it: the bits do not depend
 * on the number of ranks, nor on what was sent whole.
 */
final class SparseSum {

    /** Floats of all rows of all ranks up to which every rank sends its own to every other: two messages, not five. */
    private static final int DIRECT_FLOATS = 8 << 10;

    /** Rows narrower than this cost more to merge than to move. */
    private static final int NARROW = 4;

    private final Mesh mesh;

    /** All other ranks, from the next one on: whom to send to. */
    private final int[] next;

    /** All other ranks, from the one before on: their messages come in this order, since all send to the next first. */
    private final int[] before;

    private final Buffers outgoing;
    private final Buffers incoming;
    private final Buffers gathered;
    private RowTerms terms;

    SparseSum(Mesh mesh) {
        this.mesh = mesh;
        int ranks = mesh.ranks();
        this.next =
                IntStream.range(1, ranks).map(i -> (mesh.rank() + i) % ranks).toArray();
        this.before = IntStream.range(1, ranks)
                .map(i -> (mesh.rank() + ranks - i) % ranks)
                .toArray();
        this.outgoing = new Buffers(mesh.ranks());
        this.incoming = new Buffers(mesh.ranks());
        this.gathered = new Buffers(mesh.ranks());
        this.terms = new RowTerms(TreeShare.oneLeafEach(mesh.ranks()), 0, 1);
    }

    /**
     * The share of a chunk's rows that a node must touch, on average, for the chunk to be sent whole. SparseSumTable
     * with 2 threads on a busy machine, all chunks whole against none: rows of one float were faster whole from 10 %
     * on, up to twice; rows of 4 floats at 70 %; for wider rows whole was never faster up to 70 %. Narrow ones are sent
     * whole later than that, because it means up to four times the bytes.
     */
    static double wholeFrom(int width) {
        return width < NARROW ? 0.25 : 0.7;
    }

    void sum(int tag, TreeShare share, SparseRows[] nodes) throws ExchangeException {
        for (SparseRows node : nodes) {
            node.merge();
        }
        if (!terms.isFor(share, nodes[0])) {
            terms = new RowTerms(share, nodes[0].rows(), nodes[0].width());
        }
        if (nodes.length != terms.nodes(mesh.rank())) {
            throw new IllegalArgumentException("nodes do not fit the tree: nodes=" + nodes.length + ", expected="
                    + terms.nodes(mesh.rank()) + ", " + share);
        }
        RowPlan plan = announce(tag, nodes);
        if (plan.floats() <= DIRECT_FLOATS) {
            direct(tag, plan, nodes);
        } else {
            RowChunk[] chunks = plan.chunks();
            scatter(tag, chunks, nodes);
            gather(tag, chunks, nodes[0]);
        }
    }

    private RowPlan announce(int tag, SparseRows[] nodes) throws ExchangeException {
        int rank = mesh.rank();
        int ranks = mesh.ranks();
        RowPlan plan = new RowPlan(ranks, terms.nodes(), nodes[0]);
        int length = RowPlan.floats(ranks, nodes.length);
        float[] own = outgoing.of(rank, length);
        plan.announce(nodes, own);
        sendToAll(tag, own, length);
        for (int peer : before) {
            int floats = RowPlan.floats(ranks, terms.nodes(peer));
            mesh.receive(peer, tag, incoming.of(peer, floats), 0, floats);
        }
        mesh.flush();
        for (int peer = 0; peer < ranks; peer++) {
            plan.take(peer, terms.nodes(peer), peer == rank ? own : incoming.of(peer, 0));
        }
        return plan;
    }

    private void direct(int tag, RowPlan plan, SparseRows[] nodes) throws ExchangeException {
        int rank = mesh.rank();
        int length = directFloats(plan, rank, nodes[0].width());
        float[] own = outgoing.of(rank, length);
        write(plan.all(), nodes, own);
        if (length > 0) {
            sendToAll(tag, own, length);
        }
        for (int peer : before) {
            int floats = directFloats(plan, peer, nodes[0].width());
            float[] theirs = incoming.of(peer, floats);
            if (floats > 0) { // everybody knows who has nothing to say
                mesh.receive(peer, tag, theirs, 0, floats);
            }
            readSparse(peer, plan.all(), announced(plan, peer), theirs);
        }
        mesh.flush();
        for (int node = 0; node < nodes.length; node++) {
            terms.rows(terms.firstNode(rank) + node).swap(nodes[node]);
        }
        nodes[0].swap(terms.sumSparse());
    }

    private int directFloats(RowPlan plan, int rank, int width) {
        int floats = 0;
        for (RowPiece piece : announced(plan, rank)) {
            floats += piece.floats(width);
        }
        return floats;
    }

    private RowPiece[] announced(RowPlan plan, int rank) {
        RowPiece[] pieces = new RowPiece[terms.nodes(rank)];
        for (int node = 0; node < pieces.length; node++) {
            pieces[node] = plan.piece(terms.firstNode(rank) + node);
        }
        return pieces;
    }

    /** Ends with all rows of the own chunk at hand, summed as sparse terms or as the dense message to send on. */
    private void scatter(int tag, RowChunk[] chunks, SparseRows[] nodes) throws ExchangeException {
        RowChunk chunk = chunks[mesh.rank()];
        int width = nodes[0].width();
        RowPiece[][] pieces = exchangePieces(tag, chunks, nodes);
        for (int owner : next) {
            float[] message = outgoing.of(owner, mostFloats(chunks[owner], nodes));
            mesh.send(owner, tag, message, 0, write(chunks[owner], nodes, message));
        }
        for (int peer : before) {
            int floats = 0;
            for (int node = 0; node < terms.nodes(peer); node++) {
                floats = Math.addExact(
                        floats, chunk.dense() ? chunk.denseFloats(width) : pieces[peer][node].floats(width));
            }
            float[] theirs = incoming.of(peer, floats);
            mesh.receive(peer, tag, theirs, 0, floats);
            if (chunk.dense()) {
                placeDense(peer, chunk, width, theirs);
            } else {
                readSparse(peer, chunk, pieces[peer], theirs);
            }
        }
        addOwn(chunk, nodes);
        mesh.flush();
    }

    /** Tells the owner of each sparse chunk how long the message will be that it gets. */
    private RowPiece[][] exchangePieces(int tag, RowChunk[] chunks, SparseRows[] nodes) throws ExchangeException {
        RowChunk chunk = chunks[mesh.rank()];
        RowPiece[][] pieces = new RowPiece[mesh.ranks()][0];
        for (int owner : next) {
            if (!chunks[owner].dense()) {
                float[] message = gathered.of(owner, nodes.length * RowPiece.FLOATS);
                for (int node = 0; node < nodes.length; node++) {
                    RowPiece.of(mesh.rank(), nodes[node], chunks[owner]).write(message, node * RowPiece.FLOATS);
                }
                mesh.send(owner, tag, message, 0, nodes.length * RowPiece.FLOATS);
            }
        }
        for (int peer : before) {
            if (!chunk.dense()) {
                pieces[peer] = receivePieces(tag, peer, terms.nodes(peer), chunk);
            }
        }
        mesh.flush();
        return pieces;
    }

    private RowPiece[] receivePieces(int tag, int peer, int count, RowChunk chunk) throws ExchangeException {
        RowPiece[] pieces = new RowPiece[count];
        float[] message = incoming.of(peer, count * RowPiece.FLOATS);
        mesh.receive(peer, tag, message, 0, count * RowPiece.FLOATS);
        for (int node = 0; node < count; node++) {
            pieces[node] = RowPiece.read(peer, message, node * RowPiece.FLOATS, chunk);
        }
        return pieces;
    }

    private void addOwn(RowChunk chunk, SparseRows[] nodes) {
        int rank = mesh.rank();
        if (chunk.dense()) {
            int width = nodes[0].width();
            float[] own = incoming.of(rank, mostFloats(chunk, nodes));
            write(chunk, nodes, own);
            placeDense(rank, chunk, width, own);
            terms.sumDense(chunk, gathered.of(rank, chunk.denseFloats(width)));
            return;
        }
        for (int node = 0; node < nodes.length; node++) {
            SparseRows rows = terms.rows(terms.firstNode(rank) + node);
            rows.clear();
            rows.append(nodes[node], nodes[node].place(chunk.from()), nodes[node].place(chunk.to()));
        }
        terms.sumSparse();
    }

    /** Sends the sum of the own chunk to every other rank and puts those of all together. */
    private void gather(int tag, RowChunk[] chunks, SparseRows result) throws ExchangeException {
        int rank = mesh.rank();
        RowPiece[] pieces = exchangeSumPieces(tag, chunks);
        float[] own;
        int length;
        if (chunks[rank].dense()) {
            own = gathered.of(rank, 0);
            length = chunks[rank].denseFloats(result.width());
        } else {
            own = gathered.of(rank, chunks[rank].mostFloats(terms.rows(0)));
            length = chunks[rank].write(terms.rows(0), own, 0);
        }
        sendToAll(tag, own, length);
        for (int peer : before) {
            int floats = chunks[peer].dense()
                    ? chunks[peer].denseFloats(result.width())
                    : pieces[peer].floats(result.width());
            mesh.receive(peer, tag, gathered.of(peer, floats), 0, floats);
        }
        mesh.flush();
        result.clear();
        for (int owner = 0; owner < mesh.ranks(); owner++) {
            if (chunks[owner].dense()) {
                chunks[owner].readDense(gathered.of(owner, 0), 0, result);
            } else if (owner == rank) {
                result.append(terms.rows(0), 0, terms.rows(0).count());
            } else {
                chunks[owner].readSparse(pieces[owner], gathered.of(owner, 0), 0, result);
            }
        }
    }

    /** Tells every rank how long the message with the sum of the own chunk will be, if that is not known. */
    private RowPiece[] exchangeSumPieces(int tag, RowChunk[] chunks) throws ExchangeException {
        int rank = mesh.rank();
        RowPiece[] pieces = new RowPiece[mesh.ranks()];
        if (!chunks[rank].dense()) {
            float[] message = outgoing.of(rank, RowPiece.FLOATS);
            RowPiece.of(rank, terms.rows(0), chunks[rank]).write(message, 0);
            sendToAll(tag, message, RowPiece.FLOATS);
        }
        for (int peer : before) {
            if (!chunks[peer].dense()) {
                pieces[peer] = receivePieces(tag, peer, 1, chunks[peer])[0];
            }
        }
        mesh.flush();
        return pieces;
    }

    private void readSparse(int peer, RowChunk chunk, RowPiece[] pieces, float[] message) throws ExchangeException {
        int at = 0;
        for (int node = 0; node < pieces.length; node++) {
            terms.readSparse(terms.firstNode(peer) + node, chunk, pieces[node], message, at);
            at += pieces[node].floats(terms.rows(0).width());
        }
    }

    private void placeDense(int rank, RowChunk chunk, int width, float[] message) {
        for (int node = 0; node < terms.nodes(rank); node++) {
            terms.placeDense(terms.firstNode(rank) + node, message, node * chunk.denseFloats(width));
        }
    }

    private static int mostFloats(RowChunk chunk, SparseRows[] nodes) {
        int floats = 0;
        for (SparseRows node : nodes) {
            floats = Math.addExact(floats, chunk.mostFloats(node));
        }
        return floats;
    }

    private static int write(RowChunk chunk, SparseRows[] nodes, float[] into) {
        int at = 0;
        for (SparseRows node : nodes) {
            at = chunk.write(node, into, at);
        }
        return at;
    }

    private void sendToAll(int tag, float[] message, int length) throws ExchangeException {
        for (int peer : next) {
            mesh.send(peer, tag, message, 0, length);
        }
    }
}
