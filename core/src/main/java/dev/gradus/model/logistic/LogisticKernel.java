package dev.gradus.model.logistic;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;
import dev.gradus.model.Gradient;

/**
 * The loops of logistic regression with their working memory. Used by one thread.
 *
 * <p>Parameters are {@code features} weights for each output, output by output, then one bias for each output if the
 * model has biases. Two classes have one output, more have one each.
 *
 * <p>A row is a hit when its label is what the scores say: with one output class 1 from a score of 0 upwards, with more
 * the first of the highest.
 */
public interface LogisticKernel {

    /** Adds the sum over the rows of the slice to {@code gradient}, its loss, hits and rows included. */
    void addGradient(float[] parameters, Slice slice, Gradient gradient);

    /**
     * Writes the scores of rows {@code from} to {@code to}: row by row, one for each output. Scores rather than
     * probabilities, because a probability of 1 as a float cannot tell a loss of 17 from one of 10,000.
     */
    void scores(float[] parameters, DenseRows rows, int from, int to, float[] into);

    /** The family of such loops: plain Java, or what a kernel set brings. Immutable. */
    interface Family {

        LogisticKernel create(int features, int outputs, boolean bias);
    }
}
