package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_FROM;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_TO;

import dev.gradus.nn.network.Form;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.IntMemoryMap;
import org.bytedeco.dnnl.engine;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.global.dnnl.prop_kind;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.dnnl.primitive;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.dnnl.reorder;
import org.bytedeco.dnnl.stream;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

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

    /** What shows the rows of this wiring, if they are those of a portion. */
    private final @Nullable Portions portions;

    /** Steps to run when parameters have changed. */
    private final List<Runnable> load;

    private final List<Runnable> forward = new ArrayList<>();
    private List<Runnable> backward = new ArrayList<>();

    private final List<Runnable> before = new ArrayList<>();
    private final List<Runnable> after = new ArrayList<>();

    Wiring(Device device, Arena arena, Precision precision, int rows, boolean training) {
        this.device = device;
        this.arena = arena;
        this.precision = precision;
        this.rows = rows;
        this.training = training;
        this.portions = null;
        this.load = new ArrayList<>();
    }

    private Wiring(Wiring all, Portions portions) {
        this.device = all.device;
        this.arena = all.arena;
        this.precision = all.precision;
        this.rows = all.rows / portions.count();
        this.training = all.training;
        this.portions = portions;
        this.load = all.load;
    }

    /** For the rows of one portion. What follows from parameters is shared; the steps are run for each portion. */
    Wiring portion(Portions portions) {
        return new Wiring(this, portions);
    }

    /** Whether these are the rows of a portion, so that gradients are to be added up. */
    boolean inPortions() {
        return portions != null;
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

    /**
     * Memory for values of all rows, of which there is more than {@link #allocate} has if these are rows of a portion.
     */
    Tensor lasting(memory.desc order) {
        return portions == null ? allocate(order) : portions.allocate(keep(order));
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

    /** Makes the sum over all portions of what each writes. */
    void sum(Tensor part, Tensor target) {
        Tensor total = part.order().equals(target.order()) ? target : allocate(part.order());
        Pointer start = keep(total.data().get_data_handle());
        long bytes = total.order().get_size();
        before.add(() -> Pointer.memset(start, 0, bytes));
        Pairwise.step(this, algorithm.binary_add, total, part, total, backward);
        if (total != target) {
            copy(total, target, after);
        }
    }

    /** Steps that {@link #sum} needs before the first portion runs backward. */
    List<Runnable> before() {
        return before;
    }

    /** And those after the last. */
    List<Runnable> after() {
        return after;
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
