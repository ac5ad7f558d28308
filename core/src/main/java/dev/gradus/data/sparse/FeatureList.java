package dev.gradus.data.sparse;

/**
 * The features that a set to train on has, frequent ones first. Rows name features by their place in this list, so that
 * frequent ones lie side by side and absent ones take no memory; {@link #ids} are what they are called outside.
 */
public final class FeatureList {

    private final int[] ids;
    private final long space;

    /** Takes over the ids, of which each is less than {@code space}: how many different ones there could be. */
    public FeatureList(int[] ids, long space) {
        this.ids = ids;
        this.space = space;
    }

    public int size() {
        return ids.length;
    }

    public long space() {
        return space;
    }

    /** What the feature at a place is called outside. */
    public int id(int place) {
        return ids[place];
    }

    /** All of them, the memory itself: read only. */
    public int[] ids() {
        return ids;
    }
}
