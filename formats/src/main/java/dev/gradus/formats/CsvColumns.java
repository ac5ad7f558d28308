package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.job.Names;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the columns of a CSV file are: their names, the line that has them (0 if none), and which is the label. */
record CsvColumns(Path file, long headerLine, List<String> names, int label) {

    private static final int LONGEST_SHOWN = 40;

    /** Decides from the first line of a file. {@code label} is a name, a number from 1, or empty. */
    static CsvColumns of(Path file, CsvLine first, String label, String header) throws DataException {
        boolean named = header.equals("auto") ? !allNumbers(first) : header.equals("true");
        List<String> names = IntStream.range(0, first.columns())
                .mapToObj(column -> named ? first.text(column).strip() : "column " + (column + 1))
                .toList();
        if (names.size() < 2) {
            throw new DataException("no feature columns: file=" + file + ", line=" + first.number()
                    + ", columns=1; a row needs features and a label, with commas between them");
        }
        return new CsvColumns(file, named ? first.number() : 0, names, labelColumn(file, first, names, label));
    }

    boolean header() {
        return headerLine > 0;
    }

    int features() {
        return names.size() - 1;
    }

    void checkWidth(CsvLine line) throws DataException {
        if (line.columns() != names.size()) {
            throw error(
                    line,
                    Math.min(line.columns(), names.size()),
                    "row has " + (line.columns() < names.size() ? "too few" : "too many") + " columns",
                    "columns=" + line.columns() + ", expected=" + names.size() + "; correct or remove the row");
        }
    }

    /** The line's label, below {@code classes}. */
    int label(CsvLine line, int classes) throws DataException {
        float value = number(line, label);
        if (value != Math.rint(value)) {
            throw error(
                    line,
                    label,
                    "label is not a whole number",
                    shown(line, label) + "; labels are 0, 1, 2 and so on; is this the label's column (data.label)?");
        }
        if (value < 0 || value >= classes) {
            throw error(
                    line,
                    label,
                    "label is out of range",
                    shown(line, label) + ", expected 0 to " + (classes - 1)
                            + "; correct the label, data.label or data.classes");
        }
        return (int) value;
    }

    void features(CsvLine line, float[] features) throws DataException {
        for (int column = 0, j = 0; column < names.size(); column++) {
            if (column != label) {
                features[j++] = number(line, column);
            }
        }
    }

    private float number(CsvLine line, int column) throws DataException {
        float value;
        try {
            value = line.number(column);
        } catch (NumberFormatException e) {
            throw error(line, column, "not a number", shown(line, column) + "; correct the value or remove the row");
        }
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            throw error(
                    line, column, "not a finite number", shown(line, column) + "; correct the value or remove the row");
        }
        return value;
    }

    private DataException error(CsvLine line, int column, String what, String details) {
        String name = header() && column < names.size() ? ", name=" + oneLine(names.get(column)) : "";
        return new DataException(what + ": file=" + file + ", line=" + line.number() + ", column=" + (column + 1) + name
                + ", " + details);
    }

    private static String shown(CsvLine line, int column) {
        return "value='" + oneLine(line.text(column)) + "'";
    }

    static String oneLine(String text) {
        String line = text.replaceAll("\\p{Cntrl}", "?");
        return line.length() <= LONGEST_SHOWN ? line : line.substring(0, LONGEST_SHOWN) + "...";
    }

    private static boolean allNumbers(CsvLine line) {
        return IntStream.range(0, line.columns()).allMatch(column -> isNumber(line, column));
    }

    static boolean isNumber(CsvLine line, int column) {
        try {
            line.number(column);
            return true;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static int labelColumn(Path file, CsvLine first, List<String> names, String wanted) throws DataException {
        if (wanted.isEmpty()) {
            int named = names.indexOf("label");
            return named < 0 ? names.size() - 1 : named;
        }
        Integer number = names.contains(wanted) ? (Integer) (names.indexOf(wanted) + 1) : wholeNumber(wanted);
        if (number == null || number < 1 || number > names.size()) {
            String hint = Names.didYouMean(wanted, names);
            throw new DataException("no such label column: file=" + file + ", line=" + first.number() + ", data.label="
                    + oneLine(wanted) + ", columns=" + names.size()
                    + (hint.isEmpty() ? "; write a column's name or its number from 1" : hint));
        }
        return number - 1;
    }

    private static @Nullable Integer wholeNumber(String text) {
        return text.matches("\\d{1,9}") ? (Integer) Integer.parseInt(text) : null;
    }
}
