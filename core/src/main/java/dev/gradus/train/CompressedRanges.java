package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.LargestSum;
import dev.gradus.exchange.LossySum;
import dev.gradus.exchange.RoundedSum;
import dev.gradus.job.Job;

/**
 * Adds up the parameters of a gradient in fewer bytes, and the statistics behind them as they are. A rank hands over
 * one node, the gradient of all its shards.
 */
record CompressedRanges(LossySum sum, Exchange exchange, int parameters) implements BucketSums.RangeSum {

    /** Adds up in the form that the job asks for, which must not be as they are. */
    static CompressedRanges of(Job job, Exchange exchange, int parameters) {
        LossySum sum = job.get(CompressionKeys.COMPRESSION).equals(CompressionKeys.BF16)
                ? new RoundedSum(exchange, parameters)
                : new LargestSum(exchange, parameters, job.get(CompressionKeys.SHARE));
        return new CompressedRanges(sum, exchange, parameters);
    }

    @Override
    public void sum(float[][] nodes, int from, int to) throws ExchangeException {
        if (nodes.length != 1) {
            throw new IllegalArgumentException("compression sums one node a rank: nodes=" + nodes.length);
        }
        if (from < parameters) {
            sum.sum(nodes[0], from, Math.min(to, parameters));
        }
        if (to > parameters) {
            exchange.sum(nodes[0], Math.max(from, parameters), to);
        }
    }
}
