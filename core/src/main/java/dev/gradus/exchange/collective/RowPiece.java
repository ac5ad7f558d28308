package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.SparseRows;

/** What a rank says of rows before it sends them: how many, and how many floats their ids take. */
record RowPiece(int rank, int count, int idFloats) {

    /** Floats of a piece when it is announced. */
    static final int FLOATS = 2;

    /** The rows of a rank that lie in a chunk. */
    static RowPiece of(int rank, SparseRows rows, RowChunk chunk) {
        int from = rows.place(chunk.from());
        int to = rows.place(chunk.to());
        return new RowPiece(rank, to - from, RowIds.floats(rows, from, to, chunk.from()));
    }

    void write(float[] into, int at) {
        into[at] = Float.intBitsToFloat(count);
        into[at + 1] = Float.intBitsToFloat(idFloats);
    }

    /** Reads what a rank announced, and refuses what cannot be before anything is allocated for it. */
    static RowPiece read(int rank, float[] message, int at, RowChunk chunk) throws ExchangeException {
        RowPiece piece =
                new RowPiece(rank, Float.floatToRawIntBits(message[at]), Float.floatToRawIntBits(message[at + 1]));
        if (piece.count < 0
                || piece.count > chunk.length()
                || piece.idFloats < 0
                || piece.idFloats > RowIds.mostFloats(piece.count)) {
            throw piece.nonsense("they do not fit " + chunk);
        }
        return piece;
    }

    /** Floats that the rows take in a message. */
    int floats(int width) {
        return Math.addExact(idFloats, Math.multiplyExact(count, width));
    }

    ExchangeException nonsense(String why) {
        return new ExchangeException(
                rank,
                "rank " + rank + " sent rows that cannot be: rows=" + count + ", idFloats=" + idFloats + ", " + why);
    }
}
