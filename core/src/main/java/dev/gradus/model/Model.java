package dev.gradus.model;

import dev.gradus.data.Shape;

/** A differentiable loss over a flat parameter vector. Immutable, so one instance serves every rank. */
public interface Model {

    /** What a job writes as {@code model.kind}. */
    String kind();

    Shape shape();

    Layout layout();

    /** Writes the values that training starts from; a function of the seed alone. */
    void initialize(float[] parameters, long seed);

    Replica replica();

    /** Adds the gradient of the penalty, if the model has one, to a mean gradient, and returns the penalty. */
    double penalize(float[] parameters, float[] gradient);
}
