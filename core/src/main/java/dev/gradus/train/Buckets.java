package dev.gradus.train;

import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * The ranges of a gradient that are exchanged as one unit each, from its end downwards, which is the order in which a
 * backward pass finishes them. Whole blocks are put together as long as they fit; a block that is too large for one
 * bucket is cut. The first bucket is small, so that the exchange starts early, and has the statistics.
 */
record Buckets(List<Range> ranges) {

    /** So small that it is on its way while most of the backward pass is still to come. */
    private static final long FIRST_BYTES = 1 << 20;

    /** From {@code from} to {@code to}. */
    record Range(int from, int to) {}

    Buckets {
        ranges = List.copyOf(ranges);
    }

    /** Cuts the gradient of such parameters into buckets of at most so many bytes. */
    static Buckets of(Layout layout, long mostBytes) {
        List<Layout.Block> blocks = layout.blocks();
        List<Range> ranges = new ArrayList<>();
        int block = blocks.size() - 1;
        int to = Gradient.length(layout.size());
        while (to > 0) {
            long bytes = ranges.isEmpty() ? Math.min(FIRST_BYTES, mostBytes) : mostBytes;
            int most = (int) Math.max(1, bytes / Float.BYTES);
            int from = to;
            while (block >= 0 && to - blocks.get(block).from() <= most) {
                from = blocks.get(block).from();
                block--;
            }
            from = from == to ? Math.max(0, to - most) : from;
            ranges.add(new Range(from, to));
            to = from;
        }
        return new Buckets(ranges);
    }

    int count() {
        return ranges.size();
    }
}
