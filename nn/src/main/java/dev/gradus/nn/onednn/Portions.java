package dev.gradus.nn.onednn;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * The rows of a pass cut into <em>portions</em> of equal size, and tensors that show the rows of one of them, all the
 * same at a time. Primitives that read and write such tensors are wired once and run for each portion.
 */
final class Portions {

    private final Wiring all;
    private final int count;
    private final List<View> views = new ArrayList<>();
    private final Map<Tensor, Tensor> wholes = new HashMap<>();

    /** The memory of a tensor, and where each portion begins. */
    private record View(memory data, List<Pointer> places) {

        void show(int portion) {
            data.set_data_handle(places.get(portion));
        }
    }

    /** {@code all} is the wiring of all rows, which must be a multiple of the number of portions. */
    Portions(Wiring all, int count) {
        this.all = all;
        this.count = count;
    }

    int count() {
        return count;
    }

    /** New memory for all rows, of which a portion in the given order is shown. */
    Tensor allocate(memory.desc order) {
        Tensor whole = all.allocate(Device.plain(data_type.u8, count * order.get_size()));
        Tensor shown = of(whole, order);
        wholes.put(shown, whole);
        return shown;
    }

    /** All rows of a tensor that was allocated here. */
    Tensor whole(Tensor shown, memory.desc order) {
        Tensor whole = wholes.get(shown);
        if (whole == null) {
            throw new IllegalArgumentException("tensor was not allocated for all portions: order=" + shown.order());
        }
        return all.view(whole, order);
    }

    /** Shows a portion of {@code whole}, whose rows lie one behind the other, in the given order. */
    Tensor of(Tensor whole, memory.desc order) {
        BytePointer start = all.keep(new BytePointer(whole.data().get_data_handle()));
        List<Pointer> places = new ArrayList<>();
        for (int portion = 0; portion < count; portion++) {
            places.add(all.keep(start.getPointer(portion * order.get_size())));
        }
        memory data = all.keep(new memory(order, all.engine(), places.get(0)));
        views.add(new View(data, places));
        return new Tensor(data, order);
    }

    /** Moves all tensors to that portion. */
    void show(int portion) {
        for (View view : views) {
            view.show(portion);
        }
    }
}
