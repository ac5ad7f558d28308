package dev.gradus.train;

import dev.gradus.exchange.ExchangeException;
import java.util.List;

/**
 * Adds up the gradients of all ranks, bucket by bucket. A step is {@link #begin}, any number of {@link #finishedFrom}
 * and {@link #finish}. Used by the rank's thread.
 */
interface BucketSums extends AutoCloseable {

    /** How one range of this rank's nodes is added to those of all others. */
    interface RangeSum {

        /** Replaces {@code from} to {@code to} of the first node by the sum over all ranks. */
        void sum(float[][] nodes, int from, int to) throws ExchangeException;
    }

    /** Starts a step, in which these arrays are filled from their end downwards. */
    void begin(float[][] nodes);

    /** Says that the nodes will not change any more from there on. */
    void finishedFrom(int from);

    /** Returns when the first node holds the sum over all ranks. */
    void finish() throws ExchangeException;

    @Override
    void close();

    /** For a rank whose gradients stay with it. */
    static BucketSums none() {
        return new BucketSums() {
            @Override
            public void begin(float[][] nodes) {}

            @Override
            public void finishedFrom(int from) {}

            @Override
            public void finish() {}

            @Override
            public void close() {}
        };
    }

    /** Adds up one bucket; what goes wrong names it, unless it is the only one. */
    static void sum(RangeSum sum, float[][] nodes, int bucket, List<Buckets.Range> buckets) throws ExchangeException {
        try {
            sum.sum(nodes, buckets.get(bucket).from(), buckets.get(bucket).to());
        } catch (ExchangeException e) {
            if (buckets.size() == 1) {
                throw e;
            }
            throw new ExchangeException(e.peer(), e.getMessage() + ", bucket=" + bucket, e);
        }
    }
}
