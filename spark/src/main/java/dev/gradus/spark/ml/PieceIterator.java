package dev.gradus.spark.ml;

import dev.gradus.spark.Piece;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.catalyst.InternalRow;

/** One partition of a data frame as the pieces of its file, made as they are asked for; none if it has no rows. */
final class PieceIterator implements Iterator<Piece> {

    private final String file;
    private final Iterator<InternalRow> rows;
    private final RowWriter writer;
    private final RowBytes bytes = new RowBytes();
    private boolean begun;
    private int number;

    PieceIterator(String file, Iterator<InternalRow> rows, RowWriter writer) {
        this.file = file;
        this.rows = rows;
        this.writer = writer;
    }

    @Override
    public boolean hasNext() {
        while (bytes.size() < Piece.BYTES && rows.hasNext()) {
            if (!begun) {
                begun = true;
                writer.begin(bytes);
            }
            writer.write(rows.next(), bytes);
        }
        return bytes.size() > 0;
    }

    @Override
    public Piece next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more pieces: file=" + file);
        }
        return new Piece(file, number++, bytes.take(Piece.BYTES));
    }
}
