package dev.gradus.exchange.collective;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Mesh;
import java.nio.FloatBuffer;

/**
 * Sums arrays on the heap between ranks of one machine, through a bucket of limited size, its <em>window</em>, piece by
 * piece.
 *
 * <p>A piece is cut into one <em>chunk</em> per rank, its owner. Every rank lays down what it has of the others'
 * chunks; the owner adds that to its own, where it lies on the heap, and lays down the sum, which the others copy home.
 * So only what another rank needs goes through the window, and no float twice.
 *
 * <p>Pieces take turns in the two halves of the window, so that one meeting a piece is enough: at the meeting after the
 * additions of piece {@code k}, its sums and the numbers of piece {@code k + 1} have been laid down. Whoever lays down
 * numbers of piece {@code k + 1} was at the meeting after the additions of piece {@code k - 1}, the last of its half.
 * Others may still copy the sums of that one, but no numbers are laid down where these stand, since all pieces of a
 * range are cut at the same places. Whoever lays down sums was at the next meeting, to which no rank comes before it
 * has copied those before.
 */
final class WindowSum {

    /** Floats of each node that are added up at a time: so few that those of two nodes stay in a core's first cache. */
    private static final int BLOCK = 1024;

    private final Mesh mesh;
    private final Board board;
    private final SharedBucket window;
    private final Additions additions;
    private final int half;
    private boolean second;

    WindowSum(Mesh mesh, Board board, SharedBucket window, Additions additions) {
        this.mesh = mesh;
        this.board = board;
        this.window = window;
        this.additions = additions;
        this.half = window.length() / 2;
    }

    /**
     * A range of the nodes that goes through the window at once, where it stands in there less where it begins, and the
     * length that its chunks are cut by.
     */
    private record Piece(int from, int to, int shift, int span) {}

    /** Replaces a range of the first node by the sum; that of the others is overwritten. Every rank must call it. */
    void sum(int tag, float[][] nodes, int from, int to) throws ExchangeException {
        int span = Math.min(half, to - from);
        Piece piece = piece(from, to, span);
        layDown(nodes, piece);
        board.meet(tag, to - from);
        while (true) {
            addUp(nodes, piece);
            Piece next = piece(piece.to(), to, span);
            layDown(nodes, next);
            board.meet(tag, to - from);
            copyHome(nodes[0], piece);
            if (next.from() == to) {
                break;
            }
            piece = next;
        }
        count(to - from);
    }

    private Piece piece(int from, int end, int span) {
        int to = Math.min(end - from, half) + from;
        int shift = (second ? half : 0) - from;
        if (to > from) {
            second = !second;
        }
        return new Piece(from, to, shift, span);
    }

    /** Lays down what others will add to theirs. */
    private void layDown(float[][] nodes, Piece piece) {
        int own = chunkStart(mesh.rank(), piece);
        int ownEnd = chunkStart(mesh.rank() + 1, piece);
        for (int node = 0; node < nodes.length; node++) {
            FloatBuffer place = window.node(node);
            place.put(piece.from() + piece.shift(), nodes[node], piece.from(), own - piece.from());
            place.put(ownEnd + piece.shift(), nodes[node], ownEnd, piece.to() - ownEnd);
        }
    }

    /** Makes all additions for this rank's chunk, block by block, and lays down the sums. */
    private void addUp(float[][] nodes, Piece piece) {
        int end = chunkStart(mesh.rank() + 1, piece);
        for (int from = chunkStart(mesh.rank(), piece); from < end; from += BLOCK) {
            int length = Math.min(BLOCK, end - from);
            place(nodes, from, from + piece.shift());
            additions.sum(length, nodes[0], from);
            window.node(0).put(from + piece.shift(), nodes[0], from, length);
        }
    }

    /** Places a block of every node: this rank's are where they lie, those of others in the window. */
    private void place(float[][] nodes, int from, int at) {
        for (int rank = 0; rank < mesh.ranks(); rank++) {
            boolean own = rank == mesh.rank();
            for (int node = 0; node < additions.nodes(rank); node++) {
                if (own) {
                    additions.place(rank, node, nodes[node], from);
                } else {
                    additions.place(rank, node, window.bytesOf(rank)[node], at);
                }
            }
        }
    }

    /** Copies the sums of all other ranks. */
    private void copyHome(float[] sum, Piece piece) {
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int peer = (mesh.rank() + distance) % mesh.ranks();
            int from = chunkStart(peer, piece);
            window.of(peer)[0].get(from + piece.shift(), sum, from, chunkStart(peer + 1, piece) - from);
        }
    }

    private void count(long floats) {
        long chunk = floats / mesh.ranks();
        int peers = mesh.ranks() - 1;
        board.count(
                window.nodes() * (floats - chunk) + peers * chunk,
                (additions.allNodes() - window.nodes()) * chunk + floats - chunk,
                2 * peers);
    }

    /**
     * Where a chunk starts: at a multiple of 16 floats, a cache line, so that owners do not write to one together. A
     * last piece that is shorter is cut where the others are.
     */
    private int chunkStart(int rank, Piece piece) {
        int start = Exchange.chunkStart(rank, mesh.ranks(), 0, piece.span());
        int length = piece.to() - piece.from();
        return piece.from() + (rank == mesh.ranks() ? length : Math.min(length, start & -16));
    }
}
