package dev.gradus.train;

import dev.gradus.exchange.ExchangeException;
import java.util.List;

/** Adds up all buckets one after the other when the whole gradient is there, on the rank's own thread. */
final class InlineSums implements BucketSums {

    private final RangeSum sum;
    private final List<Buckets.Range> buckets;
    private float[][] nodes = {};

    InlineSums(RangeSum sum, Buckets buckets) {
        this.sum = sum;
        this.buckets = buckets.ranges();
    }

    @Override
    public void begin(float[][] nodes) {
        this.nodes = nodes;
    }

    @Override
    public void finishedFrom(int from) {}

    @Override
    public void finish() throws ExchangeException {
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            BucketSums.sum(sum, nodes, bucket, buckets);
        }
    }

    @Override
    public void close() {}
}
