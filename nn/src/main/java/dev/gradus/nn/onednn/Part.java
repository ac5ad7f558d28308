package dev.gradus.nn.onednn;

import org.jspecify.annotations.Nullable;

/** One layer's part of a pass: wires its steps, forward first. */
interface Part {

    /**
     * The slope of the loss by the values of a tensor.
     *
     * @param own whether nobody else reads it, so that it may be overwritten
     */
    record Diff(Tensor tensor, boolean own) {}

    /** Wires what the layer does to its input and returns where its output will stand. */
    Tensor forward(Tensor in);

    /**
     * Wires the gradient of its parameters and, if {@code further}, the slope by its input, which is returned; null if
     * not. {@code diff} is the slope by its output.
     */
    @Nullable
    Diff backward(Diff diff, boolean further);
}
