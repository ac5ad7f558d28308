package dev.gradus.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.Slice;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Layout;
import dev.gradus.model.Replica;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import dev.gradus.nn.onednn.Precision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class NetworkReplicaTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void gradientIsThatOfPlainLoops(SplittableRandom random) {
        NetworkCase given = new NetworkCase(RandomNetwork.of(random), random.nextInt(2, 20), random, Precision.FLOAT32);

        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        double loss = reference.loss(given.input());
        assertThat(gradient.loss()).isCloseTo(loss, within(1e-4 * (1 + loss)));
        assertThat(gradient.rows()).isEqualTo(given.rows.rows());
        NetworkCase.assertClose(gradient.values(), reference.gradient(), 1e-4, given.network);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void evaluationIsThatOfPlainLoops(SplittableRandom random) {
        NetworkCase given =
                new NetworkCase(RandomNetwork.of(random), random.nextInt(1, 100), random, Precision.FLOAT32);
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
        NetworkCase given = new NetworkCase(RandomNetwork.of(random), random.nextInt(2, 6), random, Precision.FLOAT32);
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

    @Test
    void bf16IsNearThePlainLoopsThoughWithFewerDigits() {
        SplittableRandom random = new SplittableRandom(3);
        Network network = Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10);
        NetworkCase given = new NetworkCase(network, 4, random, Precision.BF16);

        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        assertThat(gradient.loss()).isCloseTo(reference.loss(given.input()), within(0.2));
        NetworkCase.assertClose(gradient.values(), reference.gradient(), 0.15, network);
    }

    @Test
    void layersAreReportedFromTheLastToTheFirstAndStatisticsComeBefore() {
        SplittableRandom random = new SplittableRandom(4);
        NetworkCase given =
                new NetworkCase(Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10), 5, random, Precision.FLOAT32);
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
        NetworkCase given = new NetworkCase(
                Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10), 40, random, Precision.FLOAT32);
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
        NetworkCase given = new NetworkCase(bad, 3, new SplittableRandom(8), Precision.FLOAT32);

        assertThatThrownBy(given::gradient)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("layer cannot be computed: layer=1 (convolution 4), rows=3, cause=could not");
    }

    @Test
    void noRowsAddNothing() {
        NetworkCase given = new NetworkCase(
                Network.of(List.of("dense classes"), Form.flat(3), 2), 5, new SplittableRandom(6), Precision.FLOAT32);

        try (Replica replica = given.model.replica()) {
            assertThat(given.gradient(replica, new Slice(given.rows)).values()).containsOnly(0);
        }
    }

    @Test
    void stepsLeaveNoNativeMemoryBehindAndClosingGivesItBack() {
        SplittableRandom random = new SplittableRandom(7);
        NetworkCase given = new NetworkCase(
                Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10), 64, random, Precision.FLOAT32);
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
    private static void assertManyReplicasFitIntoMemory(NetworkCase given) {
        long before = Pointer.physicalBytes();
        for (int i = 0; i < 30; i++) {
            try (Replica replica = given.model.replica()) {
                given.gradient(replica, given.slice(0, 64));
            }
        }
        assertThat(Pointer.physicalBytes() - before).isLessThan(400_000_000L);
    }
}
