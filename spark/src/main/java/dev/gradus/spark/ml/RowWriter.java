package dev.gradus.spark.ml;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;

/** How the rows of a data frame are written to the files of a spool. Travels to the tasks that write. */
interface RowWriter extends Serializable {

    /** What the names of files end with. */
    String ending();

    /** Whether the driver needs the files, too: it does to save a model by the words or features of its data. */
    default boolean driverReads() {
        return true;
    }

    /** What a file begins with. */
    default void begin(RowBytes out) {}

    /** Appends one row, which is Spark's again afterwards; refuses one that the reader would take for another. */
    void write(InternalRow row, RowBytes out);
}
