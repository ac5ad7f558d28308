package dev.gradus.formats;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.format.BadRowException;
import dev.gradus.data.sparse.format.Murmur3;
import dev.gradus.job.Key;
import java.util.ArrayList;
import java.util.List;

/** What the columns of one file become. Has working memory: used by one thread. */
final class ColumnPlan {

    /** A column that rows take something of, and its hash. */
    private record Used(int column, int hash) {}

    private final ColumnNames names;
    private final FeatureHash hash;
    private final int label;
    private final List<Used> numeric;
    private final List<Used> categorical;
    private byte[] bytes = new byte[64];

    /** Finds the columns that a job names in a file, and refuses a column that has two meanings. */
    ColumnPlan(ColumnNames names, ColumnSettings settings) throws DataException {
        this.names = names;
        this.hash = settings.hash();
        this.label = names.label(settings.label());
        boolean[] taken = new boolean[names.columns()];
        taken[label] = true;
        this.numeric = find(ColumnSettings.NUMERIC, settings.numeric(), taken);
        this.categorical = find(ColumnSettings.CATEGORICAL, settings.categorical(), taken);
    }

    /** Adds the row of a line. */
    void add(CsvLine line, SparseBlock into) throws BadRowException {
        if (line.columns() != names.columns()) {
            throw bad("row has too " + (line.columns() < names.columns() ? "few" : "many") + " columns: columns="
                    + line.columns() + ", expected " + names.columns() + " as in line " + names.line());
        }
        float value = line.isBlank(label) ? Float.NaN : number(line, label);
        if (value != 1 && value != 0 && value != -1) {
            throw bad("bad label in " + found(line, label) + ", expected -1, 0 or 1");
        }
        for (Used used : numeric) {
            addNumber(line, used, into);
        }
        for (Used used : categorical) {
            addCategory(line, used, into);
        }
        into.endRow(value == 1 ? 1 : 0, 1);
    }

    private void addNumber(CsvLine line, Used used, SparseBlock into) throws BadRowException {
        if (line.isBlank(used.column)) {
            return;
        }
        float value = number(line, used.column);
        if (!Float.isFinite(value)) {
            throw bad("bad number in " + found(line, used.column) + ", expected a finite number, or nothing");
        }
        if (value != 0) {
            into.add(hash.feature(used.hash), value);
        }
    }

    private void addCategory(CsvLine line, Used used, SparseBlock into) {
        int length = line.length(used.column);
        if (length == 0) {
            return;
        }
        if (bytes.length < length) {
            bytes = new byte[2 * length];
        }
        line.bytes(used.column, bytes);
        into.add(hash.feature(Murmur3.hash(bytes, 0, length, used.hash)), 1);
    }

    /** The number in a field, or NaN if there is none. */
    private static float number(CsvLine line, int column) {
        try {
            return line.number(column);
        } catch (NumberFormatException e) {
            return Float.NaN; // refused by the caller, who knows what was expected
        }
    }

    private List<Used> find(Key<String> key, List<String> wanted, boolean[] taken) throws DataException {
        List<Used> found = new ArrayList<>();
        for (String name : wanted) {
            int column = names.find(key.name(), name);
            if (taken[column]) {
                throw names.refusal("column is used twice: " + key + "=" + CsvColumns.oneLine(name) + ", "
                        + (column == label ? "it is the label" : "it is listed before")
                        + "; remove it from one of data.label, data.numeric and data.categorical");
            }
            taken[column] = true;
            found.add(new Used(column, hash.column(name)));
        }
        return List.copyOf(found);
    }

    private String found(CsvLine line, int column) {
        return names.describe(column) + ": found=" + CsvColumns.oneLine(ColumnNames.text(line, column));
    }

    private static BadRowException bad(String what) {
        return new BadRowException(what, 0);
    }
}
