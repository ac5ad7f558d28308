package dev.gradus.data.sparse.format;

import dev.gradus.data.sparse.SparseBlock;

/** Reads rows out of bytes, a line a row. Has working memory: one for each thread. */
public interface RowParser {

    /**
     * Adds the row of the line that begins at {@code from}, or nothing if the line has no row, and returns the place
     * after its end. The bytes always have an end of line, and {@link dev.gradus.data.files.Piece#SLACK} − 1 more.
     */
    int parse(byte[] bytes, int from, SparseBlock into) throws BadRowException;

    /** A number that all features so far are less than. */
    long space();
}
