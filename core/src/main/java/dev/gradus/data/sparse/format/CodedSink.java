package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.cache.CodedRows;

/** Puts rows into a cache. */
record CodedSink(CodedRows.Writer writer) implements RowSink {

    @Override
    public void begin(Piece.Place place) {
        writer.begin(place);
    }

    @Override
    public void add(SparseBlock rows) throws DataException {
        writer.add(rows);
    }

    @Override
    public void end() throws DataException {
        writer.end();
    }
}
