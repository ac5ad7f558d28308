package dev.gradus.nn.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.JobException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworkTest {

    private static final Form IMAGES = Form.image(3, 32, 32);

    @Test
    void shapesAndParametersAreInferred() {
        Network network = Network.of(
                List.of(
                        "convolution 32 kernel=3",
                        "relu",
                        "maxpool 2",
                        "convolution 64 kernel=5 stride=2 padding=2 bias=false",
                        "batchnorm",
                        "averagepool 3 stride=2 padding=1",
                        "averagepool global",
                        "flatten",
                        "dropout 0.5",
                        "dense 16",
                        "dense classes"),
                IMAGES,
                10);

        assertThat(network.nodes().stream().map(node -> node.out().toString()))
                .containsExactly(
                        "32x30x30",
                        "32x30x30",
                        "32x15x15",
                        "64x8x8",
                        "64x8x8",
                        "64x4x4",
                        "64x1x1",
                        "64",
                        "64",
                        "16",
                        "10");
        assertThat(network.layout().fingerprint())
                .isEqualTo("conv1.weight[32, 3, 3, 3],conv1.bias[32],conv2.weight[64, 32, 5, 5],batchnorm1.weight[64],"
                        + "batchnorm1.bias[64],batchnorm1.running_mean[64]~,batchnorm1.running_var[64]~,"
                        + "dense1.weight[16, 64],dense1.bias[16],dense2.weight[10, 16],dense2.bias[10]");
    }

    @Test
    void tableCountsParametersAndOperations() {
        List<String> lines = NetworkTable.lines(
                Network.of(List.of("convolution 2", "relu", "flatten", "dense classes"), Form.image(1, 4, 5), 2));

        assertThat(lines)
                .containsExactly(
                        "layer              output  parameters  FLOPs a row",
                        "1 convolution 2     2x2x3          20          216",
                        "2 relu              2x2x3           0           12",
                        "3 flatten              12           0            0",
                        "4 dense classes         2          26           48",
                        "all              1x4x5 in          46          276");
    }

    @Test
    void layersCanBeNamedAndLabelled() {
        Network network = Network.of(
                List.of("dense 4 name=hidden as=h", "relu", "add h", "dense classes name=output"), Form.flat(3), 2);

        assertThat(network.layout().fingerprint())
                .isEqualTo("hidden.weight[4, 3],hidden.bias[4],output.weight[2, 4],output.bias[2]");
        assertThat(network.nodes().get(2).other()).isZero();
        assertThat(network.isAddedLater(0)).isTrue();
        assertThat(network.isAddedLater(1)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            convolutoin 3                   | unknown layer; did you mean 'convolution'?; layers are convolution, maxpool, averagepool, dense, relu, tanh, sigmoid, dropout, batchnorm, flatten, add
            maxpool 40                      | output would be empty: input=3x32x32
            maxpool                         | needs a kernel, like maxpool 2
            maxpool two                     | bad kernel: two; write a whole number of at least 1 and at most 1000000
            maxpool 3 padding=2             | padding is more than half of the kernel: padding=2, kernel=3
            convolution 0                   | bad channels: 0; write a whole number of at least 1 and at most 1000000
            convolution 8 kernel=3 strid=2  | has no option strid; did you mean 'stride'?
            convolution 8 3                 | has a value too many: 3
            convolution 8 kernel=3 kernel=5 | option is given twice: kernel=5
            convolution 8 padding=3         | padding reaches past the kernel: padding=3, kernel=3
            convolution 8 bias=no           | bad option: bias=no; write true or false
            dense 5                         | needs a flat input: input=3x32x32; put flatten before it
            dropout 1                       | bad share: 1; write a number of at least 0 and below 1
            dropout much                    | bad share: much; write a number of at least 0 and below 1
            add block                       | no layer before it has the label block; write as=block behind one
            relu name=r                     | has no parameters to name: name=r
            """)
    void aLayerThatDoesNotFitIsNamed(String line, String reason) {
        assertThatThrownBy(() -> Network.of(List.of(line, "flatten", "dense classes"), IMAGES, 10))
                .isInstanceOf(JobException.class)
                .hasMessage("model.layers: layer 1 (" + line + "): " + reason)
                .returns("model.layers", e -> ((JobException) e).key());
    }

    @Test
    void aWindowNeedsImages() {
        assertThatThrownBy(() -> Network.of(List.of("dense 9", "maxpool 2"), Form.flat(4), 2))
                .hasMessage("model.layers: layer 2 (maxpool 2): needs images: input=9 values in a row; use model.kind"
                        + " cnn and data of images, and flatten only behind it");
    }

    @Test
    void aSumNeedsEqualShapesAndAKnownLabel() {
        assertThatThrownBy(() -> Network.of(List.of("dense 9 as=block", "dense 8", "add block"), Form.flat(4), 2))
                .hasMessage("model.layers: layer 3 (add block): shapes differ: input=8, block=9");
        assertThatThrownBy(() -> Network.of(List.of("dense 9 as=block", "add blok"), Form.flat(4), 2))
                .hasMessage("model.layers: layer 2 (add blok): no layer before it has the label blok; did you mean"
                        + " 'block'?; write as=blok behind one");
        assertThatThrownBy(() -> Network.of(List.of("relu as=a", "tanh as=a"), Form.flat(4), 2))
                .hasMessage("model.layers: layer 2 (tanh as=a): label is used twice: as=a");
    }

    @Test
    void aNameIsUsedOnce() {
        assertThatThrownBy(() -> Network.of(List.of("dense 9 name=a", "dense classes name=a"), Form.flat(4), 2))
                .hasMessage("model.layers: layer 2 (dense classes name=a): name is used twice or empty: name=a");
    }

    @Test
    void theLastLayerGivesOneValueAClass() {
        assertThatThrownBy(() -> Network.of(List.of("dense 9"), Form.flat(4), 2))
                .hasMessage("model.layers: layer 1 (dense 9): the last layer must give one value a class: output=9,"
                        + " classes=2; end the list with dense classes");
        assertThatThrownBy(() -> Network.of(List.of("relu"), Form.flat(2), 2))
                .hasMessage("model.layers has no layer that learns: layers=1; end it with dense classes");
    }

    @Test
    void tooManyParametersAreRefused() {
        assertThatThrownBy(() -> Network.of(List.of("dense 1000000", "dense 1000000"), Form.flat(2), 2))
                .hasMessage("model.layers: layer 2 (dense 1000000): has more parameters than one vector can hold:"
                        + " input=1000000, before it=3000000");
        assertThatThrownBy(() -> Network.of(List.of("convolution 1000000"), Form.image(1, 1000, 1000), 2))
                .hasMessage("model.layers: layer 1 (convolution 1000000): output is too large: input=1x1000x1000");
    }
}
