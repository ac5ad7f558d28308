package dev.gradus.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DenseRows;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.math.CounterRandom;
import dev.gradus.math.Kernels;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.RandomRows;
import dev.gradus.model.Replica;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import dev.gradus.nn.onednn.Convolutions;
import dev.gradus.nn.onednn.Precision;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/** A network, parameters, rows, and what the oracle says of them. */
final class NetworkCase {

    private static final long SEED = 11;

    final Network network;
    final NetworkModel model;
    final float[] parameters;
    final DenseRows rows;

    NetworkCase(Network network, int rows, SplittableRandom random, Precision precision) {
        this(network, rows, random, precision, Convolutions.fewer(Kernels.choose(Kernels.AUTO), precision));
    }

    NetworkCase(Network network, int rows, SplittableRandom random, Precision precision, Convolutions convolutions) {
        this.network = network;
        Shape shape = new Shape(network.input().size(), network.last().out().size());
        this.model = new NetworkModel(
                "cnn", shape, network, new NetworkModel.Settings(precision, convolutions, 0, SEED, false));
        this.parameters = parameters(network, random);
        this.rows = RandomRows.of(rows, shape.features(), shape.classes(), random.nextInt(1000));
    }

    private static float[] parameters(Network network, SplittableRandom random) {
        float[] parameters = new float[network.layout().size()];
        new Initialization(network).write(parameters, random.nextLong());
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] += (float) random.nextDouble(-0.02, 0.02);
        }
        return parameters;
    }

    double[] exactParameters() {
        double[] exact = new double[parameters.length];
        for (int i = 0; i < exact.length; i++) {
            exact[i] = parameters[i];
        }
        return exact;
    }

    ReferenceNetwork reference(boolean training) {
        return reference(training, exactParameters());
    }

    ReferenceNetwork reference(boolean training, double[] exact) {
        int[] labels = new int[rows.rows()];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = (int) rows.labels()[i];
        }
        return new ReferenceNetwork(network, exact, training, masks(), labels);
    }

    /** The masks of a slice that no plan has filled: epoch -1, step 0. */
    private Map<Integer, double[]> masks() {
        Map<Integer, double[]> masks = new HashMap<>();
        for (Node node : network.nodes()) {
            if (node.layer() instanceof Layer.Dropout dropout) {
                masks.put(node.index(), mask(node, dropout.rate()));
            }
        }
        return masks;
    }

    private double[] mask(Node node, double rate) {
        int width = node.in().size();
        double[] mask = new double[rows.rows() * width];
        for (int i = 0; i < mask.length; i++) {
            long key = CounterRandom.key(SEED, 0x64726F70L, -1, 0, i / width, node.index());
            int place = i % width;
            long draw = CounterRandom.bits(key, place - place % 4) >>> (16 * (place % 4)) & 0xFFFF;
            mask[i] = draw < Math.round(rate * 65536) ? 0 : 1 / (1 - rate);
        }
        return mask;
    }

    double[] input() {
        float[] values = new float[rows.rows() * rows.shape().features()];
        for (int row = 0; row < rows.rows(); row++) {
            rows.fill(row, RowStore.PLAIN, values, row * rows.shape().features());
        }
        double[] input = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            input[i] = values[i];
        }
        return input;
    }

    Gradient gradient() {
        try (Replica replica = model.replica()) {
            return gradient(replica, slice(0, rows.rows()));
        }
    }

    Gradient gradient(Replica replica, Slice slice) {
        Gradient gradient = new Gradient(parameters.length);
        replica.addGradient(parameters, slice, gradient, Replica.Finished.ignored());
        return gradient;
    }

    Slice slice(int from, int to) {
        Slice slice = new Slice(rows);
        slice.add(from, to);
        return slice;
    }

    /**
     * Close by the largest value of each block, and a little by that of all: what is zero for a reason, like the bias
     * before a normalisation, is the difference of larger sums.
     */
    static void assertClose(float[] values, double[] expected, double tolerance, Network network) {
        double floor = 0.1 * largest(expected, 0, expected.length);
        for (Layout.Block block : network.layout().blocks()) {
            double within = tolerance * (floor + largest(expected, block.from(), block.to()));
            for (int i = block.from(); i < block.to(); i++) {
                if (!(Math.abs(values[i] - expected[i]) <= within)) {
                    assertThat((double) values[i])
                            .as("%s[%d] of %s", block.name(), i - block.from(), network.nodes())
                            .isCloseTo(expected[i], within(within));
                }
            }
        }
    }

    private static double largest(double[] values, int from, int to) {
        return Arrays.stream(values, from, to).map(Math::abs).max().orElse(0);
    }
}
