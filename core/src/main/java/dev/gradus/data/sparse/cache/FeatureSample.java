package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.SparseBlock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How often features occur in some rows of a set, which are few, so that those which are frequent in all of it are
 * known before it is read. Threads add through a {@link Counter} each.
 */
public final class FeatureSample {

    private final List<Counter> counters = new ArrayList<>();

    /** A counter for one thread. Counters are made by one. */
    public Counter counter() {
        Counter counter = new Counter();
        counters.add(counter);
        return counter;
    }

    /** The most frequent features for rows that are kept, equally frequent ones by number. Nobody may add any more. */
    public FrequentFeatures frequent() {
        return frequent(FrequentFeatures.KEPT_BITS);
    }

    /** The same, but fewer, for a {@link RowCoder}, which has no time to look for them far away. */
    public FrequentFeatures mostFrequent() {
        return frequent(FrequentFeatures.CODED_BITS);
    }

    private FrequentFeatures frequent(int bits) {
        Counter all = new Counter();
        for (Counter counter : counters) {
            all.addAll(counter);
        }
        return FrequentFeatures.of(all.ordered(2 << bits), bits);
    }

    /** Features with their counts, by hash. */
    public static final class Counter {

        private static final int FIRST_SLOTS = 1 << 16;

        /** Counts beyond are not told apart where it is decided which features are sorted. */
        private static final int MOST_TOLD = 1 << 10;

        /** The count in the upper half, 0 if the slot is free, and the feature in the lower. */
        private long[] slots = new long[FIRST_SLOTS];

        private int filled;

        private Counter() {}

        /** Adds the features of all entries that are not 0. */
        public void add(SparseBlock block) {
            int[] features = block.features();
            float[] values = block.values();
            for (int i = 0; i < block.entries(); i++) {
                if (values[i] != 0) {
                    add(features[i], 1);
                }
            }
        }

        private void addAll(Counter other) {
            for (long slot : other.slots) {
                if (slot != 0) {
                    add((int) slot, slot >>> 32);
                }
            }
        }

        private void add(int feature, long times) {
            int slot = slot(feature);
            if (slots[slot] == 0) {
                if (2 * filled >= slots.length) {
                    grow();
                    slot = slot(feature);
                }
                filled++;
                slots[slot] = feature;
            }
            slots[slot] += times << 32;
        }

        private int slot(int feature) {
            int slot = FrequentFeatures.hash(feature) >>> (1 + Integer.numberOfLeadingZeros(slots.length));
            while (slots[slot] != 0 && (int) slots[slot] != feature) {
                slot = slot + 1 & slots.length - 1;
            }
            return slot;
        }

        private void grow() {
            long[] old = slots;
            slots = new long[2 * old.length];
            for (long held : old) {
                if (held != 0) {
                    slots[slot((int) held)] = held;
                }
            }
        }

        /** The most frequent features by falling count, equal ones by number: {@code least} or more, if there are. */
        private int[] ordered(int least) {
            long lowest = lowest(least);
            long[] found = new long[filled];
            int count = 0;
            for (long slot : slots) {
                if (slot >>> 32 >= lowest) { // sorts by falling count, then by rising number
                    found[count++] = (Integer.MAX_VALUE - (slot >>> 32)) << 32 | (int) slot;
                }
            }
            Arrays.sort(found, 0, count);
            return Arrays.stream(found, 0, count).mapToInt(each -> (int) each).toArray();
        }

        /** A count that at least so many features have, or 1: most features occur once, and need not be sorted. */
        private long lowest(int least) {
            int[] having = new int[MOST_TOLD];
            for (long slot : slots) {
                having[(int) Math.min(slot >>> 32, MOST_TOLD - 1)]++;
            }
            int lowest = MOST_TOLD - 1;
            for (int more = having[lowest]; more < least && lowest > 1; more += having[lowest]) {
                lowest--;
            }
            return lowest;
        }
    }
}
