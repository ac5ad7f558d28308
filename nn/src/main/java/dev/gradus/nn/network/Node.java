package dev.gradus.nn.network;

import dev.gradus.model.Layout.Block;
import java.util.List;

/**
 * One layer of a network with all that follows from its place: what goes in, what comes out, its parameters.
 *
 * @param index place in the network, from 0
 * @param text the line that declares it
 * @param other the index of the layer whose output an {@code add} adds; -1 for all others
 * @param blocks its parameters, in the order of the parameter vector: weight and bias first where it has them
 */
public record Node(int index, String text, Layer layer, Form in, Form out, int other, List<Block> blocks) {

    public Node {
        blocks = List.copyOf(blocks);
    }

    public boolean hasParameters() {
        return !blocks.isEmpty();
    }

    /** The first of its parameters. */
    public int from() {
        return blocks.get(0).from();
    }

    /** Where its parameters end. */
    public int to() {
        return blocks.get(blocks.size() - 1).to();
    }

    public int parameters() {
        return hasParameters() ? to() - from() : 0;
    }

    /** Whether sums of products end in a bias. */
    public boolean hasBias() {
        return blocks.size() > 1;
    }

    /** Multiplications and additions of the forward pass of one row. */
    public long flops() {
        if (layer instanceof Layer.Convolution convolution) {
            int kernel = convolution.window().kernel();
            return 2L * out.size() * in.channels() * kernel * kernel;
        }
        if (layer instanceof Layer.Dense) {
            return 2L * in.size() * out.size();
        }
        if (layer instanceof Layer.Pool pool) {
            return (long) out.size() * pool.window().kernel() * pool.window().kernel();
        }
        return layer instanceof Layer.Flatten ? 0 : in.size();
    }
}
