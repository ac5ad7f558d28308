package dev.gradus.nn;

import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A network in plain loops and double precision: the oracle for everything that oneDNN computes. */
final class ReferenceNetwork {

    private final Network network;
    private final int rows;
    private final double[] parameters;
    private final boolean training;
    private final Map<Integer, double[]> masks;
    private final List<ReferenceLayer> layers = new ArrayList<>();
    private final List<double[]> outputs = new ArrayList<>();
    private final int[] labels;

    /** {@code masks} are the factors of dropouts by layer. */
    ReferenceNetwork(
            Network network, double[] parameters, boolean training, Map<Integer, double[]> masks, int[] labels) {
        this.network = network;
        this.rows = labels.length;
        this.parameters = parameters;
        this.training = training;
        this.masks = masks;
        this.labels = labels;
    }

    /** Summed loss over the rows. */
    double loss(double[] input) {
        double[] scores = scores(input);
        int classes = network.last().out().size();
        double loss = 0;
        for (int row = 0; row < rows; row++) {
            double sum = 0;
            for (int k = 0; k < classes; k++) {
                sum += Math.exp(scores[row * classes + k]);
            }
            loss += Math.log(sum) - scores[row * classes + labels[row]];
        }
        return loss;
    }

    double[] scores(double[] input) {
        double[] values = input;
        for (Node node : network.nodes()) {
            if (node.other() >= 0) {
                values = sum(values, outputs.get(node.other()));
                layers.add(new ReferenceLayer.Nothing());
            } else {
                layers.add(layer(node));
                values = layers.get(node.index()).forward(values);
            }
            outputs.add(values);
        }
        return values;
    }

    private ReferenceLayer layer(Node node) {
        Layer layer = node.layer();
        if (layer instanceof Layer.Convolution) {
            return new ReferenceLayer.Convolution(node, rows, parameters);
        }
        if (layer instanceof Layer.Dense) {
            return new ReferenceLayer.Dense(node, rows, parameters);
        }
        if (layer instanceof Layer.Activation activation) {
            return ReferenceLayer.Activation.of(activation);
        }
        if (layer instanceof Layer.BatchNorm) {
            return new ReferenceBatchNorm(node, rows, parameters, training);
        }
        if (layer instanceof Layer.Pool || layer instanceof Layer.GlobalPool) {
            return new ReferencePool(node, rows);
        }
        double[] mask = masks.get(node.index());
        return mask == null || !training ? new ReferenceLayer.Nothing() : new ReferenceLayer.Factors(mask);
    }

    private static double[] sum(double[] a, double[] b) {
        double[] sum = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            sum[i] = a[i] + b[i];
        }
        return sum;
    }

    /** Gradient of the summed loss, with rows times the statistics in blocks that are averaged; after {@link #loss}. */
    double[] gradient() {
        double[] gradient = new double[parameters.length];
        double[][] diffs = new double[layers.size()][];
        diffs[layers.size() - 1] = errors();
        for (int i = layers.size() - 1; i >= 0; i--) {
            double[] back = layers.get(i).backward(diffs[i], gradient);
            int other = network.nodes().get(i).other();
            if (other >= 0) {
                diffs[other] = diffs[other] == null ? diffs[i] : sum(diffs[other], diffs[i]);
            }
            if (i > 0) {
                diffs[i - 1] = diffs[i - 1] == null ? back : sum(diffs[i - 1], back);
            }
        }
        return gradient;
    }

    private double[] errors() {
        int classes = network.last().out().size();
        double[] errors = outputs.get(outputs.size() - 1).clone();
        for (int row = 0; row < rows; row++) {
            double sum = 0;
            for (int k = 0; k < classes; k++) {
                errors[row * classes + k] = Math.exp(errors[row * classes + k]);
                sum += errors[row * classes + k];
            }
            for (int k = 0; k < classes; k++) {
                errors[row * classes + k] = errors[row * classes + k] / sum - (k == labels[row] ? 1 : 0);
            }
        }
        return errors;
    }
}
