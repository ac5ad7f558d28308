package dev.gradus.nn.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.nn.network.Curve;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.Optional;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PortionsTest {

    /** What a primitive writes for one portion after the other stands one behind the other. */
    @Test
    void stepsThatAreWiredOnceRunForEachPortion() {
        try (Device device = new Device();
                Arena arena = new Arena()) {
            Wiring all = new Wiring(device, arena, Precision.FLOAT32, 6, true);
            Portions portions = new Portions(all, 3);
            Wiring portion = all.portion(portions);
            memory.desc rows = arena.keep(Device.plain(data_type.f32, 6, 2));
            memory.desc some = arena.keep(Device.plain(data_type.f32, portion.rows(), 2));
            Tensor input = all.allocate(rows);
            Tensor from = portions.of(input, some);
            Tensor to = portion.lasting(some);
            Tensor output = portions.whole(to, rows);
            Tensor total = all.allocate(some);
            portion.copy(from, to, portion.forward());
            portion.sum(to, total);
            for (int i = 0; i < 12; i++) {
                input.floats().put(i, i);
            }

            portion.before().forEach(Runnable::run);
            for (int index = 0; index < portions.count(); index++) {
                portions.show(index);
                portion.forward().forEach(Runnable::run);
                portion.backward().forEach(Runnable::run);
            }
            portion.after().forEach(Runnable::run);

            assertThat(floats(output)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(floats(total)).containsExactly(0 + 4 + 8, 1 + 5 + 9, 2 + 6 + 10, 3 + 7 + 11);
        }
    }

    /** The published network's first convolution writes 115,200 bytes an image: two at a time, if rows allow. */
    @ParameterizedTest
    @CsvSource({"64, true", "8, true", "3, true", "2, false", "1, false"})
    void aConvolutionTakesPortionsWhereAllRowsAreTooMany(int rows, boolean portions) {
        Network network = Network.of(
                List.of("convolution 32 kernel=3", "relu", "maxpool 2", "flatten", "dense classes"),
                Form.image(3, 32, 32),
                10);
        List<Node> nodes = network.nodes();
        try (Device device = new Device();
                Arena arena = new Arena();
                FlatVectors vectors = new FlatVectors(device, network.layout().size())) {
            Wiring wiring = new Wiring(device, arena, Precision.FLOAT32, rows, true);

            Optional<Part> part = PooledConvolutionPart.create(
                    wiring,
                    nodes.get(0),
                    nodes.get(2),
                    portion ->
                            new ConvolutionPart(portion, vectors, nodes.get(0), device.followedBy(Curve.RELU, arena)));

            assertThat(new Fusion(network).pooled(0)).isTrue();
            assertThat(part.isPresent()).isEqualTo(portions);
        }
    }

    private static float[] floats(Tensor tensor) {
        FloatBuffer buffer = tensor.floats();
        float[] values = new float[buffer.capacity()];
        buffer.get(0, values);
        return values;
    }
}
