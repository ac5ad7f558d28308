package dev.gradus.server;

import java.util.Arrays;

/**
 * Memory of a table's pages, of which each is made when it is first needed. Pages lie side by side in
 * <em>segments</em>: with an array for each, a look at one float also touched the head of its array, a second line that
 * no cache has. Page 0, if it is made, is at the very start of the first segment. Guarded by the lock of the shard:
 * many may read at once, one alone may write.
 */
final class PageMemory {

    /** 256 KiB: few enough segments that their heads stay in the cache, and far from what collectors call humongous. */
    static final int SEGMENT_FLOATS = 1 << 16;

    private static final int NONE = -1;

    private final int pageFloats;
    private final int segmentShift;
    private final int slotMask;

    /** Where each page is, counted in pages from the start of the first segment. */
    private final int[] slots;

    private float[][] segments = {};

    /** The first slot is kept for page 0. */
    private int nextSlot = 1;

    PageMemory(long pages, int pageFloats) {
        this.pageFloats = pageFloats;
        int most = Math.max(1, SEGMENT_FLOATS / pageFloats);
        this.segmentShift = 31 - Integer.numberOfLeadingZeros(most);
        this.slotMask = (1 << segmentShift) - 1;
        this.slots = new int[(int) pages];
        Arrays.fill(slots, NONE);
    }

    /**
     * Throws {@link IllegalArgumentException} where lists of so many pages, in one table or several, would take half of
     * the heap or more. To be asked before any is made.
     */
    static void checkPages(long pages) {
        long bytes = pages * Integer.BYTES;
        long heap = Runtime.getRuntime().maxMemory();
        if (pages > Integer.MAX_VALUE - 8 || bytes > heap / 2) {
            throw new IllegalArgumentException("table is too long for this shard: bytes of its list of pages=" + bytes
                    + ", heap=" + heap + "; add shards, or memory");
        }
    }

    boolean has(int page) {
        return slots[page] != NONE;
    }

    /** The array that a page lies in, from {@link #start} on. */
    float[] array(int page) {
        return segments[slots[page] >>> segmentShift];
    }

    int start(int page) {
        return (slots[page] & slotMask) * pageFloats;
    }

    /** Makes a page of zeros. */
    void make(int page) {
        int slot = page == 0 ? 0 : nextSlot++;
        int segment = slot >>> segmentShift;
        if (segment >= segments.length) {
            segments = Arrays.copyOf(segments, segment + 1);
        }
        if (segments[segment] == null) {
            segments[segment] = new float[slotsOf(segment) * pageFloats];
        }
        slots[page] = slot;
    }

    /** Slots of a segment: the last has no more than there are pages for. */
    private int slotsOf(int segment) {
        return (int) Math.min(slotMask + 1, slots.length + 1L - ((long) segment << segmentShift));
    }

    /**
     * Copies single floats whose places ascend, where a page has {@code 1 << pageShift} of them, and returns how many
     * it copied: those before the first whose page is not made.
     */
    int copyFloats(int[] places, int from, int to, int pageShift, float[] into) {
        return slotMask == 0
                ? copyRuns(places, from, to, pageShift, into)
                : copyEach(places, from, to, pageShift, into);
    }

    /** Page by page: the loop over one is half as long, so that twice as many looks are under way at once. */
    private int copyRuns(int[] places, int from, int to, int pageShift, float[] into) {
        int at = from;
        while (at < to) {
            int page = places[at] >>> pageShift;
            if (!has(page)) {
                break;
            }
            at = copyRun(places, at, endOfRun(places, at, to, page << pageShift, pageShift), array(page), into);
        }
        return at - from;
    }

    private static int endOfRun(int[] places, int from, int to, int firstOfPage, int pageShift) {
        int last = firstOfPage + (1 << pageShift) - 1;
        if (places[to - 1] <= last) {
            return to;
        }
        int found = Arrays.binarySearch(places, from, to, last);
        return found < 0 ? -found - 1 : found + 1;
    }

    /** The array is the page, whose length is a power of two. */
    private static int copyRun(int[] places, int from, int to, float[] page, float[] into) {
        int mask = page.length - 1;
        for (int i = from; i < to; i++) {
            into[i] = page[places[i] & mask];
        }
        return to;
    }

    private int copyEach(int[] places, int from, int to, int pageShift, float[] into) {
        int[] slotOf = slots;
        float[][] all = segments;
        int shift = segmentShift;
        int mask = slotMask;
        int inPage = (1 << pageShift) - 1;
        for (int i = from; i < to; i++) {
            int place = places[i];
            int slot = slotOf[place >>> pageShift];
            if (slot == NONE) {
                return i - from;
            }
            into[i] = all[slot >>> shift][((slot & mask) << pageShift) + (place & inPage)];
        }
        return to - from;
    }

    long bytes() {
        long bytes = (long) slots.length * Integer.BYTES;
        for (float[] segment : segments) {
            bytes += segment == null ? 0 : (long) segment.length * Float.BYTES;
        }
        return bytes;
    }
}
