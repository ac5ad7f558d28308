package dev.gradus.benchmarks;

import dev.gradus.exchange.Bucket;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import java.nio.FloatBuffer;

/** Numbers in a bucket, which ranks of one machine add up where they lie. */
final class BucketPath implements SumPath {

    static final String NAME = "bucket";

    private final Exchange exchange;
    private final Bucket bucket;
    private final FloatBuffer values;

    BucketPath(Exchange exchange, int floats) throws ExchangeException {
        this.exchange = exchange;
        this.bucket = exchange.bucket(TreeShare.oneLeafEach(exchange.ranks()), floats);
        this.values = bucket.node(0);
    }

    @Override
    public void fill(int period, int factor) {
        // By arrays, since a loop over a buffer is not vectorised as that of the C driver is: where ranks share a core,
        // one that writes its next numbers takes time from those that still sum.
        float[] numbers = new float[period];
        for (int i = 0; i < period; i++) {
            numbers[i] = (float) (i * factor);
        }
        for (int start = 0; start < bucket.length(); start += period) {
            values.put(start, numbers, 0, Math.min(period, bucket.length() - start));
        }
    }

    @Override
    public float get(int index) {
        return values.get(index);
    }

    @Override
    public int length() {
        return bucket.length();
    }

    @Override
    public void sum() throws ExchangeException {
        exchange.sum(bucket, 0, bucket.length());
    }
}
