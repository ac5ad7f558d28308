package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.FeatureList;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How often features occur, and then their places by falling frequency. Any thread may add, through a {@link Buffer} of
 * its own. Four bytes for each feature there could be, in pages that are made when a feature of theirs occurs.
 */
final class FeatureCounts {

    private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(int[].class);

    private static final int PAGE_BITS = 16;
    private static final int PAGE_MASK = (1 << PAGE_BITS) - 1;

    /**
     * Features that occur more often are sorted, since they are few; all others are counted by how often they occur.
     */
    private static final int FEW = 1 << 16;

    private final AtomicReferenceArray<int[]> pages;
    private final long space;

    FeatureCounts(long space) {
        if (space < 1 || space > 1L << 31) {
            throw new IllegalArgumentException("no such space of features: space=" + space);
        }
        this.space = space;
        this.pages = new AtomicReferenceArray<>((int) ((space + PAGE_MASK) >>> PAGE_BITS));
    }

    /**
     * Puts the features that occur {@code least} times or more in order, the most frequent first, equally frequent ones
     * by number; {@link #place} is known from then on. Nobody may add any more.
     */
    FeatureList rank(long least) {
        int[] occurring = new int[FEW];
        long[] frequent = new long[0];
        int found = 0;
        for (int page = 0; page < pages.length(); page++) {
            int[] counts = pages.get(page);
            for (int i = 0; counts != null && i < counts.length; i++) {
                if (counts[i] >= FEW && counts[i] >= least) {
                    frequent = found == frequent.length ? Arrays.copyOf(frequent, 2 * found + 16) : frequent;
                    // Sorts by falling count, then by rising number.
                    frequent[found++] = (long) (Integer.MAX_VALUE - counts[i]) << 32 | page << PAGE_BITS | i;
                } else if (counts[i] > 0 && counts[i] >= least) {
                    occurring[counts[i]]++;
                }
            }
        }
        Arrays.sort(frequent, 0, found);
        int[] ids = new int[first(occurring, found)];
        for (int place = 0; place < found; place++) {
            ids[place] = (int) frequent[place];
        }
        assign(least, occurring, ids);
        for (int place = 0; place < found; place++) {
            page(ids[place])[ids[place] & PAGE_MASK] = place;
        }
        return new FeatureList(ids, space);
    }

    /** The place of a feature; -1 if it is not listed. */
    int place(int id) {
        int page = id >>> PAGE_BITS;
        int[] places = page < pages.length() ? pages.get(page) : null;
        return places == null ? -1 : places[id & PAGE_MASK];
    }

    /** Turns how many features occur so often into the first place of these, and returns how many there are in all. */
    private static int first(int[] occurring, int from) {
        int next = from;
        for (int count = occurring.length - 1; count > 0; count--) {
            int features = occurring[count];
            occurring[count] = next;
            next = Math.addExact(next, features);
        }
        return next;
    }

    private void assign(long least, int[] next, int[] ids) {
        for (int page = 0; page < pages.length(); page++) {
            int[] counts = pages.get(page);
            for (int i = 0; counts != null && i < counts.length; i++) {
                int count = counts[i];
                if (count == 0 || count < least) {
                    counts[i] = -1;
                } else if (count < FEW) {
                    counts[i] = next[count]++;
                    ids[counts[i]] = page << PAGE_BITS | i;
                }
            }
        }
    }

    private void add(int id, int count) {
        int[] counts = page(id);
        int sum = (int) COUNTS.getAndAdd(counts, id & PAGE_MASK, count) + count;
        if (sum < 0) {
            COUNTS.setVolatile(counts, id & PAGE_MASK, Integer.MAX_VALUE); // and stays there: the most there can be
        }
    }

    private int[] page(int id) {
        int number = id >>> PAGE_BITS;
        int[] page = pages.get(number);
        if (page != null) {
            return page;
        }
        pages.compareAndSet(number, null, new int[1 << PAGE_BITS]);
        return pages.get(number);
    }

    /**
     * Counts of one thread on their way to those of all. Few features make up most of all entries, and threads that
     * count them together would wait for each other's memory, so that each has places of its own for some. Whoever
     * comes first has the place, until all are added.
     */
    final class Buffer {

        private static final int PLACES = 1 << 12;

        private final int[] ids = new int[PLACES];
        private final int[] counts = new int[PLACES];

        void add(int id) {
            if (id < 0 || id >= space) {
                throw new IllegalArgumentException("no such feature: id=" + id + ", space=" + space);
            }
            int place = (id * 0x9E3779B1) >>> 20;
            if (ids[place] == id) {
                counts[place]++;
            } else if (counts[place] == 0) {
                ids[place] = id;
                counts[place] = 1;
            } else {
                FeatureCounts.this.add(id, 1);
            }
        }

        /** Adds all to the counts of all. */
        void flush() {
            for (int place = 0; place < PLACES; place++) {
                if (counts[place] > 0) {
                    FeatureCounts.this.add(ids[place], counts[place]);
                    counts[place] = 0;
                }
            }
        }
    }
}
