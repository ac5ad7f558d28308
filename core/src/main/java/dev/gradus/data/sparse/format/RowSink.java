package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;

/** Takes the rows that one thread reads. */
public interface RowSink {

    /** Begins with the rows of another piece. */
    void begin(Piece.Place place);

    /** Some rows in turn; the block belongs to the caller, but its features may be changed. */
    void add(SparseBlock rows) throws DataException;

    /** The piece has no more rows. */
    void end() throws DataException;
}
