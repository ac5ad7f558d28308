package dev.gradus.data.files;

import java.io.IOException;

/** Reads the pieces of one file. Any number of threads may ask at once, each with a piece of its own. */
sealed interface PieceReader extends AutoCloseable permits PlainPieces, PackedPieces {

    /** What became of a request. */
    enum Answer {
        READ,
        /** Another thread is reading, and only one can. */
        BUSY,
        /** There are no more pieces. */
        END
    }

    /** Reads the next piece; with {@code patient}, waits for another thread that is reading. */
    Answer next(Piece piece, int file, boolean patient) throws IOException;

    @Override
    void close() throws IOException;

    static PieceReader of(SourceFile file, Cutter cutter) {
        return file.packed() ? new PackedPieces(file, cutter) : new PlainPieces(file, cutter);
    }
}
