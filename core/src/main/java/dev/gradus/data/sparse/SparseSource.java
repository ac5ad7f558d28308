package dev.gradus.data.sparse;

import dev.gradus.data.DataException;

/** Sparse rows by number. Any thread may use it. */
public interface SparseSource extends AutoCloseable {

    long rows();

    /** Bytes of the file that the rows are kept in; 0 if they are in none. */
    default long storedBytes() {
        return 0;
    }

    /** A reader for one thread. */
    Reader reader();

    @Override
    void close();

    /** Reads rows; fastest when each call goes on where the one before ended. */
    interface Reader {

        /** Appends rows {@code from} to {@code to} to a block. */
        void read(long from, long to, SparseBlock into) throws DataException;
    }
}
