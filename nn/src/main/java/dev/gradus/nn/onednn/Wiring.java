package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_FROM;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_TO;

import dev.gradus.nn.network.Form;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.IntMemoryMap;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl.prop_kind;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.Pointer;

/**
 * What the parts of a pass are wired with: memory that lives as long as the pass, and the steps that are written down
 * once and run many times.
 */
final class Wiring {

    private final Device device;
    private final Arena arena;
    private final Precision precision;
    private final int rows;
    private final boolean training;

    /** Steps to run when parameters have changed. */
    private final List<Runnable> load = new ArrayList<>();

    private final List<Runnable> forward = new ArrayList<>();
    private List<Runnable> backward = new ArrayList<>();

    Wiring(Device device, Arena arena, Precision precision, int rows, boolean training) {
        this.device = device;
        this.arena = arena;
        this.precision = precision;
        this.rows = rows;
        this.training = training;
    }

    int rows() {
        return rows;
    }

    boolean training() {
        return training;
    }

    prop_kind purpose() {
        return training ? prop_kind.forward_training : prop_kind.forward_inference;
    }

    /** What values between layers are made of. */
    data_type type() {
        return precision.type();
    }

    engine engine() {
        return device.engine();
    }

    primitive_attr plain() {
        return device.plain();
    }

    Arena arena() {
        return arena;
    }

    List<Runnable> load() {
        return load;
    }

    List<Runnable> forward() {
        return forward;
    }

    List<Runnable> backward() {
        return backward;
    }

    /** Begins the backward steps of another layer. */
    List<Runnable> nextBackward() {
        backward = new ArrayList<>();
        return backward;
    }

    <T extends Pointer> T keep(T pointer) {
        return arena.keep(pointer);
    }

    /** Values between layers, in any order. */
    memory.desc any(Form form) {
        return keep(Device.any(type(), form.dimensions(rows)));
    }

    /** 32-bit floats in plain order. */
    memory.desc plainFloats(long... dimensions) {
        return keep(Device.plain(data_type.f32, dimensions));
    }

    Tensor allocate(memory.desc order) {
        return device.allocate(keep(order), arena);
    }

    /** The same memory under another description. */
    Tensor view(Tensor tensor, memory.desc order) {
        Pointer data = keep(tensor.data().get_data_handle());
        return new Tensor(keep(new memory(order, engine(), data)), order);
    }

    /** The tensor itself if it lies as wanted, or else one that a step copies it to. */
    Tensor as(memory.desc wanted, Tensor tensor, List<Runnable> steps) {
        keep(wanted);
        if (tensor.order().equals(wanted)) {
            return tensor;
        }
        Tensor copy = allocate(wanted);
        copy(tensor, copy, steps);
        return copy;
    }

    void copy(Tensor from, Tensor to, List<Runnable> steps) {
        reorder work = keep(new reorder(from.data(), to.data()));
        step(steps, work, new Arguments().with(DNNL_ARG_FROM, from).with(DNNL_ARG_TO, to));
    }

    /** Writes down that a primitive is run. */
    void step(List<Runnable> steps, primitive work, Arguments arguments) {
        keep(work);
        stream queue = device.stream();
        IntMemoryMap map = keep(arguments.map);
        steps.add(() -> work.execute(queue, map));
    }

    /** The tensors that a primitive reads and writes, by the numbers of oneDNN. */
    static final class Arguments {

        private final IntMemoryMap map = new IntMemoryMap();

        Arguments with(int number, Tensor tensor) {
            map.put(number, tensor.data());
            return this;
        }
    }
}
