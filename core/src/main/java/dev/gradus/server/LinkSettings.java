package dev.gradus.server;

/**
 * How a worker uses its link: pushes to a shard that may be under way at once, rows of each table that it keeps copies
 * of (0: none), and how many of its own steps such a copy may be old.
 */
public record LinkSettings(int depth, int cacheRows, int cacheSteps) {

    /** Most pushes to one shard at once; also how far back a shard remembers which it has seen. */
    public static final int MOST_DEPTH = 64;

    public static final LinkSettings USUAL = new LinkSettings(4, 0, 0);

    public LinkSettings {
        if (depth < 1 || depth > MOST_DEPTH || cacheRows < 0 || cacheSteps < 0) {
            throw new IllegalArgumentException("bad settings of a link: depth=" + depth + ", cacheRows=" + cacheRows
                    + ", cacheSteps=" + cacheSteps);
        }
    }
}
