package dev.gradus.formats;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvIndex;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.IndexedCsvReader;
import de.siegmar.fastcsv.reader.IndexedCsvReader.IndexedCsvReaderBuilder;
import dev.gradus.data.DataException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The lines of an open CSV file, by pages of {@value #PAGE} lines that can be read in any order. Empty lines are left
 * out but counted in their page. Used by one thread.
 */
final class CsvLines implements AutoCloseable {

    /** Small, since a read starts at a page; large, since each page costs a seek. */
    static final int PAGE = 512;

    /** Takes one line after the other. */
    interface Sink {

        void line(CsvLine line) throws DataException;
    }

    private final Path file;
    private final Lines lines = new Lines();
    private final IndexedCsvReader<Void> reader;

    /** Opens the file and finds its pages. */
    static CsvLines open(Path file) throws DataException {
        return new CsvLines(file, null);
    }

    /** Opens a file whose pages were found before. */
    static CsvLines open(Path file, CsvIndex index) throws DataException {
        return new CsvLines(file, index);
    }

    private CsvLines(Path file, @Nullable CsvIndex index) throws DataException {
        this.file = file;
        if (!Files.exists(file)) {
            throw new DataException("file not found: file=" + file + "; check the path");
        }
        if (!Files.isRegularFile(file)) {
            throw new DataException("not a file: file=" + file + "; give the path of a CSV file");
        }
        this.reader = reader(file, lines, index);
    }

    CsvIndex index() {
        return reader.getIndex();
    }

    int pages() {
        return reader.getIndex().pages().size();
    }

    /** Hands the lines of a page to the sink. */
    void read(int page, Sink sink) throws DataException {
        lines.sink = sink;
        try {
            reader.readPage(page);
        } catch (CsvParseException e) {
            throw unwrapped(e);
        } catch (IOException e) {
            throw new DataException("cannot read file: file=" + file + ", error=" + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws DataException {
        try {
            reader.close();
        } catch (IOException e) {
            throw new DataException("cannot close file: file=" + file + ", error=" + e.getMessage(), e);
        }
    }

    private static IndexedCsvReader<Void> reader(Path file, Lines lines, @Nullable CsvIndex index)
            throws DataException {
        IndexedCsvReaderBuilder builder =
                IndexedCsvReader.builder().pageSize(PAGE).allowUnclosedQuote(false);
        try {
            return index == null
                    ? builder.build(lines, file, StandardCharsets.UTF_8)
                    : builder.index(index).build(lines, file, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new DataException(
                    index == null
                            ? "not UTF-8: file=" + file + "; convert the file to UTF-8"
                            : "file changed while in use: file=" + file + "; start again",
                    e);
        } catch (IOException e) {
            throw new DataException("cannot read file: file=" + file + ", error=" + e.getMessage(), e);
        }
    }

    private DataException unwrapped(CsvParseException e) {
        if (e.getCause() instanceof UncheckedIOException carrier && carrier.getCause() instanceof DataException own) {
            return own;
        }
        return new DataException(
                "not valid CSV: file=" + file + ", line=" + lines.line.number() + ", column="
                        + (lines.line.columns() + 1) + "; check the quotes of this field",
                e);
    }

    /** Collects fields and passes whole lines on; returns no records, since nothing is kept. */
    private static final class Lines extends AbstractBaseCsvCallbackHandler<Void> {

        private final CsvLine line = new CsvLine();
        private boolean empty;
        private Sink sink = ignored -> {};

        @Override
        protected void handleBegin(long startingLineNumber) {
            line.begin(startingLineNumber);
            empty = false;
        }

        @Override
        protected void handleField(int fieldIndex, char[] buffer, int offset, int length, boolean quoted) {
            line.add(buffer, offset, length);
        }

        @Override
        protected void handleEmpty() {
            empty = true;
        }

        @Override
        protected @Nullable Void buildRecord() {
            if (!empty) {
                try {
                    sink.line(line);
                } catch (DataException e) {
                    // The parser lets no checked exception through; read() takes it out again.
                    throw new UncheckedIOException(e);
                }
            }
            return null;
        }
    }
}
