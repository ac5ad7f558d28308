package dev.gradus.model.vectors;

/** The loop behind a search: queries times rows. Stateless, so any number of threads may share one. */
public interface DotKernel {

    /** Rows of a tile, which lies column by column, so that lanes are rows and no sum runs across a register. */
    int TILE = 64;

    /**
     * {@code into[q * TILE + i]} becomes the sum over {@code j < width} of {@code queries[q * width + j] * tile[j *
     * TILE + i]}, for {@code q < count} and all rows {@code i} of the tile.
     */
    void dots(float[] queries, int count, int width, float[] tile, float[] into);
}
