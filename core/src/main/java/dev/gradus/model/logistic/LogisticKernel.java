package dev.gradus.model.logistic;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;
import dev.gradus.model.Gradient;

/**
 * The loops of logistic regression with their working memory. Used by one thread.
 *
 * <p>Parameters are {@code features} weights for each output, output by output, then one bias for each output if the
 * model has biases. Two classes have one output, more have one each.
 */
public interface LogisticKernel {

    /** Replaces {@code gradient} by the sum over the rows of the slice, its loss, hits and rows included. */
    void gradient(float[] parameters, Slice slice, Gradient gradient);

    /** Writes the probabilities of rows {@code from} to {@code to}: row by row, one for each output. */
    void probabilities(float[] parameters, DenseRows rows, int from, int to, float[] into);

    /** The family of such loops: plain Java, or what a kernel set brings. Immutable. */
    interface Family {

        LogisticKernel create(int features, int outputs, boolean bias);
    }
}
