package dev.gradus.data.sparse;

import java.util.Locale;

/**
 * The features that a set to train on has, frequent ones first. Rows name features by their place in this list, so that
 * frequent ones lie side by side; {@link #id} is what they are called outside.
 *
 * <p>Either all of them are listed, so that absent ones take no memory; or only frequent ones are, and then the place
 * of any feature is how many these are and its number, so that it is known before any row is read.
 */
public final class FeatureList {

    private final int[] listed;
    private final boolean complete;
    private final long space;

    private FeatureList(int[] listed, boolean complete, long space) {
        this.listed = listed;
        this.complete = complete;
        this.space = space;
    }

    /** Takes over the ids, of which each is less than {@code space}: how many different ones there could be. */
    public FeatureList(int[] ids, long space) {
        this(ids, true, space);
    }

    /** Takes over the ids of those that are frequent; all that there could be have places behind them. */
    public static FeatureList byNumber(int[] frequent, long space) {
        Math.toIntExact(frequent.length + space);
        return new FeatureList(frequent, false, space);
    }

    /** Whether all of them are listed, and those that do not occur have no place. */
    public boolean complete() {
        return complete;
    }

    /** How many places there are. */
    public int size() {
        return complete ? listed.length : (int) (listed.length + space);
    }

    public long space() {
        return space;
    }

    /** What the feature at a place is called outside. */
    public int id(int place) {
        return complete || place < listed.length ? listed[place] : place - listed.length;
    }

    /** The place from which on ids ascend. */
    public int ascendsFrom() {
        int from = listed.length;
        while (complete && from > 0 && (from == listed.length || listed[from - 1] < listed[from])) {
            from--;
        }
        return from;
    }

    /** All of them, the memory itself: read only. */
    public int[] ids() {
        if (!complete) {
            throw new IllegalStateException("features have no list: space=" + space);
        }
        return listed;
    }

    /** How many there are, for people. */
    public String describe() {
        return complete
                ? String.format(Locale.ROOT, "%,d features of %,d", listed.length, space)
                : String.format(Locale.ROOT, "up to %,d features, straight from text", space);
    }
}
