package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Curve;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import org.jspecify.annotations.Nullable;

/**
 * Which layers of a network are computed together.
 *
 * <p>An activation behind a convolution or a dense layer is applied to each value on its way to memory. A ReLU in front
 * of a maximum pooling is undone behind it in the backward pass: the largest value of a window is above zero where its
 * maximum is, so the slopes of the few pooled values can be masked instead of all. A flattening in front of a dense
 * layer is nothing, since that layer can read images. None of this is done to outputs that an {@code add} reads.
 */
record Fusion(Network network) {

    /** The curve that the layer applies to what it computes. */
    @Nullable
    Curve after(int index) {
        return index + 1 < network.nodes().size()
                        && applies(index)
                        && onlyNextReads(index)
                        && layer(index + 1) instanceof Layer.Activation next
                ? next.curve()
                : null;
    }

    /** Whether nobody but a maximum pooling reads the layer's output, which has a ReLU applied to it. */
    boolean pooled(int index) {
        return after(index) == Curve.RELU && deferred(index + 1);
    }

    /** Whether the activation is applied by the layer before it. */
    boolean folded(int index) {
        return index > 0 && after(index - 1) != null;
    }

    /** Whether the ReLU is undone by the pooling behind it. */
    boolean deferred(int index) {
        return index + 1 < network.nodes().size()
                && layer(index) instanceof Layer.Activation activation
                && activation.curve() == Curve.RELU
                && onlyNextReads(index)
                && layer(index + 1) instanceof Layer.Pool pool
                && pool.max();
    }

    /** Whether the activation may overwrite its input: whoever wrote that never reads it again. */
    boolean inPlace(int index) {
        return index > 0
                && onlyNextReads(index - 1)
                && (layer(index - 1) instanceof Layer.BatchNorm || layer(index - 1) instanceof Layer.Add);
    }

    /** Whether a flattening leaves its input as it is. */
    boolean passesThrough(int index) {
        return index + 1 < network.nodes().size() && onlyNextReads(index) && layer(index + 1) instanceof Layer.Dense;
    }

    private boolean applies(int index) {
        return layer(index) instanceof Layer.Convolution || layer(index) instanceof Layer.Dense;
    }

    private boolean onlyNextReads(int index) {
        return !network.isAddedLater(index);
    }

    private Layer layer(int index) {
        return network.nodes().get(index).layer();
    }
}
