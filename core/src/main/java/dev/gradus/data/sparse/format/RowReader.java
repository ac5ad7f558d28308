package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Cutter;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.LineCutter;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.SparseBlock;
import java.util.List;
import java.util.function.Supplier;

/** Reads the rows of the pieces that one thread gets. */
final class RowReader implements FilePass.Worker {

    /** A longer line is a bad row, and never in memory as a whole. */
    static final int MOST_LINE_BYTES = 1 << 24;

    /** Small enough that threads end together. */
    static final int PIECE_BYTES = 1 << 20;

    /** Most lines are far shorter than the first look. */
    static final Cutter CUTTER = new LineCutter(PIECE_BYTES, 1 << 16, MOST_LINE_BYTES);

    private static final int ROWS_AT_ONCE = 32;

    private final RowParser parser;
    private final BadRows bad;
    private final RowSink sink;
    private final SparseBlock block = new SparseBlock();

    private RowReader(RowParser parser, BadRows bad, RowSink sink) {
        this.parser = parser;
        this.bad = bad;
        this.sink = sink;
    }

    /** Hands all rows of some files to a sink a thread, and returns a number that all features are less than. */
    static long read(
            List<SourceFile> files, LineFormat format, int threads, BadRows bad, Supplier<? extends RowSink> sinks)
            throws DataException {
        return read(files, format, CUTTER, threads, bad, sinks);
    }

    static long read(
            List<SourceFile> files,
            LineFormat format,
            Cutter cutter,
            int threads,
            BadRows bad,
            Supplier<? extends RowSink> sinks)
            throws DataException {
        List<RowReader> readers = FilePass.run(
                files, cutter, threads, () -> new RowReader(format.parsers().get(), bad, sinks.get()));
        return readers.stream().mapToLong(reader -> reader.parser.space()).max().orElseThrow();
    }

    @Override
    public void work(Piece piece) throws DataException {
        byte[] bytes = piece.bytes();
        bytes[piece.to()] = '\n'; // so that parsers need not look where the piece ends
        int at = piece.startsInLine() ? lineEnd(bytes, piece.from()) + 1 : begin(piece);
        int end = piece.endsInLine() ? lastLine(piece) : piece.to();
        sink.begin(piece.place());
        while (at < end) {
            at = line(piece, at);
            if (block.rows() >= ROWS_AT_ONCE) {
                put();
            }
        }
        if (at < piece.to()) {
            bad.found(piece, at, tooLong(at)); // its end is in another piece, which passes over it
        }
        put();
        sink.end();
    }

    private void put() throws DataException {
        sink.add(block);
        block.clear();
    }

    private int line(Piece piece, int at) throws DataException {
        byte[] bytes = piece.bytes();
        try {
            if (piece.to() - at > MOST_LINE_BYTES && lineEnd(bytes, at) - at > MOST_LINE_BYTES) {
                throw tooLong(at);
            }
            return parser.parse(bytes, at, block);
        } catch (BadRowException e) {
            block.dropOpenRow();
            bad.found(piece, at, e);
            return lineEnd(bytes, at) + 1;
        }
    }

    private static BadRowException tooLong(int line) {
        return new BadRowException(
                "line is too long: expected its end within " + MOST_LINE_BYTES + " bytes", line + MOST_LINE_BYTES);
    }

    /** Passes over a mark of byte order at the start of a file. */
    private static int begin(Piece piece) {
        byte[] bytes = piece.bytes();
        int from = piece.from();
        boolean marked = piece.offset(from) == 0
                && piece.length() >= 3
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
        return marked ? from + 3 : from;
    }

    private static int lineEnd(byte[] bytes, int from) {
        int at = from;
        while (bytes[at] != '\n') {
            at++;
        }
        return at;
    }

    /** Where the line that goes on behind the piece begins. */
    private static int lastLine(Piece piece) {
        int at = piece.to();
        while (at > piece.from() && piece.bytes()[at - 1] != '\n') {
            at--;
        }
        return at;
    }
}
