package dev.gradus.formats;

import de.siegmar.fastcsv.reader.CsvIndex;
import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import java.nio.file.Path;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a CSV file. Opening it passes over the file once, to count rows and classes and to find where pages
 * begin; a read then parses only the pages it needs. Immutable: reads may run side by side, each opens the file anew.
 */
public final class CsvRows implements RowSource {

    /** More classes than this are believed only when the job says so: the column is rather a number to predict. */
    private static final int MOST_CLASSES = 10_000;

    private final CsvColumns columns;
    private final CsvIndex index;

    /** How many rows stand before each page, and at last in all. */
    private final long[] rowsBefore;

    private final Shape shape;

    private CsvRows(CsvColumns columns, CsvIndex index, long[] rowsBefore, Shape shape) {
        this.columns = columns;
        this.index = index;
        this.rowsBefore = rowsBefore;
        this.shape = shape;
    }

    /**
     * Opens a file. {@code label} is the label column's name or number from 1, or empty for the one named label, else
     * the last; {@code header} is auto, true or false; {@code classes} is 0 when they are to be counted.
     */
    public static CsvRows open(Path file, String label, String header, int classes) throws DataException {
        try (CsvLines lines = CsvLines.open(file)) {
            Pass pass = new Pass(file, label, header, classes);
            long[] rowsBefore = new long[lines.pages() + 1];
            for (int page = 0; page < lines.pages(); page++) {
                lines.read(page, pass);
                rowsBefore[page + 1] = pass.rows;
            }
            CsvColumns columns = pass.columns;
            if (columns == null || pass.rows == 0) {
                throw new DataException("no rows: file=" + file + ", line=1, column=1"
                        + (columns == null ? "; the file is empty" : "; the file has a header only"));
            }
            int found = Math.max(2, pass.largestLabel + 1);
            return new CsvRows(
                    columns, lines.index(), rowsBefore, new Shape(columns.features(), classes == 0 ? found : classes));
        }
    }

    @Override
    public Shape shape() {
        return shape;
    }

    @Override
    public long rows() {
        return rowsBefore[rowsBefore.length - 1];
    }

    /** Whether the file's first line names its columns. */
    public boolean header() {
        return columns.header();
    }

    /** The name of a feature's column, or its number where the file has no header. */
    public String featureName(int feature) {
        return columns.names().get(feature < columns.label() ? feature : feature + 1);
    }

    /** The name of the label's column, or its number where the file has no header. */
    public String labelName() {
        return columns.names().get(columns.label());
    }

    @Override
    public void read(long from, long to, RowSink sink) throws DataException {
        if (from < 0 || to < from || to > rows()) {
            throw new IllegalArgumentException("no such rows: from=" + from + ", to=" + to + ", rows=" + rows());
        }
        if (from == to) {
            return;
        }
        int page = firstPage(from);
        Range range = new Range(page, from, to, sink);
        try (CsvLines lines = CsvLines.open(columns.file(), index)) {
            for (; page < lines.pages() && rowsBefore[page] < to; page++) {
                lines.read(page, range);
            }
        }
        if (range.row < to) {
            throw new DataException("file changed while in use: file=" + columns.file() + ", rows=" + range.row
                    + ", expected=" + to + "; start again");
        }
    }

    /** The last page with no more than {@code row} rows before it; pages of empty lines have as many as the next. */
    private int firstPage(long row) {
        int place = Arrays.binarySearch(rowsBefore, row);
        int page = place < 0 ? -place - 2 : place;
        while (rowsBefore[page + 1] <= row) {
            page++;
        }
        return page;
    }

    /** What the first pass over the file finds. */
    private static final class Pass implements CsvLines.Sink {

        private final Path file;
        private final String label;
        private final String header;
        private final int classes;
        private @Nullable CsvColumns columns;
        private long rows;
        private int largestLabel;

        Pass(Path file, String label, String header, int classes) {
            this.file = file;
            this.label = label;
            this.header = header;
            this.classes = classes;
        }

        @Override
        public void line(CsvLine line) throws DataException {
            CsvColumns known = columns;
            if (known == null) {
                known = CsvColumns.of(file, line, label, header);
                columns = known;
                if (known.header()) {
                    return;
                }
            }
            known.checkWidth(line);
            largestLabel = Math.max(largestLabel, known.label(line, classes == 0 ? MOST_CLASSES : classes));
            rows++;
        }
    }

    /** Passes the rows of a range on, and skips the rest of its pages. */
    private final class Range implements CsvLines.Sink {

        private final long from;
        private final long to;
        private final RowSink sink;
        private final float[] features = new float[shape.features()];
        private long row;

        Range(int page, long from, long to, RowSink sink) {
            this.from = from;
            this.to = to;
            this.sink = sink;
            this.row = rowsBefore[page];
        }

        @Override
        public void line(CsvLine line) throws DataException {
            if (line.number() == columns.headerLine()) {
                return;
            }
            if (row >= from && row < to) {
                columns.checkWidth(line);
                columns.features(line, features);
                sink.row(features, columns.label(line, shape.classes()));
            }
            row++;
        }
    }
}
