package dev.gradus.model;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;

/** A model with the working memory of one rank. Used by one thread. */
public interface Replica {

    /** Replaces {@code gradient} by the sum over the rows of the slice. A function of parameters and rows alone. */
    void gradient(float[] parameters, Slice slice, Gradient gradient);

    /** Adds the loss, hits and scores of rows {@code from} to {@code to} to the evaluation. */
    void evaluate(float[] parameters, DenseRows rows, int from, int to, Evaluation evaluation);
}
