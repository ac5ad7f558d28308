package dev.gradus.spark.ml;

import dev.gradus.spark.Piece;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.sql.Row;

/** One partition of a data frame as the pieces of its file, made as they are asked for; none if it has no rows. */
final class PieceIterator implements Iterator<Piece> {

    private final String file;
    private final Iterator<Row> rows;
    private final RowWriter writer;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private boolean begun;
    private int number;

    PieceIterator(String file, Iterator<Row> rows, RowWriter writer) {
        this.file = file;
        this.rows = rows;
        this.writer = writer;
    }

    @Override
    public boolean hasNext() {
        DataOutputStream out = new DataOutputStream(bytes);
        try {
            while (bytes.size() < Piece.BYTES && rows.hasNext()) {
                if (!begun) {
                    begun = true;
                    writer.begin(out);
                }
                writer.write(rows.next(), out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("rows cannot be written: file=" + file, e);
        }
        return bytes.size() > 0;
    }

    @Override
    public Piece next() {
        if (!hasNext()) {
            throw new NoSuchElementException("no more pieces: file=" + file);
        }
        byte[] all = bytes.toByteArray();
        int size = Math.min(Piece.BYTES, all.length);
        bytes.reset();
        bytes.write(all, size, all.length - size);
        return new Piece(file, number++, Arrays.copyOf(all, size));
    }
}
