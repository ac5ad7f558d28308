package dev.gradus.data.sparse.cache;

import dev.gradus.data.sparse.FeatureList;
import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;

/**
 * How often features occur, and then their places by falling frequency. Any thread may add, through a {@link Buffer} of
 * its own. Four bytes for each feature there could be, in pages that are made when a feature of theirs occurs.
 */
public final class FeatureCounts {

    /** More features than there can be numbers for. */
    static final long MOST_SPACE = 1L << 31;

    /** A quarter of a MiB a page: larger arrays would take twice their memory, as regions of the heap have a MiB. */
    private static final int PAGE_BITS = 16;

    private static final int MASK = (1 << PAGE_BITS) - 1;

    /** Features that occur more often are sorted, since they are few; the others are counted by how often they do. */
    private static final int FEW = 1 << 16;

    private final long space;
    private final Page[] pages;

    /** By page, when features have places; pages without any share one. Behind them one for what is beyond. */
    private int[][] places = {};

    /** Counts, and then places, of consecutive features. Whoever changes them has its lock. */
    private static final class Page {

        private static final int[] NONE = {};

        private int[] counts = NONE;
    }

    /** Counts features that are less than {@code space}. */
    FeatureCounts(long space) {
        if (space < 1 || space > MOST_SPACE) {
            throw new IllegalArgumentException("no such space of features: space=" + space);
        }
        this.space = space;
        this.pages = new Page[(int) ((space + MASK) >>> PAGE_BITS)];
        Arrays.setAll(pages, i -> new Page());
    }

    /**
     * Puts the features that occur {@code least} times or more in order, the most frequent first, equally frequent ones
     * by number; {@link #toPlaces} knows them from then on. Nobody may add any more.
     */
    FeatureList rank(long least, long ofSpace) {
        int[] occurring = new int[FEW];
        long[] frequent = new long[0];
        int found = 0;
        for (int page = 0; page < pages.length; page++) {
            int[] counts = pages[page].counts;
            for (int i = 0; i < counts.length; i++) {
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
            pages[ids[place] >>> PAGE_BITS].counts[ids[place] & MASK] = place;
        }
        places = placePages();
        return new FeatureList(ids, ofSpace);
    }

    private int[][] placePages() {
        int[] none = new int[MASK + 1];
        Arrays.fill(none, -1);
        int[][] all = new int[pages.length + 1][];
        Arrays.setAll(all, i -> i == pages.length || pages[i].counts.length == 0 ? none : pages[i].counts);
        return all;
    }

    /**
     * Replaces features by their places, -1 if they are not listed. Nothing but that, so that the processor waits for
     * many of them at once: they lie anywhere in up to 8 GiB.
     */
    void toPlaces(int[] ids, int count) {
        int[][] all = places;
        int beyond = all.length - 1;
        for (int i = 0; i < count; i++) {
            ids[i] = all[Math.min(ids[i] >>> PAGE_BITS, beyond)][ids[i] & MASK];
        }
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
        for (int page = 0; page < pages.length; page++) {
            int[] counts = pages[page].counts;
            for (int i = 0; i < counts.length; i++) {
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

    private void add(int number, int[] ids, int count, int times) {
        Page page = pages[number];
        synchronized (page) {
            if (page.counts.length == 0) {
                page.counts = new int[MASK + 1];
            }
            int[] counts = page.counts;
            for (int i = 0; i < count; i++) {
                int old = counts[ids[i] & MASK];
                counts[ids[i] & MASK] = old == Integer.MAX_VALUE ? old : old + times; // the most there can be stays
            }
        }
    }

    /**
     * Features of one thread on their way to the counts of all, those of a page together. A page is then counted while
     * it is in the core's cache, and by one thread: a million rows took 0.5 s, and 1.5 s with an atomic addition each.
     */
    final class Buffer {

        private static final int MOST_IDS = 1 << 18;

        private final int times;
        private final int[][] ids = new int[pages.length][];
        private final int[] counts = new int[pages.length];
        private int met;

        /** Each feature that is added counts {@code times}: 1, or -1 to take it away again. */
        Buffer(int times) {
            this.times = times;
        }

        /** Adds the features of all entries that are not 0. */
        void add(SparseBlock block) {
            int[] features = block.features();
            float[] values = block.values();
            for (int i = 0; i < block.entries(); i++) {
                if (values[i] != 0) {
                    add(features[i]);
                }
            }
        }

        private void add(int id) {
            if (id < 0 || id >= space) {
                throw new IllegalArgumentException("no such feature: id=" + id + ", space=" + space);
            }
            int page = id >>> PAGE_BITS;
            int count = counts[page];
            int[] waiting = ids[page];
            if (waiting == null) {
                waiting = room();
                ids[page] = waiting;
            }
            waiting[count] = id;
            if (++count == waiting.length) {
                FeatureCounts.this.add(page, waiting, count, times);
                count = 0;
            }
            counts[page] = count;
        }

        /** For the ids of another page: so few that all stay in the core's cache, so many that it is worth its lock. */
        private int[] room() {
            met++;
            return new int[Math.max(32, Math.min(512, MOST_IDS / met))];
        }

        /** Counts all that have not been counted yet. */
        void flush() {
            for (int page = 0; page < counts.length; page++) {
                if (counts[page] > 0) {
                    FeatureCounts.this.add(page, ids[page], counts[page], times);
                    counts[page] = 0;
                }
            }
        }
    }
}
