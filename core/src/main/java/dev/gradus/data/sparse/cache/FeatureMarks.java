package dev.gradus.data.sparse.cache;

import org.jspecify.annotations.Nullable;

/** Which features occur: a bit each, in pages that are made when one of their features does. Of one thread. */
final class FeatureMarks {

    /** Features of a page, 8 KiB: small beside a core's caches, and few enough of them for 2^31 features. */
    static final int PAGE_BITS = 16;

    static final int PAGE_WORDS = 1 << (PAGE_BITS - 6);

    private static final int PAGES = 1 << (Integer.SIZE - 1 - PAGE_BITS);
    private static final int WORD_MASK = PAGE_WORDS - 1;

    private final long[] @Nullable [] pages = new long[PAGES][];

    /** Marks the first {@code count} of some features. */
    void add(int[] features, int count) {
        for (int i = 0; i < count; i++) {
            int id = features[i];
            long[] page = pages[id >>> PAGE_BITS];
            if (page == null) {
                page = new long[PAGE_WORDS];
                pages[id >>> PAGE_BITS] = page;
            }
            page[id >>> 6 & WORD_MASK] |= 1L << id;
        }
    }

    /** Marks what another one has marked. */
    void addAll(FeatureMarks other) {
        for (int number = 0; number < PAGES; number++) {
            long[] page = pages[number];
            long[] more = other.pages[number];
            if (page == null) {
                pages[number] = more;
            } else if (more != null) {
                for (int i = 0; i < PAGE_WORDS; i++) {
                    page[i] |= more[i];
                }
            }
        }
    }

    /** How many are marked. */
    int count() {
        int count = 0;
        for (long[] page : pages) {
            for (int i = 0; page != null && i < PAGE_WORDS; i++) {
                count = Math.addExact(count, Long.bitCount(page[i]));
            }
        }
        return count;
    }

    /** Writes all that are marked, in order, from a place of an array on. */
    void copyTo(int[] ids, int from) {
        int at = from;
        for (int number = 0; number < PAGES; number++) {
            long[] page = pages[number];
            for (int i = 0; page != null && i < PAGE_WORDS; i++) {
                for (long bits = page[i]; bits != 0; bits &= bits - 1) {
                    ids[at++] = number << PAGE_BITS | i << 6 | Long.numberOfTrailingZeros(bits);
                }
            }
        }
    }
}
