package dev.gradus.data;

/** Rows that are read by number: any range, any number of times, always the same values. */
public interface RowSource {

    Shape shape();

    long rows();

    /** Whether rows are to be varied anew in every epoch of training, which not every store can do. */
    default boolean varied() {
        return false;
    }

    /** Hands rows {@code from} to {@code to} (half-open) to the sink, in order. */
    void read(long from, long to, RowSink sink) throws DataException;
}
