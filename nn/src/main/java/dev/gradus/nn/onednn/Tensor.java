package dev.gradus.nn.onednn;

import java.nio.FloatBuffer;
import org.bytedeco.dnnl.memory;
import org.bytedeco.javacpp.FloatPointer;

/** Native memory and the description of how values lie in it. */
record Tensor(memory memory, memory.desc desc) {

    /** The memory as 32-bit floats; valid as long as the memory is. */
    FloatBuffer floats() {
        return new FloatPointer(memory.get_data_handle())
                .capacity(desc.get_size() / Float.BYTES)
                .asBuffer();
    }
}
