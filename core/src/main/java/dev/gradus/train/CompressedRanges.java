package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.LargestSum;
import dev.gradus.exchange.LossySum;
import dev.gradus.exchange.RoundedSum;
import dev.gradus.job.Job;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * Adds up the parameters of a gradient in fewer bytes, and as they are the statistics behind them and averaged blocks,
 * whose means cannot wait for a later step. A rank hands over one node, the gradient of all its shards.
 *
 * @param exact the ranges that are added up as they are, in order
 */
record CompressedRanges(LossySum sum, Exchange exchange, List<Layout.Range> exact) implements BucketSums.RangeSum {

    /** Adds up in the form that the job asks for, which must not be as they are. */
    static CompressedRanges of(Job job, Exchange exchange, Layout layout) {
        int parameters = layout.size();
        LossySum sum = job.get(CompressionKeys.COMPRESSION).equals(CompressionKeys.BF16)
                ? new RoundedSum(exchange, parameters)
                : new LargestSum(exchange, parameters, job.get(CompressionKeys.SHARE));
        return new CompressedRanges(sum, exchange, exact(layout));
    }

    /** Averaged blocks and the statistics. */
    static List<Layout.Range> exact(Layout layout) {
        List<Layout.Range> exact = new ArrayList<>(layout.averaged());
        exact.add(new Layout.Range(layout.size(), Gradient.length(layout.size())));
        return List.copyOf(exact);
    }

    @Override
    public void sum(float[][] nodes, int from, int to) throws ExchangeException {
        if (nodes.length != 1) {
            throw new IllegalArgumentException("compression sums one node a rank: nodes=" + nodes.length);
        }
        int at = from;
        for (Layout.Range range : exact) {
            int start = Math.max(at, Math.min(range.from(), to));
            int end = Math.max(start, Math.min(range.to(), to));
            if (at < start) {
                sum.sum(nodes[0], at, start);
            }
            if (start < end) {
                exchange.sum(nodes[0], start, end);
            }
            at = end;
        }
    }
}
