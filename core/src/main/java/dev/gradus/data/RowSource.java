package dev.gradus.data;

/** Rows that are read by number: any range, any number of times, always the same values. */
public interface RowSource {

    Shape shape();

    long rows();

    /** Hands rows {@code from} to {@code to} (half-open) to the sink, in order. */
    void read(long from, long to, RowSink sink) throws DataException;
}
