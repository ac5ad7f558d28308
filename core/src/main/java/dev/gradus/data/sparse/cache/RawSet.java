package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.SparseSource;

/**
 * Rows as they come, whose features have any numbers of 0 at least and less than {@code space}, in any order within a
 * row. A feature that a row names twice has the sum of both values.
 *
 * @param skipped rows that could not be used
 */
public record RawSet(SparseSource train, SparseSource test, long space, long skipped) implements AutoCloseable {

    public RawSet(SparseSource train, SparseSource test, long space) {
        this(train, test, space, 0);
    }

    @Override
    public void close() {
        train.close();
        test.close();
    }
}
