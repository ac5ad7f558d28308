package dev.gradus.nn.onednn;

import java.nio.FloatBuffer;
import org.bytedeco.dnnl.memory;
import org.bytedeco.javacpp.FloatPointer;

/** Native memory and the order in which values lie in it. Two are the same only if they are one. */
final class Tensor {

    private final memory data;
    private final memory.desc order;

    Tensor(memory data, memory.desc order) {
        this.data = data;
        this.order = order;
    }

    memory data() {
        return data;
    }

    memory.desc order() {
        return order;
    }

    /** The memory as 32-bit floats; valid as long as the memory is. */
    FloatBuffer floats() {
        return new FloatPointer(data.get_data_handle())
                .capacity(order.get_size() / Float.BYTES)
                .asBuffer();
    }
}
