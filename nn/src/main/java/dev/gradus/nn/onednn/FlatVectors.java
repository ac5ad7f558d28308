package dev.gradus.nn.onednn;

import dev.gradus.model.Layout.Block;
import java.nio.FloatBuffer;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.javacpp.FloatPointer;

/** The parameter vector and its gradient in native memory, in plain order. Shared by all passes of a rank. */
final class FlatVectors implements AutoCloseable {

    private final Device device;
    private final Arena arena = new Arena();
    private final Tensor values;
    private final Tensor gradient;
    private final FloatBuffer valuesView;
    private final FloatBuffer gradientView;
    private final int size;
    private long version;

    FlatVectors(Device device, int size) {
        this.device = device;
        memory.desc order = arena.keep(Device.plain(data_type.f32, size));
        this.values = device.allocate(order, arena);
        this.gradient = device.allocate(order, arena);
        this.valuesView = values.floats();
        this.gradientView = gradient.floats();
        this.size = size;
    }

    /**
     * Takes the parameters over and returns their version, which is another whenever a value is. Comparing them with
     * what was copied costs less than copying, and a step's shards all have the same.
     */
    long update(float[] parameters) {
        if (version == 0 || FloatBuffer.wrap(parameters, 0, size).mismatch(valuesView) >= 0) {
            valuesView.put(0, parameters, 0, size);
            version++;
        }
        return version;
    }

    /** The gradient, to be read from and written to. */
    FloatBuffer gradient() {
        return gradientView;
    }

    Tensor valuesOf(Block block, memory.desc order, Arena owner) {
        return part(values, block, order, owner);
    }

    Tensor gradientOf(Block block, memory.desc order, Arena owner) {
        return part(gradient, block, order, owner);
    }

    private Tensor part(Tensor whole, Block block, memory.desc order, Arena owner) {
        FloatPointer start = owner.keep(new FloatPointer(whole.data().get_data_handle()));
        FloatPointer at = owner.keep(start.getPointer(block.from()));
        return new Tensor(owner.keep(new memory(order, device.engine(), at)), order);
    }

    @Override
    public void close() {
        arena.close();
    }
}
