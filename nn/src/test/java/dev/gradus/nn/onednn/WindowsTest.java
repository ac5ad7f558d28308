package dev.gradus.nn.onednn;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.FloatBuffer;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.junit.jupiter.api.Test;

class WindowsTest {

    /** What a primitive writes for one portion after the other stands one behind the other. */
    @Test
    void stepsThatAreWiredOnceRunForEachPortion() {
        try (Device device = new Device();
                Arena arena = new Arena()) {
            Wiring all = new Wiring(device, arena, Precision.FLOAT32, 6, true);
            Windows windows = new Windows(device.engine(), arena, 3);
            Wiring portion = all.portion(windows);
            memory.desc rows = arena.keep(Device.plain(data_type.f32, 6, 2));
            memory.desc some = arena.keep(Device.plain(data_type.f32, portion.rows(), 2));
            Tensor input = all.allocate(rows);
            Tensor from = windows.over(input, some);
            Tensor to = portion.lasting(some);
            Tensor output = windows.whole(to, rows);
            Tensor total = all.allocate(some);
            portion.copy(from, to, portion.forward());
            portion.sum(to, total);
            for (int i = 0; i < 12; i++) {
                input.floats().put(i, i);
            }

            portion.before().forEach(Runnable::run);
            for (int index = 0; index < windows.portions(); index++) {
                windows.show(index);
                portion.forward().forEach(Runnable::run);
                portion.backward().forEach(Runnable::run);
            }
            portion.after().forEach(Runnable::run);

            assertThat(floats(output)).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
            assertThat(floats(total)).containsExactly(0 + 4 + 8, 1 + 5 + 9, 2 + 6 + 10, 3 + 7 + 11);
        }
    }

    private static float[] floats(Tensor tensor) {
        FloatBuffer buffer = tensor.floats();
        float[] values = new float[buffer.capacity()];
        buffer.get(0, values);
        return values;
    }
}
