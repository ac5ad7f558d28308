package dev.gradus.nn;

import dev.gradus.math.CounterRandom;
import dev.gradus.model.Layout.Block;
import dev.gradus.nn.network.Curve;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import java.util.Arrays;

/**
 * The values that training starts from. Weights are uniform in ±bound, which keeps the spread of values from layer to
 * layer: {@code sqrt(6 / inputs)} in front of a ReLU, which drops half of it (He), else {@code sqrt(6 / (inputs +
 * outputs))} (Glorot). Biases and means are 0, scales and variances 1.
 */
final class Initialization {

    /** Tells these numbers from other uses of the same seed. */
    private static final long WEIGHTS = 0x77656967687473L;

    private final Network network;

    Initialization(Network network) {
        this.network = network;
    }

    void write(float[] parameters, long seed) {
        Arrays.fill(parameters, 0, network.layout().size(), 0);
        for (Node node : network.nodes()) {
            if (node.layer() instanceof Layer.BatchNorm) {
                fill(parameters, node.blocks().get(0), 1);
                fill(parameters, node.blocks().get(3), 1);
            } else if (node.hasParameters()) {
                draw(parameters, node, CounterRandom.key(seed, WEIGHTS, node.index()));
            }
        }
    }

    private static void fill(float[] parameters, Block block, float value) {
        Arrays.fill(parameters, block.from(), block.to(), value);
    }

    private void draw(float[] parameters, Node node, long key) {
        Block weights = node.blocks().get(0);
        double bound = bound(node, weights);
        for (int i = 0; i < weights.size(); i++) {
            parameters[weights.from() + i] = (float) ((2 * CounterRandom.uniform(key, i) - 1) * bound);
        }
    }

    private double bound(Node node, Block weights) {
        double outputs = weights.dimensions().get(0);
        double inputs = weights.size() / outputs;
        double window = node.layer() instanceof Layer.Convolution convolution
                ? (double) convolution.window().kernel() * convolution.window().kernel()
                : 1;
        return Math.sqrt(6 / (meetsRelu(node) ? inputs : inputs + outputs * window));
    }

    /** Whether the next activation behind the layer, before other weights, is a ReLU. */
    private boolean meetsRelu(Node node) {
        for (int i = node.index() + 1; i < network.nodes().size(); i++) {
            Layer layer = network.nodes().get(i).layer();
            if (layer instanceof Layer.Activation activation) {
                return activation.curve() == Curve.RELU;
            }
            if (layer instanceof Layer.Convolution || layer instanceof Layer.Dense) {
                return false;
            }
        }
        return false;
    }
}
