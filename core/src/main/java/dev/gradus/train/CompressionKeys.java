package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.util.List;

/** The keys that say in which form gradients are exchanged. */
final class CompressionKeys {

    static final String NONE = "none";
    static final String BF16 = "bf16";
    static final String TOPK = "topk";

    static final Key<String> COMPRESSION = Key.choice(
            "exchange.compression",
            NONE,
            List.of(NONE, BF16, TOPK),
            "form in which gradients are sent: none = as they are; bf16 = rounded to 16 bits; topk = only the largest"
                    + " numbers. What is not sent is added to the next gradient. Needs deterministic: false");

    static final Key<Double> SHARE = Key.number(
            "exchange.topk",
            0.01,
            1e-6,
            1,
            "share of a gradient's numbers that each rank sends in a step, the largest first (topk only)");

    private CompressionKeys() {}

    static List<Key<?>> all() {
        return List.of(COMPRESSION, SHARE);
    }

    /**
     * Refuses what compression cannot keep: each rank rounds its own sums, so the bits depend on how many there are.
     */
    static void check(Job job) {
        String compression = job.get(COMPRESSION);
        if (!compression.equals(NONE) && job.get(JobKeys.DETERMINISTIC)) {
            throw new JobException(
                    COMPRESSION.name(),
                    "exchange.compression=" + compression + " makes the result depend on the number of ranks, which"
                            + " deterministic=true rules out; set deterministic to false, or exchange.compression to "
                            + NONE);
        }
    }
}
