package dev.gradus.nn.onednn;

import dev.gradus.model.Layout.Block;
import dev.gradus.nn.network.Node;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;

/** The weights and the bias of one layer in a pass, and their gradients. */
final class Weights {

    private static final int IMAGE_DIMENSIONS = 4;

    private final Wiring wiring;
    private final long[] dimensions;
    private final boolean hasBias;
    private final memory.desc biasDesc;
    private final Tensor values;
    private final Tensor gradient;
    private final Tensor biasValues;
    private final Tensor biasGradient;

    /** Where a primitive puts the gradient of the bias: what it is, or the part of a portion. */
    private final Tensor biasPart;

    /** The weights in every order that was asked for. */
    private final List<Tensor> copies = new ArrayList<>();

    /** {@code dimensions} are those that the primitives see; the values lie in the order of the layout either way. */
    Weights(Wiring wiring, FlatVectors vectors, Node node, long... dimensions) {
        this.wiring = wiring;
        this.dimensions = dimensions;
        this.hasBias = node.hasBias();
        Block weight = node.blocks().get(0);
        memory.desc order = wiring.plainFloats(dimensions);
        this.values = vectors.valuesOf(weight, order, wiring.arena());
        this.gradient = vectors.gradientOf(weight, order, wiring.arena());
        Block bias = hasBias ? node.blocks().get(1) : weight;
        this.biasDesc = hasBias ? wiring.plainFloats(bias.size()) : wiring.keep(new memory.desc());
        this.biasValues = hasBias ? vectors.valuesOf(bias, biasDesc, wiring.arena()) : values;
        this.biasGradient = hasBias ? vectors.gradientOf(bias, biasDesc, wiring.arena()) : gradient;
        this.biasPart = hasBias && wiring.inPortions() ? wiring.allocate(biasDesc) : biasGradient;
    }

    /** The weights as the pass computes with them, in any order. */
    memory.desc any() {
        return wiring.keep(Device.any(wiring.type(), dimensions));
    }

    /** Their gradient, which is of 32-bit floats in any case. */
    memory.desc anyGradient() {
        return wiring.keep(Device.any(data_type.f32, dimensions));
    }

    /** The weights and their gradient in the order of the layer's input, if that is an image, and else in any. */
    memory.desc like(memory.desc source, data_type type) {
        return wiring.keep(
                dimensions.length == IMAGE_DIMENSIONS
                        ? Device.like(source, type, dimensions)
                        : Device.any(type, dimensions));
    }

    /** Of no dimensions where there is no bias. */
    memory.desc biasDesc() {
        return biasDesc;
    }

    /** The weights in that order, brought there whenever the parameters change: once for all who like the same. */
    Tensor in(memory.desc wanted) {
        wiring.keep(wanted);
        for (Tensor copy : copies) {
            if (copy.order().equals(wanted)) {
                return copy;
            }
        }
        Tensor copy = wiring.as(wanted, values, wiring.load());
        copies.add(copy);
        return copy;
    }

    Wiring.Arguments withBias(Wiring.Arguments arguments, int number) {
        return hasBias ? arguments.with(number, biasValues) : arguments;
    }

    Wiring.Arguments withBiasGradient(Wiring.Arguments arguments, int number) {
        return hasBias ? arguments.with(number, biasPart) : arguments;
    }

    /** Where a primitive that likes this order is to put the gradient. */
    Tensor gradientIn(memory.desc wanted) {
        wiring.keep(wanted);
        return gradient.order().equals(wanted) && !wiring.inPortions() ? gradient : wiring.allocate(wanted);
    }

    /** Brings a gradient in another order, or those of portions, to where they belong. */
    void deliver(Tensor written) {
        if (wiring.inPortions()) {
            wiring.sum(written, gradient);
            if (hasBias) {
                wiring.sum(biasPart, biasGradient);
            }
        } else if (written != gradient) {
            wiring.copy(written, gradient, wiring.backward());
        }
    }
}
