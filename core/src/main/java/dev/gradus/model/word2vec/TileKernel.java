package dev.gradus.model.word2vec;

/**
 * The loops of word2vec over one {@link Tile}, with their working memory. Used by one thread.
 *
 * <p>With x a predicting vector, c a column with label y, w the weight of their pair and p = 1 / (1 + exp(-x·c)): the
 * error of the pair is g = rate w (y - p), each c gets the sum of g x added, each x the sum of g c, all of them from
 * the values before; the loss is the sum of -w log(y p + (1 - y)(1 - p)).
 */
public interface TileKernel {

    /** Rows predict. Updates rows and columns, and returns the loss. */
    double learnRows(Tile tile, float rate);

    /**
     * Hidden vectors predict, each its scale times the sum of its rows. Updates the columns, adds the whole change of a
     * hidden vector to each of its rows, as word2vec does, and returns the loss.
     */
    double learnHidden(Tile tile, float rate);

    /** The family of such loops: plain Java, or what a kernel set brings. Immutable. */
    interface Family {

        TileKernel create(int stride);
    }
}
