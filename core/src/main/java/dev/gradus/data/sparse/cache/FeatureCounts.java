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

    /** Adds to the counts of a page; each of {@code waiting} is a feature, with how often it is added above it. */
    private void add(int number, long[] waiting, int count) {
        Page page = pages[number];
        synchronized (page) {
            if (page.counts.length == 0) {
                page.counts = new int[MASK + 1];
            }
            int[] counts = page.counts;
            for (int i = 0; i < count; i++) {
                int at = (int) waiting[i] & MASK;
                int old = counts[at];
                // The most there can be stays.
                counts[at] =
                        old == Integer.MAX_VALUE ? old : (int) Math.min(old + (waiting[i] >> 32), Integer.MAX_VALUE);
            }
        }
    }

    /**
     * Features of one thread on their way to the counts of all. Most entries are of few features, so that those met
     * last are counted in slots first, one feature each; one that loses its slot to another waits with those of its
     * page. A page is then counted while it is in the core's cache, and by one thread.
     */
    final class Buffer {

        /** 16 KiB of slots, which leaves most of the core's first cache to whoever reads rows. */
        private static final int SLOT_BITS = 11;

        private static final int MOST_WAITING = 1 << 17;

        /** Entries after which slots are emptied, since a slot counts no further than an int. */
        private static final int MOST_IN_SLOTS = 1 << 30;

        /** Beyond any feature, and added 0 times. */
        private static final long NO_FEATURE = 0xFFFFFFFFL;

        private final int times;
        private final long[] slots = new long[1 << SLOT_BITS];
        private final long[][] waiting = new long[pages.length][];
        private final int[] counts = new int[pages.length];
        private int met;
        private int inSlots;

        /** Each feature that is added counts {@code times}: 1, or -1 to take it away again. */
        Buffer(int times) {
            this.times = times;
            Arrays.fill(slots, NO_FEATURE);
        }

        /** Adds the features of all entries that are not 0. */
        void add(SparseBlock block) {
            if (inSlots > MOST_IN_SLOTS) {
                emptySlots();
            }
            inSlots += block.entries();
            int[] features = block.features();
            float[] values = block.values();
            long once = (long) times << 32;
            for (int i = 0; i < block.entries(); i++) {
                int id = features[i];
                if (id < 0 || id >= space) {
                    throw new IllegalArgumentException("no such feature: id=" + id + ", space=" + space);
                }
                if (values[i] != 0) {
                    int slot = (id * 0x9E3779B9) >>> (Integer.SIZE - SLOT_BITS);
                    long held = slots[slot];
                    if ((int) held == id) {
                        slots[slot] = held + once;
                    } else {
                        slots[slot] = once | id;
                        await(held);
                    }
                }
            }
        }

        private void await(long counted) {
            if (counted == NO_FEATURE) {
                return;
            }
            int page = (int) counted >>> PAGE_BITS;
            int count = counts[page];
            long[] others = waiting[page];
            if (others == null) {
                others = room();
                waiting[page] = others;
            }
            others[count] = counted;
            if (++count == others.length) {
                FeatureCounts.this.add(page, others, count);
                count = 0;
            }
            counts[page] = count;
        }

        /** For another page: so few that all stay in the core's cache, so many that it is worth its lock. */
        private long[] room() {
            met++;
            return new long[Math.max(32, Math.min(256, MOST_WAITING / met))];
        }

        /** Counts all that have not been counted yet. */
        void flush() {
            emptySlots();
            for (int page = 0; page < counts.length; page++) {
                if (counts[page] > 0) {
                    FeatureCounts.this.add(page, waiting[page], counts[page]);
                    counts[page] = 0;
                }
            }
        }

        private void emptySlots() {
            for (int slot = 0; slot < slots.length; slot++) {
                await(slots[slot]);
                slots[slot] = NO_FEATURE;
            }
            inSlots = 0;
        }
    }
}
