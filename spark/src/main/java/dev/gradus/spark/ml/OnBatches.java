package dev.gradus.spark.ml;

import org.apache.spark.ml.param.IntParam;

/** The settings of those of our estimators that learn from batches of rows. {@code E} is the estimator itself. */
public interface OnBatches<E> extends OnRanks<E> {

    default IntParam batchSize() {
        return rankParams().batchSize();
    }

    default E setBatchSize(int value) {
        return with(batchSize(), value);
    }
}
