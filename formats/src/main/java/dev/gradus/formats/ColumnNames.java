package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.files.SourceFile;
import dev.gradus.job.Names;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How the columns of a file can be called: by number, and by name if its first line is a header. */
record ColumnNames(SourceFile file, long line, boolean header, List<String> fields) {

    private static final int LONGEST_NAME = 200;

    /** Decides from the first line whether it is a header. */
    static ColumnNames of(SourceFile file, CsvLine first, ColumnSettings settings) {
        List<String> fields = IntStream.range(0, first.columns())
                .mapToObj(column -> text(first, column).strip())
                .toList();
        boolean header = settings.header().equals("auto")
                ? looksLikeHeader(first, fields, settings)
                : settings.header().equals("true");
        return new ColumnNames(file, first.number(), header, fields);
    }

    /** What a field says; lines have a character for each byte. */
    static String text(CsvLine line, int column) {
        return new String(line.text(column).getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    int columns() {
        return fields.size();
    }

    /** A column for messages: its number from 1, and its name if it has one. */
    String describe(int column) {
        return "column " + (column + 1) + (header ? " (" + CsvColumns.oneLine(fields.get(column)) + ")" : "");
    }

    /** The label's column: the one that is wanted, or if none is, the one named label, else the last. */
    int label(String wanted) throws DataException {
        if (!wanted.isEmpty()) {
            return find(DataKeys.LABEL.name(), wanted);
        }
        return header ? usualLabel(fields) : columns() - 1;
    }

    /** The column that a key of the job calls by name or number. */
    int find(String key, String wanted) throws DataException {
        int named = header ? fields.indexOf(wanted) : -1;
        if (named >= 0 && named != fields.lastIndexOf(wanted)) {
            throw refusal("several columns have this name: " + key + "=" + CsvColumns.oneLine(wanted) + ", columns="
                    + (named + 1) + " and " + (fields.lastIndexOf(wanted) + 1) + "; write the column's number");
        }
        if (named >= 0) {
            return named;
        }
        int number = ColumnSettings.isNumber(wanted) ? Integer.parseInt(wanted) : 0;
        if (number < 1 || number > columns()) {
            throw refusal("no such column: " + key + "=" + CsvColumns.oneLine(wanted) + ", columns=" + columns()
                    + hint(wanted));
        }
        return number - 1;
    }

    /** What is thrown when the job does not fit the file. */
    DataException refusal(String what) {
        return new DataException(file.path() + ":" + line + ": " + what);
    }

    private String hint(String wanted) {
        if (!header) {
            return "; write a number from 1, or data.header: true if the first line has names";
        }
        // A wrong separator can make a field of a whole line, and comparing takes memory for each of its letters.
        List<String> names =
                fields.stream().filter(field -> field.length() <= LONGEST_NAME).toList();
        String near = Names.didYouMean(wanted, names);
        return near.isEmpty() ? "; write a column's name or its number from 1; is data.separator right?" : near;
    }

    /**
     * A header has to be there if columns are called by names. Else it is one if the label is something else than a
     * number, and so is every numeric field; categories can look like anything.
     */
    private static boolean looksLikeHeader(CsvLine first, List<String> fields, ColumnSettings settings) {
        if (settings.needsHeader()) {
            return true;
        }
        int label = settings.label().isEmpty() ? usualLabel(fields) : Integer.parseInt(settings.label()) - 1;
        boolean words =
                label >= 0 && label < fields.size() && !fields.get(label).isEmpty();
        return words
                && Stream.concat(
                                Stream.of(label),
                                settings.numeric().stream().map(column -> Integer.parseInt(column) - 1))
                        .filter(column -> column >= 0 && column < fields.size())
                        .noneMatch(column -> CsvColumns.isNumber(first, column));
    }

    private static int usualLabel(List<String> fields) {
        int named = fields.indexOf("label");
        return named < 0 ? fields.size() - 1 : named;
    }
}
