package dev.gradus.model.word2vec;

import dev.gradus.model.Tally;

/**
 * The loops of the full softmax output, with their working memory. Used by one thread.
 *
 * <p>A prediction's hidden vector is the mean (or sum) of its neighbours' rows; the scores are its product with the
 * weights plus the biases; the loss is the cross-entropy of their softmax. All parameters take one step against the
 * gradient of the batch's mean loss. A prediction is a hit when the word has the first of the highest scores.
 */
public interface SoftmaxKernel {

    /**
     * Learns from a batch and notes its loss and hits. The rows of words lie at the start of {@code parameters},
     * weights and biases from {@code weightsFrom} on.
     */
    void learn(float[] parameters, int weightsFrom, SoftmaxBatch batch, float rate, Tally tally);

    /** The family of such loops: plain Java, or what a kernel set brings. Immutable. */
    interface Family {

        SoftmaxKernel create(SoftmaxShape shape, int batch);
    }
}
