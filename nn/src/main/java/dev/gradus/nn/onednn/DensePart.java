package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_BIAS;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_BIAS;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_WEIGHTS;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_WEIGHTS;

import dev.gradus.nn.network.Node;
import org.bytedeco.dnnl.inner_product_backward_data;
import org.bytedeco.dnnl.inner_product_backward_weights;
import org.bytedeco.dnnl.inner_product_forward;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.data_type;
import org.bytedeco.dnnl.primitive_attr;
import org.bytedeco.javacpp.LongPointer;
import org.jspecify.annotations.Nullable;

/** A dense layer, with the activation behind it if that is folded into it. Reads images as they lie. */
final class DensePart implements Part {

    private final Wiring wiring;
    private final Node node;
    private final primitive_attr attributes;
    private final Tensor source;
    private final Weights weights;

    DensePart(Wiring wiring, FlatVectors vectors, Node node, primitive_attr attributes, Tensor source) {
        this.wiring = wiring;
        this.node = node;
        this.attributes = attributes;
        this.source = source;
        LongPointer sides = wiring.keep(source.order().get_dims());
        long[] dimensions = new long[source.order().get_ndims()];
        for (int i = 1; i < dimensions.length; i++) {
            dimensions[i] = sides.get(i);
        }
        dimensions[0] = node.out().size();
        this.weights = new Weights(wiring, vectors, node, dimensions);
    }

    /**
     * The order of the weights. While training it is that of the input, from which and to which the plain one is
     * brought quickly; what the primitives like best costs more on the way than it saves: 1.1 ms a step and 0.6 ms a
     * pass for 128 outputs of 64x6x6, where a pass of 64 rows takes 0.4 ms either way.
     */
    private memory.desc order(data_type type) {
        return wiring.training() ? weights.like(source.order(), type) : weights.any();
    }

    @Override
    public Tensor forward(Tensor in) {
        inner_product_forward.primitive_desc chosen = forwardDesc(attributes);
        Tensor out = wiring.allocate(chosen.dst_desc());
        Wiring.Arguments arguments = new Wiring.Arguments()
                .with(DNNL_ARG_SRC, source)
                .with(DNNL_ARG_WEIGHTS, weights.in(chosen.weights_desc()))
                .with(DNNL_ARG_DST, out);
        wiring.step(wiring.forward(), new inner_product_forward(chosen), weights.withBias(arguments, DNNL_ARG_BIAS));
        return out;
    }

    private inner_product_forward.primitive_desc forwardDesc(primitive_attr attributes) {
        return wiring.keep(new inner_product_forward.primitive_desc(
                wiring.engine(),
                wiring.purpose(),
                source.order(),
                order(wiring.type()),
                weights.biasDesc(),
                wiring.any(node.out()),
                attributes,
                false));
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        inner_product_forward.primitive_desc hint = forwardDesc(wiring.plain());
        weightsBackward(diff.tensor(), hint);
        return further ? new Diff(dataBackward(diff.tensor(), hint), true) : null;
    }

    private void weightsBackward(Tensor diff, inner_product_forward.primitive_desc hint) {
        inner_product_backward_weights.primitive_desc chosen =
                wiring.keep(new inner_product_backward_weights.primitive_desc(
                        wiring.engine(),
                        source.order(),
                        order(data_type.f32),
                        weights.biasDesc(),
                        wiring.any(node.out()),
                        hint,
                        wiring.plain(),
                        false));
        Tensor gradient = weights.gradientIn(chosen.diff_weights_desc());
        Wiring.Arguments arguments = new Wiring.Arguments()
                .with(DNNL_ARG_SRC, source)
                .with(DNNL_ARG_DIFF_DST, wiring.as(chosen.diff_dst_desc(), diff, wiring.backward()))
                .with(DNNL_ARG_DIFF_WEIGHTS, gradient);
        wiring.step(
                wiring.backward(),
                new inner_product_backward_weights(chosen),
                weights.withBiasGradient(arguments, DNNL_ARG_DIFF_BIAS));
        weights.deliver(gradient);
    }

    private Tensor dataBackward(Tensor diff, inner_product_forward.primitive_desc hint) {
        inner_product_backward_data.primitive_desc chosen = wiring.keep(new inner_product_backward_data.primitive_desc(
                wiring.engine(),
                source.order(),
                order(wiring.type()),
                wiring.any(node.out()),
                hint,
                wiring.plain(),
                false));
        Tensor out = wiring.allocate(chosen.diff_src_desc());
        wiring.step(
                wiring.backward(),
                new inner_product_backward_data(chosen),
                new Wiring.Arguments()
                        .with(DNNL_ARG_DIFF_DST, wiring.as(chosen.diff_dst_desc(), diff, wiring.backward()))
                        .with(DNNL_ARG_WEIGHTS, weights.in(chosen.weights_desc()))
                        .with(DNNL_ARG_DIFF_SRC, out));
        return out;
    }
}
