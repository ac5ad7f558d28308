package dev.gradus.formats;

import dev.gradus.data.DataKeys;
import dev.gradus.data.sparse.format.SparseKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a job says about the columns of files. Columns are named by the header or by their number from 1.
 *
 * @param separator {@link #GUESSED} if each file shows its own
 */
record ColumnSettings(
        String label, String header, char separator, List<String> numeric, List<String> categorical, FeatureHash hash) {

    static final Key<String> NUMERIC = Key.text(
            "data.numeric",
            "",
            "names or numbers (from 1) of the columns whose fields are numbers, with commas between");

    static final Key<String> CATEGORICAL = Key.text(
            "data.categorical",
            "",
            "names or numbers (from 1) of the columns whose fields are categories, with commas between");

    static final Key<String> SEPARATOR = Key.text(
            "data.separator",
            "auto",
            "what stands between columns: comma, tab or any one character; auto: tab if the first line has more tabs"
                    + " than commas, else comma");

    static final char GUESSED = 0;

    static ColumnSettings of(Job job) {
        List<String> numeric = list(job, NUMERIC);
        List<String> categorical = list(job, CATEGORICAL);
        if (numeric.isEmpty() && categorical.isEmpty()) {
            throw new JobException(
                    NUMERIC.name(),
                    "no columns: data.kind=" + ColumnsKind.NAME + ", data.numeric=, data.categorical=; write names or"
                            + " numbers of columns, with commas between");
        }
        return new ColumnSettings(
                job.get(DataKeys.LABEL).strip(),
                job.get(DataKeys.HEADER),
                separator(job.get(SEPARATOR)),
                numeric,
                categorical,
                new FeatureHash(
                        job.integer(SparseKeys.BITS),
                        job.get(SparseKeys.HASH_SEED).intValue()));
    }

    /** All of it, in a form that differs if any of it does. */
    String text() {
        return "header=" + header + "\nseparator=" + (int) separator + "\nhash=" + hash + "\nnumeric="
                + String.join(",", numeric) + "\ncategorical=" + String.join(",", categorical) + "\nlabel=" + label
                + "\n";
    }

    /** Whether any column is called by something that is no number, so that files must have a header. */
    boolean needsHeader() {
        return Stream.of(List.of(label), numeric, categorical)
                .flatMap(List::stream)
                .anyMatch(column -> !column.isEmpty() && !isNumber(column));
    }

    /** Whether a column may be meant by its number. */
    static boolean isNumber(String column) {
        return column.matches("\\d{1,9}");
    }

    private static List<String> list(Job job, Key<String> key) {
        String text = job.get(key);
        if (text.isBlank()) {
            return List.of();
        }
        List<String> columns =
                Arrays.stream(text.split(",", -1)).map(String::strip).toList();
        if (columns.contains("")) {
            throw new JobException(
                    key.name(), "column without a name: " + key + "=" + text + "; remove the comma too many");
        }
        return columns;
    }

    private static char separator(String text) {
        return switch (text) {
            case "auto" -> GUESSED;
            case "comma" -> ',';
            case "tab" -> '\t';
            default -> character(text);
        };
    }

    private static char character(String text) {
        // Files are read byte by byte, and lines and quotes are found by these.
        if (text.length() != 1 || text.charAt(0) > 0x7F || "\0\n\r\"".contains(text)) {
            throw new JobException(
                    SEPARATOR.name(),
                    "bad separator: data.separator=" + CsvColumns.oneLine(text)
                            + "; expected auto, comma, tab or one ASCII character, not a quote or an end of line");
        }
        return text.charAt(0);
    }
}
