package dev.gradus.model;

import dev.gradus.data.Shape;
import java.util.List;
import java.util.Map;

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

    /** What it is made of, for people; nothing where its kind says enough. */
    default List<String> describe() {
        return List.of();
    }

    /** What must be equal on all ranks, beside its layout, for its gradients to be the same bit by bit; by name. */
    default Map<String, String> facts() {
        return Map.of();
    }
}
