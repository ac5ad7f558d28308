package dev.gradus.formats;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.gradus.data.DataException;
import dev.gradus.data.files.Piece;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.format.BadRowException;
import dev.gradus.data.sparse.format.BadRows;
import dev.gradus.data.sparse.format.RowSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of one file. Bytes are taken as characters of their own, so that categories are hashed as they stand
 * in the file, whatever its encoding.
 */
final class ColumnReader {

    static final int HEAD_BYTES = 1 << 16;
    private static final int ROWS_AT_ONCE = 32;

    private final SourceFile file;
    private final Piece.Place place;
    private final ColumnSettings settings;
    private final BadRows bad;
    private final ColumnLines lines = new ColumnLines();
    private final SparseBlock block = new SparseBlock();
    private @Nullable ColumnPlan plan;

    ColumnReader(SourceFile file, Piece.Place place, ColumnSettings settings, BadRows bad) {
        this.file = file;
        this.place = place;
        this.settings = settings;
        this.bad = bad;
    }

    /** Hands all rows to the sink, or those up to where they are no longer wanted. */
    void read(RowSink sink, BooleanSupplier wanted) throws DataException {
        sink.begin(place);
        try (InputStream stream = file.open();
                CsvReader<CsvLine> reader = open(stream)) {
            for (CsvLine line : reader) {
                add(line);
                if (block.rows() >= ROWS_AT_ONCE) {
                    put(sink);
                    if (!wanted.getAsBoolean()) {
                        return;
                    }
                }
            }
        } catch (CsvParseException e) {
            throw badQuotes(e);
        } catch (UncheckedIOException e) {
            throw file.unreadable(Objects.requireNonNull(e.getCause()));
        } catch (IOException e) {
            throw file.unreadable(e);
        }
        put(sink);
        sink.end();
    }

    private CsvReader<CsvLine> open(InputStream stream) throws IOException {
        byte[] head = stream.readNBytes(HEAD_BYTES);
        FileHead known = FileHead.of(head, settings);
        return known.reader(lines, known.behindMark(head, stream));
    }

    private void add(CsvLine line) throws DataException {
        if (line.columns() == 1 && line.isBlank(0)) {
            return;
        }
        if (lines.isCut()) {
            tooLong(line);
            return;
        }
        ColumnPlan known = plan;
        if (known == null) {
            ColumnNames names = ColumnNames.of(file, line, settings);
            known = new ColumnPlan(names, settings);
            plan = known;
            if (names.header()) {
                return;
            }
        }
        try {
            known.add(line, block);
        } catch (BadRowException e) {
            block.dropOpenRow();
            bad.found(place, file, line.number(), String.valueOf(e.getMessage()));
        }
    }

    /** The first line is never skipped: without it, nobody knows what the columns are. */
    private void tooLong(CsvLine line) throws DataException {
        String what = "line is too long: expected its end within " + ColumnLines.MOST_BYTES + " bytes";
        if (plan == null) {
            throw new DataException(file.path() + ":" + line.number() + ": " + what);
        }
        bad.found(place, file, line.number(), what);
    }

    private void put(RowSink sink) throws DataException {
        sink.add(block);
        block.clear();
    }

    /** Never skipped as a bad row: where quotes are wrong, nobody knows where the next row begins. */
    private DataException badQuotes(CsvParseException e) {
        return new DataException(
                file.path() + ":" + lines.number() + ": quotes are wrong: expected a field in quotes to end within "
                        + ColumnLines.MOST_BYTES + " bytes, with a separator or an end of line behind it",
                e);
    }
}
