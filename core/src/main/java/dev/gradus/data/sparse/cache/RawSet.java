package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.SparseSource;
import org.jspecify.annotations.Nullable;

/**
 * Rows as they come, whose features have any numbers of 0 at least and less than {@code space}, in any order within a
 * row. A feature that a row names twice has the sum of both values.
 *
 * @param skipped rows that could not be used
 * @param counted how often features occur, if that is known already
 */
public record RawSet(
        SparseSource train,
        SparseSource test,
        long space,
        long skipped,
        @Nullable Counted counted) implements AutoCloseable {

    /** How often features occur in the rows to train on; or, {@code withTest}, in all rows. */
    public record Counted(FeatureCounts counts, boolean withTest) {}

    public RawSet(SparseSource train, SparseSource test, long space) {
        this(train, test, space, 0, null);
    }

    @Override
    public void close() {
        train.close();
        test.close();
    }
}
