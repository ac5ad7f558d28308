package dev.gradus.model;

/**
 * A model as what it makes of one row: all that a model must say which needs no loop over many rows to be fast enough.
 * Called by several threads at once, so it keeps nothing between calls.
 */
public interface RowFunction {

    /** The blocks of its parameters. */
    Layout layout();

    /** Writes the values that training starts from, a function of the seed alone; they are 0 before. */
    default void initialize(float[] parameters, long seed) {}

    /** Adds the gradient of the row's loss to {@code gradient}, by parameter, and returns the loss. */
    double learn(float[] parameters, float[] row, int label, float[] gradient);

    /** The class that it takes the row for. */
    int predict(float[] parameters, float[] row);
}
