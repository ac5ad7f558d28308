package dev.gradus.spark.ml;

import org.apache.spark.sql.catalyst.InternalRow;

/** What the label of a row must be. */
final class Labels {

    private Labels() {}

    /** The class, of so many, that the first column of a row names. */
    static int of(InternalRow row, int classes) {
        if (row.isNullAt(0)) {
            throw new IllegalArgumentException("label is null; leave such rows out");
        }
        double label = row.getDouble(0);
        int found = (int) label;
        if (found != label || found < 0 || found >= classes) {
            throw new IllegalArgumentException("label is no class: label=" + label + ", classes=" + classes
                    + "; labels are whole numbers from 0, a StringIndexer makes them");
        }
        return found;
    }
}
