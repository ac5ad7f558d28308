package dev.gradus.data.sparse;

/**
 * Rows to train on and rows held out for testing, with the features that both are written in. Features that only test
 * rows have are left out of them. The fingerprint is equal for equal sets.
 */
public record SparseSet(FeatureList features, SparseSource train, SparseSource test, String fingerprint)
        implements AutoCloseable {

    /** What its rows and the places of its features are known again by. */
    public String facts() {
        return train.rows() + " and " + test.rows() + " rows, " + features.size() + " features, " + fingerprint;
    }

    @Override
    public void close() {
        train.close();
        test.close();
    }
}
