package dev.gradus.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gradus.math.Kernels;
import dev.gradus.model.Gradient;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.onednn.Convolutions;
import dev.gradus.nn.onednn.Precision;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Convolutions by oneDNN and by our own kernel. */
class ConvolutionWaysTest {

    @ParameterizedTest
    @MethodSource("ways")
    void gradientOfThePublishedNetworkIsThatOfPlainLoops(Convolutions way) {
        SplittableRandom random = new SplittableRandom(1);
        Network network = Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10);
        NetworkCase given = new NetworkCase(network, 3, random, Precision.FLOAT32, way);

        assertGradientIsThatOfPlainLoops(given, network, 1e-5);
    }

    /**
     * In portions of two images, and where oneDNN computes the second layer too, of four: its slopes by its input are
     * those of all portions.
     */
    @ParameterizedTest
    @MethodSource("ways")
    void gradientOfPortionsOfImagesIsThatOfPlainLoops(Convolutions way) {
        Network network = Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10);
        NetworkCase given = new NetworkCase(network, 8, new SplittableRandom(3), Precision.FLOAT32, way);

        assertGradientIsThatOfPlainLoops(given, network, 1e-5);
    }

    /** Channels that fill no block, strides, padding, windows that overlap, and no bias. */
    @Test
    void gradientOfPortionsOfOddImagesIsThatOfPlainLoops() {
        List<String> layers = List.of(
                "convolution 20 kernel=5 padding=2 bias=false",
                "relu",
                "maxpool 3 stride=2 padding=1",
                "convolution 24 kernel=3 stride=1",
                "relu",
                "maxpool 2 stride=1",
                "convolution 8",
                "relu",
                "averagepool global",
                "flatten",
                "dense classes");
        Network network = Network.of(layers, Form.image(2, 50, 46), 3);
        NetworkCase given = new NetworkCase(network, 9, new SplittableRandom(4), Precision.FLOAT32);

        assertGradientIsThatOfPlainLoops(given, network, 2e-5);
    }

    private static void assertGradientIsThatOfPlainLoops(NetworkCase given, Network network, double tolerance) {
        Gradient gradient = given.gradient();

        ReferenceNetwork reference = given.reference(true);
        assertThat(gradient.loss()).isCloseTo(reference.loss(given.input()), within(1e-4));
        NetworkCase.assertClose(gradient.values(), reference.gradient(), tolerance, network);
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
        NetworkCase given = new NetworkCase(network, 5, new SplittableRandom(9), Precision.FLOAT32, way);

        assertGradientIsThatOfPlainLoops(given, network, 1e-4);
    }

    @Test
    void convolutionsInFewerMultiplicationsAreNamedAndCompared() {
        String kernels = Kernels.choose(Kernels.AUTO).line();
        assumeTrue(kernels.contains("16 floats"), "no registers of 16 floats: kernels=" + kernels);
        Network network = Network.of(CnnKind.PUBLISHED, Form.image(3, 32, 32), 10);
        SplittableRandom random = new SplittableRandom(10);
        NetworkCase fewer = new NetworkCase(network, 3, random, Precision.FLOAT32);
        NetworkCase direct = new NetworkCase(network, 3, random, Precision.FLOAT32, Convolutions.direct());
        NetworkCase bf16 = new NetworkCase(network, 3, random, Precision.BF16);

        assertThat(fewer.model.facts()).containsEntry("layers after Winograd", "4");
        assertThat(fewer.model.describe()).contains("convolutions in fewer multiplications, after Winograd: layer 4");
        assertThat(direct.model.facts()).containsEntry("layers after Winograd", "");
        assertThat(direct.model.describe()).noneMatch(line -> line.contains("Winograd"));
        assertThat(bf16.model.facts()).containsEntry("layers after Winograd", "");
    }
}
