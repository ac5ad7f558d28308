package dev.gradus.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gradus.data.DenseRows;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.math.CounterRandom;
import dev.gradus.math.Kernels;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.RandomRows;
import dev.gradus.model.Replica;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import dev.gradus.nn.onednn.Convolutions;
import dev.gradus.nn.onednn.Precision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NetworkReplicaTest {

    private static final long SEED = 11;

    private static final List<String> PUBLISHED = List.of(
            "convolution 32 kernel=3",
            "relu",
            "maxpool 2",
            "convolution 64 kernel=3",
            "relu",
            "maxpool 2",
            "flatten",
            "dense 128",
            "relu",
            "dense classes");

    /** A network, parameters, rows, and what the oracle says of them. */
    private static final class Case {

        final Network network;
        final NetworkModel model;
        final float[] parameters;
        final DenseRows rows;

        Case(Network network, int rows, SplittableRandom random, Precision precision) {
            this(network, rows, random, precision, Convolutions.fewer(Kernels.choose(Kernels.AUTO), precision));
        }

        Case(Network network, int rows, SplittableRandom random, Precision precision, Convolutions convolutions) {
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
    }

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientIsThatOfPlainLoops(SplittableRandom random) {
        Case given = new Case(RandomNetwork.of(random), random.nextInt(2, 20), random, Precision.FLOAT32);

        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        double loss = reference.loss(given.input());
        assertThat(gradient.loss()).isCloseTo(loss, within(1e-4 * (1 + loss)));
        assertThat(gradient.rows()).isEqualTo(given.rows.rows());
        assertClose(gradient.values(), reference.gradient(), 1e-4, given.network);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void evaluationIsThatOfPlainLoops(SplittableRandom random) {
        Case given = new Case(RandomNetwork.of(random), random.nextInt(1, 100), random, Precision.FLOAT32);
        Evaluation evaluation = new Evaluation();

        try (Replica replica = given.model.replica()) {
            replica.evaluate(given.parameters, given.rows, 0, given.rows.rows(), evaluation);
        }

        double loss = given.reference(false).loss(given.input()) / given.rows.rows();
        assertThat(evaluation.loss()).isCloseTo(loss, within(1e-4 * (1 + loss)));
        assertThat(evaluation.rows()).isEqualTo(given.rows.rows());
    }

    static Stream<SplittableRandom> fewCases() {
        return LongStream.range(0, 12).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("fewCases")
    void plainLoopsGiveTheSlopeOfTheLoss(SplittableRandom random) {
        Case given = new Case(RandomNetwork.of(random), random.nextInt(2, 6), random, Precision.FLOAT32);
        double[] parameters = given.exactParameters();
        double[] input = given.input();
        ReferenceNetwork reference = given.reference(true, parameters);
        reference.loss(input);
        double[] gradient = reference.gradient();

        for (Layout.Block block : given.network.layout().blocks()) {
            int at = random.nextInt(block.from(), block.to());
            double kept = parameters[at];
            parameters[at] = kept + 1e-6;
            double higher = given.reference(true, parameters).loss(input);
            parameters[at] = kept - 1e-6;
            double slope = (higher - given.reference(true, parameters).loss(input)) / 2e-6;
            parameters[at] = kept;
            if (!block.averaged()) {
                assertThat(gradient[at]).as(block.name()).isCloseTo(slope, within(1e-4 * (1 + Math.abs(slope))));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void gradientOfThePublishedNetworkIsThatOfPlainLoops(Convolutions way) {
        SplittableRandom random = new SplittableRandom(1);
        Network network = Network.of(PUBLISHED, Form.image(3, 32, 32), 10);
        Case given = new Case(network, 3, random, Precision.FLOAT32, way);

        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        assertThat(gradient.loss()).isCloseTo(reference.loss(given.input()), within(1e-4));
        assertClose(gradient.values(), reference.gradient(), 1e-5, network);
    }

    static Stream<Convolutions> ways() {
        return Stream.of(Convolutions.direct(), Convolutions.fewer(Kernels.choose(Kernels.AUTO), Precision.FLOAT32));
    }

    /** Layers that a kernel of ours computes: behind and before others, padded, without bias, and added to. */
    @ParameterizedTest
    @MethodSource("ways")
    void gradientOfWideConvolutionsIsThatOfPlainLoops(Convolutions way) {
        List<String> layers = List.of(
                "convolution 32 kernel=3 padding=1",
                "batchnorm",
                "relu as=first",
                "convolution 32 kernel=3 padding=1 bias=false",
                "tanh",
                "convolution 64 kernel=3 padding=2",
                "relu",
                "convolution 32 kernel=3",
                "add first",
                "averagepool global",
                "flatten",
                "dense classes");
        Network network = Network.of(layers, Form.image(32, 9, 11), 4);
        Case given = new Case(network, 5, new SplittableRandom(9), Precision.FLOAT32, way);

        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        assertThat(gradient.loss()).isCloseTo(reference.loss(given.input()), within(1e-4));
        assertClose(gradient.values(), reference.gradient(), 1e-4, network);
    }

    @Test
    void convolutionsInFewerMultiplicationsAreNamedAndCompared() {
        String kernels = Kernels.choose(Kernels.AUTO).line();
        assumeTrue(kernels.contains("16 floats"), "no registers of 16 floats: kernels=" + kernels);
        Network network = Network.of(PUBLISHED, Form.image(3, 32, 32), 10);
        SplittableRandom random = new SplittableRandom(10);
        Case fewer = new Case(network, 3, random, Precision.FLOAT32);
        Case direct = new Case(network, 3, random, Precision.FLOAT32, Convolutions.direct());
        Case bf16 = new Case(network, 3, random, Precision.BF16);

        assertThat(fewer.model.facts()).containsEntry("layers after Winograd", "4");
        assertThat(fewer.model.describe()).contains("convolutions in fewer multiplications, after Winograd: layer 4");
        assertThat(direct.model.facts()).containsEntry("layers after Winograd", "");
        assertThat(direct.model.describe()).noneMatch(line -> line.contains("Winograd"));
        assertThat(bf16.model.facts()).containsEntry("layers after Winograd", "");
    }

    @Test
    void bf16IsNearThePlainLoopsThoughWithFewerDigits() {
        SplittableRandom random = new SplittableRandom(3);
        Network network = Network.of(PUBLISHED, Form.image(3, 32, 32), 10);
        Case given = new Case(network, 4, random, Precision.BF16);

        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        assertThat(gradient.loss()).isCloseTo(reference.loss(given.input()), within(0.2));
        assertClose(gradient.values(), reference.gradient(), 0.15, network);
    }

    @Test
    void layersAreReportedFromTheLastToTheFirstAndStatisticsComeBefore() {
        SplittableRandom random = new SplittableRandom(4);
        Case given = new Case(Network.of(PUBLISHED, Form.image(3, 32, 32), 10), 5, random, Precision.FLOAT32);
        Gradient gradient = new Gradient(given.parameters.length);
        List<Integer> reported = new ArrayList<>();
        float[] atReport = new float[gradient.values().length];

        try (Replica replica = given.model.replica()) {
            replica.addGradient(given.parameters, given.slice(0, 5), gradient, from -> {
                assertThat(gradient.rows()).isEqualTo(5);
                reported.add(from);
                System.arraycopy(gradient.values(), from, atReport, from, gradient.values().length - from);
            });
        }

        assertThat(reported).containsExactly(314432, 19392, 896, 0);
        assertThat(Arrays.mismatch(gradient.values(), atReport)).isEqualTo(-1);
    }

    @Test
    void equalRowsHaveEqualBitsWhateverWasComputedBefore() {
        SplittableRandom random = new SplittableRandom(5);
        Case given = new Case(Network.of(PUBLISHED, Form.image(3, 32, 32), 10), 40, random, Precision.FLOAT32);
        float[] alone;
        float[] later;

        try (Replica replica = given.model.replica()) {
            alone = given.gradient(replica, given.slice(7, 20)).values();
        }
        try (Replica replica = given.model.replica()) {
            given.gradient(replica, given.slice(0, 40));
            float kept = given.parameters[3];
            given.parameters[3] = 1;
            given.gradient(replica, given.slice(3, 9));
            given.parameters[3] = kept;
            replica.evaluate(given.parameters, given.rows, 0, 40, new Evaluation());
            for (int size = 1; size < 12; size++) {
                given.gradient(replica, given.slice(0, size));
            }
            later = given.gradient(replica, given.slice(7, 20)).values();
        }

        assertThat(Arrays.mismatch(later, alone)).isEqualTo(-1);
    }

    @Test
    void aLayerThatOneDnnRefusesIsNamed() {
        Network good = Network.of(List.of("convolution 4", "flatten", "dense classes"), Form.image(1, 5, 5), 2);
        Node node = good.nodes().get(0);
        Form wrong = Form.image(4, 9, 9);
        List<Node> nodes = new ArrayList<>(good.nodes());
        nodes.set(0, new Node(0, node.text(), node.layer(), node.in(), wrong, -1, node.blocks()));
        Network bad = new Network(good.input(), nodes, good.layout());
        Case given = new Case(bad, 3, new SplittableRandom(8), Precision.FLOAT32);

        assertThatThrownBy(given::gradient)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("layer cannot be computed: layer=1 (convolution 4), rows=3, cause=could not");
    }

    @Test
    void noRowsAddNothing() {
        Case given = new Case(
                Network.of(List.of("dense classes"), Form.flat(3), 2), 5, new SplittableRandom(6), Precision.FLOAT32);

        try (Replica replica = given.model.replica()) {
            assertThat(given.gradient(replica, new Slice(given.rows)).values()).containsOnly(0);
        }
    }

    @Test
    void stepsLeaveNoNativeMemoryBehindAndClosingGivesItBack() {
        SplittableRandom random = new SplittableRandom(7);
        Case given = new Case(Network.of(PUBLISHED, Form.image(3, 32, 32), 10), 64, random, Precision.FLOAT32);
        long before = Pointer.totalBytes();

        long warm;
        long after;
        try (Replica replica = given.model.replica()) {
            given.gradient(replica, given.slice(0, 64));
            given.gradient(replica, given.slice(0, 32));
            warm = Pointer.totalBytes();
            for (int step = 0; step < 50; step++) {
                given.parameters[0] += 0.01f;
                given.gradient(replica, given.slice(0, 64));
                given.gradient(replica, given.slice(0, 32));
            }
            after = Pointer.totalBytes();
        }

        assertThat(after).isEqualTo(warm);
        assertThat(Pointer.totalBytes()).isLessThanOrEqualTo(before);
        assertManyReplicasFitIntoMemory(given);
    }

    /** Each takes some 40 MB: if closing gave nothing back, these would take more than 1 GB. */
    private static void assertManyReplicasFitIntoMemory(Case given) {
        long before = Pointer.physicalBytes();
        for (int i = 0; i < 30; i++) {
            try (Replica replica = given.model.replica()) {
                given.gradient(replica, given.slice(0, 64));
            }
        }
        assertThat(Pointer.physicalBytes() - before).isLessThan(400_000_000L);
    }

    /**
     * Close by the largest value of each block, and a little by that of all: what is zero for a reason, like the bias
     * before a normalisation, is the difference of larger sums.
     */
    private static void assertClose(float[] values, double[] expected, double tolerance, Network network) {
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
