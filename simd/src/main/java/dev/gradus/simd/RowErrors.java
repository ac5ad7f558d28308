package dev.gradus.simd;

/**
 * Turns the scores of rows into errors (probability minus truth), and sums loss and hits on the way. Used by one
 * thread.
 */
interface RowErrors {

    /** Forgets the sums. */
    void clear();

    /**
     * Replaces the scores of rows {@code from} to {@code to} of a tile, which are whole groups, by their errors. The
     * label of row i of the tile stands at {@code labelsAt + i}.
     */
    void replaceScores(float[] scores, int from, int to, float[] labels, int labelsAt);

    /** Gives row i of a tile a score and a label that make it a hit without loss, for a row that must not count. */
    void makeSureHit(float[] scores, float[] labels, int i);

    double loss();

    /** Hits, those of {@link #makeSureHit} included. */
    int hits();
}
