package dev.gradus.data;

/** Receives rows, one after the other. */
@FunctionalInterface
public interface RowSink {

    /** Takes one row. {@code features} belongs to the caller and changes after the call. */
    void row(float[] features, int label) throws DataException;
}
