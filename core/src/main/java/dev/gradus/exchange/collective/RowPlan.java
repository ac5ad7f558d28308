package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;
import java.util.Arrays;

/**
 * What all ranks know alike after each has announced its rows, and what follows from it: which rows each rank owns.
 *
 * <p>Every node is announced with its number of rows and {@code samples} of their ids, evenly spaced. All samples
 * together, each with the weight of the rows that it stands for, cut the matrix into chunks of about equal work,
 * however the ids are distributed: a chunk exceeds its share by at most {@code ranks / samples} of it. Hot rows
 * therefore lie in short chunks, which are the ones that may be worth a dense exchange.
 */
final class RowPlan {

    /** Samples for each rank and node: chunks differ by an eighth. */
    private static final int SAMPLES_A_RANK = 8;

    private static final int MOST_SAMPLES = 128;

    /** Rows and width of the matrix, at the start of an announcement. */
    private static final int HEAD = 2;

    private final int ranks;
    private final int rows;
    private final int width;
    private final int samples;
    private final RowPiece[] pieces;
    private final long[] weighted;
    private int known;

    RowPlan(int ranks, int nodes, SparseRows matrix) {
        this.ranks = ranks;
        this.rows = matrix.rows();
        this.width = matrix.width();
        this.samples = samples(ranks);
        this.pieces = new RowPiece[nodes];
        this.weighted = new long[nodes * samples];
    }

    private static int samples(int ranks) {
        return Math.min(MOST_SAMPLES, SAMPLES_A_RANK * ranks);
    }

    /** Floats of the announcement of so many nodes. */
    static int floats(int ranks, int nodes) {
        return HEAD + nodes * (RowPiece.FLOATS + samples(ranks));
    }

    /** Writes the announcement of a rank's nodes. */
    void announce(SparseRows[] nodes, float[] into) {
        into[0] = Float.intBitsToFloat(rows);
        into[1] = Float.intBitsToFloat(width);
        int at = HEAD;
        for (SparseRows node : nodes) {
            RowPiece.of(-1, node, all()).write(into, at);
            at += RowPiece.FLOATS;
            for (int i = 0; i < samples; i++) {
                int id = node.count() == 0 ? 0 : node.ids()[(int) ((long) i * node.count() / samples)];
                into[at++] = Float.intBitsToFloat(id);
            }
        }
    }

    /** Takes the announcement of a rank; those of all ranks must be taken, in order. */
    void take(int rank, int nodes, float[] message) throws ExchangeException {
        int theirRows = Float.floatToRawIntBits(message[0]);
        int theirWidth = Float.floatToRawIntBits(message[1]);
        if (theirRows != rows || theirWidth != width) {
            throw new ExchangeException(
                    rank,
                    "rank " + rank + " sums another matrix: expected rows=" + rows + " width=" + width
                            + ", received rows=" + theirRows + " width=" + theirWidth);
        }
        int at = HEAD;
        for (int node = 0; node < nodes; node++) {
            RowPiece piece = RowPiece.read(rank, message, at, all());
            at += RowPiece.FLOATS;
            for (int i = 0; i < samples; i++) {
                long id = Float.floatToRawIntBits(message[at++]);
                weighted[known * samples + i] = (id << Integer.SIZE) | piece.count();
            }
            pieces[known++] = piece;
        }
    }

    /** The whole matrix. */
    RowChunk all() {
        return RowChunk.sparse(0, rows);
    }

    /** What was announced of a node, by its place among those of all ranks. */
    RowPiece piece(int node) {
        return pieces[node];
    }

    /** Floats that the rows of all nodes take in messages. */
    long floats() {
        long floats = 0;
        for (RowPiece piece : pieces) {
            floats += piece.idFloats() + (long) piece.count() * width;
        }
        return floats;
    }

    /** The chunk of each rank. */
    RowChunk[] chunks() {
        Arrays.sort(weighted);
        long total = 0;
        for (long sample : weighted) {
            total += (int) sample;
        }
        RowChunk[] chunks = new RowChunk[ranks];
        int from = 0;
        int at = 0;
        long before = 0;
        for (int rank = 0; rank < ranks; rank++) {
            long start = before;
            long end = total / ranks * (rank + 1) + total % ranks * (rank + 1) / ranks;
            while (at < weighted.length && before < end) {
                before += (int) weighted[at++];
            }
            boolean last = rank == ranks - 1 || at == weighted.length;
            int to = last ? rows : Math.max(from, Math.min(rows, (int) (weighted[at] >>> Integer.SIZE)));
            chunks[rank] = new RowChunk(from, to, dense(to - from, (before - start) / (double) samples));
            from = to;
        }
        return chunks;
    }

    /** Whether so many touched rows, of all nodes together, are too many for so short a chunk. */
    private boolean dense(int length, double touched) {
        double density = touched / ((double) length * pieces.length);
        return length > 0
                && density >= SparseSum.wholeFrom(width)
                && (long) length * (width + 1) * pieces.length < Integer.MAX_VALUE;
    }
}
