package dev.gradus.model;

/**
 * Scores blocks that were held out. Has the working memory of one thread.
 *
 * @param <B> what is scored as one unit
 */
public interface BlockScorer<B> {

    void score(float[] parameters, B block, Evaluation into);
}
