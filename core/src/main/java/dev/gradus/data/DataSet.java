package dev.gradus.data;

/** Rows to train on and rows held out for testing. */
public record DataSet(RowSource train, RowSource test) {

    public DataSet {
        if (!train.shape().equals(test.shape())) {
            throw new IllegalArgumentException(
                    "train and test differ in shape: train=" + train.shape() + ", test=" + test.shape());
        }
    }

    public Shape shape() {
        return train.shape();
    }
}
