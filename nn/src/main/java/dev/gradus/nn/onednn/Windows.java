package dev.gradus.nn.onednn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * Tensors that show the rows of one <em>portion</em> out of more, all the same portion at a time. Primitives that read
 * and write them are wired once and run for each portion.
 */
final class Windows {

    private final engine cpu;
    private final Arena arena;
    private final int portions;
    private final List<Window> windows = new ArrayList<>();
    private final Map<Tensor, Tensor> wholes = new HashMap<>();

    /** The memory of a tensor, and where each portion begins. */
    private record Window(memory data, List<Pointer> places) {

        void show(int portion) {
            data.set_data_handle(places.get(portion));
        }
    }

    Windows(engine cpu, Arena arena, int portions) {
        this.cpu = cpu;
        this.arena = arena;
        this.portions = portions;
    }

    int portions() {
        return portions;
    }

    /** New memory for the rows of all portions, of which a portion in the given order is shown. */
    Tensor allocate(memory.desc order) {
        memory.desc bytes = arena.keep(Device.plain(data_type.u8, portions * order.get_size()));
        Tensor whole = new Tensor(arena.keep(new memory(bytes, cpu)), bytes);
        Pointer.memset(whole.data().get_data_handle(), 0, bytes.get_size());
        Tensor shown = over(whole, order);
        wholes.put(shown, whole);
        return shown;
    }

    /** The rows of all portions of a tensor that was allocated here. */
    Tensor whole(Tensor shown, memory.desc order) {
        Tensor whole = wholes.get(shown);
        if (whole == null) {
            throw new IllegalArgumentException("no memory of all portions: order=" + shown.order());
        }
        return new Tensor(
                arena.keep(new memory(order, cpu, arena.keep(whole.data().get_data_handle()))), order);
    }

    /** Shows rows of {@code whole}, whose rows lie one behind the other, a portion in the given order. */
    Tensor over(Tensor whole, memory.desc order) {
        BytePointer start = arena.keep(new BytePointer(whole.data().get_data_handle()));
        List<Pointer> places = new ArrayList<>();
        for (int portion = 0; portion < portions; portion++) {
            places.add(arena.keep(start.getPointer(portion * order.get_size())));
        }
        memory data = arena.keep(new memory(order, cpu, places.get(0)));
        windows.add(new Window(data, places));
        return new Tensor(data, order);
    }

    /** Moves all tensors to that portion. */
    void show(int portion) {
        for (Window window : windows) {
            window.show(portion);
        }
    }
}
