package dev.gradus.spark.ml;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSink;

/** The rows of one partition of a data frame, as ranks read them. Immutable: reads may run side by side. */
interface PartRows {

    /** Of a row. */
    int features();

    /** How many there are. */
    long count();

    /** Hands rows {@code from} to {@code to} to the sink, in order. */
    void read(long from, long to, RowSink sink) throws DataException;
}
