package dev.gradus.data.sparse;

/**
 * Rows to train on and rows held out for testing, with the features that both are written in. Features that only test
 * rows have are left out of them. The fingerprint is equal for equal sets.
 */
public record SparseSet(FeatureList features, SparseSource train, SparseSource test, String fingerprint)
        implements AutoCloseable {

    @Override
    public void close() {
        train.close();
        test.close();
    }
}
