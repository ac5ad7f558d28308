package dev.gradus.report;

import dev.gradus.metrics.HashLines;
import dev.gradus.metrics.HashReading;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The hash chains of two runs, walked side by side to their end or to the first step at which they differ.
 *
 * @param lines how many hashed steps are the same
 * @param chain the chain after the last of them
 * @param difference null if there is none
 */
public record ChainComparison(
        long lines, String chain, @Nullable Difference difference) {

    /**
     * Where two runs part.
     *
     * @param block the first block that differs; empty where it is not a block: one run lacks the step, and its hash is
     *     empty, or blocks are the same and only the chains differ, so that something before is not shown
     */
    public record Difference(long step, String block, String expected, String found) {}

    public static ChainComparison of(HashLines expected, HashLines found) throws IOException {
        long lines = 0;
        String chain = "";
        while (true) {
            HashReading one = expected.next();
            HashReading other = found.next();
            Difference difference = difference(one, other);
            if (one == null || difference != null) {
                return new ChainComparison(lines, chain, difference);
            }
            lines++;
            chain = one.chain();
        }
    }

    private static @Nullable Difference difference(@Nullable HashReading expected, @Nullable HashReading found) {
        if (expected == null) {
            return found == null ? null : new Difference(found.step(), "", "", found.chain());
        }
        if (found == null || expected.step() < found.step()) {
            return new Difference(expected.step(), "", expected.chain(), "");
        }
        if (found.step() < expected.step()) {
            return new Difference(found.step(), "", "", found.chain());
        }
        return inBlocks(expected, found);
    }

    private static @Nullable Difference inBlocks(HashReading expected, HashReading found) {
        Set<String> blocks = new LinkedHashSet<>(expected.blocks().keySet());
        blocks.addAll(found.blocks().keySet());
        for (String block : blocks) {
            String one = expected.blocks().getOrDefault(block, "");
            String other = found.blocks().getOrDefault(block, "");
            if (!one.equals(other)) {
                return new Difference(expected.step(), block, one, other);
            }
        }
        return expected.chain().equals(found.chain())
                ? null
                : new Difference(expected.step(), "", expected.chain(), found.chain());
    }
}
