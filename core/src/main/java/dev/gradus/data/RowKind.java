package dev.gradus.data;

import dev.gradus.job.Job;

/** A kind of data that gives rows of numbers with labels. */
public interface RowKind extends DataKind {

    /** Opens the set and checks what can be checked without reading every row. */
    DataSet open(Job job) throws DataException;
}
