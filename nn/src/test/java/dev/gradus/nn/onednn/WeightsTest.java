package dev.gradus.nn.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import java.util.List;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.dnnl.memory.format_tag;
import org.junit.jupiter.api.Test;

class WeightsTest {

    private static final long[] SIDES = {16, 3, 3, 3};

    /** A layer reads its weights forward and backward, often in one order. */
    @Test
    void weightsAreBroughtIntoAnOrderOnceForAllWhoReadThem() {
        Network network = Network.of(List.of("convolution 16", "flatten", "dense classes"), Form.image(3, 8, 8), 2);
        Node node = network.nodes().get(0);
        try (Device device = new Device();
                Arena arena = new Arena();
                FlatVectors vectors = new FlatVectors(device, network.layout().size())) {
            Wiring wiring = new Wiring(device, arena, Precision.FLOAT32, 4, true);
            Weights weights = new Weights(wiring, vectors, node, SIDES);

            Tensor forward = weights.in(order(format_tag.Acdb16a));
            Tensor backward = weights.in(order(format_tag.Acdb16a));
            Tensor other = weights.in(order(format_tag.acdb));

            assertThat(backward).isSameAs(forward);
            assertThat(other).isNotSameAs(forward);
            assertThat(wiring.load()).hasSize(2);
        }
    }

    @Test
    void parametersHaveANewVersionWhenOneOfThemChanges() {
        try (Device device = new Device();
                FlatVectors vectors = new FlatVectors(device, 1000)) {
            float[] parameters = new float[1001]; // longer than the vector: what lies behind is not looked at
            long first = vectors.update(parameters);
            parameters[1000] = 1;
            assertThat(vectors.update(parameters)).isEqualTo(first);

            parameters[999] = 1;

            assertThat(vectors.update(parameters)).isNotEqualTo(first);
        }
    }

    private static memory.desc order(format_tag tag) {
        return new memory.desc(SIDES, data_type.f32, tag);
    }
}
