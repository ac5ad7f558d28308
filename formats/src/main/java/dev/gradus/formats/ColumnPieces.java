package dev.gradus.formats;

import de.siegmar.fastcsv.reader.CsvReader;
import dev.gradus.data.DataException;
import dev.gradus.data.files.Cutter;
import dev.gradus.data.files.FilePass;
import dev.gradus.data.files.LineCutter;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.format.BadRowException;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowSink;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Reads the rows of the pieces that one thread gets, of files that pass {@link CutCheck}. */
final class ColumnPieces implements FilePass.Worker {

    /** Pieces small enough that threads end together; most lines are far shorter than the first look. */
    static final Cutter CUTTER = new LineCutter(1 << 20, 1 << 16, ColumnLines.MOST_BYTES);

    private static final int ROWS_AT_ONCE = 32;

    /** How the lines of a file are read: what its first bytes and its first line tell, and where rows begin. */
    private record Start(FileHead head, ColumnNames names, long rowsFrom) {}

    private final List<@Nullable Start> starts;
    private final List<@Nullable ColumnPlan> plans = new ArrayList<>();
    private final BadRows bad;
    private final RowSink sink;
    private final ColumnLines lines = new ColumnLines();
    private final SparseBlock block = new SparseBlock();

    private ColumnPieces(List<@Nullable Start> starts, ColumnSettings settings, BadRows bad, RowSink sink)
            throws DataException {
        this.starts = starts;
        for (Start start : starts) {
            plans.add(start == null ? null : new ColumnPlan(start.names, settings));
        }
        this.bad = bad;
        this.sink = sink;
    }

    /** Hands all rows of the files to a sink a thread. */
    static void read(
            List<SourceFile> files, ColumnSettings settings, Cutter cutter, BadRows bad, List<? extends RowSink> sinks)
            throws DataException {
        List<@Nullable Start> starts = new ArrayList<>();
        for (SourceFile file : files) {
            starts.add(start(file, settings));
        }
        List<ColumnPieces> readers = new ArrayList<>();
        for (RowSink sink : sinks) {
            readers.add(new ColumnPieces(starts, settings, bad, sink));
        }
        Supplier<ColumnPieces> next = readers.iterator()::next;
        FilePass.run(files, cutter, sinks.size(), next);
    }

    /** Null for a file without a line, which has no piece with one either. */
    private static @Nullable Start start(SourceFile file, ColumnSettings settings) throws DataException {
        try (InputStream stream = file.open()) {
            byte[] bytes = stream.readNBytes(ColumnReader.HEAD_BYTES);
            FileHead head = FileHead.of(bytes, settings);
            CsvReader<CsvLine> reader = head.reader(new ColumnLines(), head.behindMark(bytes, stream));
            for (CsvLine line : reader) {
                if (line.columns() != 1 || !line.isBlank(0)) {
                    ColumnNames names = ColumnNames.of(file, line, settings);
                    return new Start(head, names, names.header() ? afterLines(file, names.line()) : head.markBytes());
                }
            }
            return null;
        } catch (UncheckedIOException e) {
            throw file.unreadable(Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw file.unreadable(e);
        }
    }

    /** How many bytes the first lines of a file take, with their ends. */
    private static long afterLines(SourceFile file, long lines) throws IOException {
        try (InputStream stream = new BufferedInputStream(file.open())) {
            long bytes = 0;
            long left = lines;
            for (int next; left > 0 && (next = stream.read()) >= 0; bytes++) {
                left -= next == '\n' ? 1 : 0;
            }
            return bytes;
        }
    }

    @Override
    public void work(Piece piece) throws DataException {
        sink.begin(piece.place());
        Start start = starts.get(piece.place().file());
        ColumnPlan plan = plans.get(piece.place().file());
        if (start != null && plan != null) {
            read(piece, start, plan);
        }
        sink.add(block);
        block.clear();
        sink.end();
    }

    private void read(Piece piece, Start start, ColumnPlan plan) throws DataException {
        long head = Math.max(0, start.rowsFrom - piece.offset(piece.from()));
        int from = piece.from() + (int) Math.min(head, piece.length());
        InputStream bytes = new ByteArrayInputStream(piece.bytes(), from, piece.to() - from);
        try (CsvReader<CsvLine> reader = start.head.reader(lines, bytes)) {
            for (CsvLine line : reader) {
                if (line.columns() != 1 || !line.isBlank(0)) {
                    add(piece, from, line, plan);
                }
            }
        } catch (IOException e) {
            throw piece.file().unreadable(e);
        }
    }

    private void add(Piece piece, int from, CsvLine line, ColumnPlan plan) throws DataException {
        try {
            plan.add(line, block);
        } catch (BadRowException e) {
            block.dropOpenRow();
            bad.found(piece, from, line.number(), String.valueOf(e.getMessage()));
        }
        if (block.rows() >= ROWS_AT_ONCE) {
            sink.add(block);
            block.clear();
        }
    }
}
