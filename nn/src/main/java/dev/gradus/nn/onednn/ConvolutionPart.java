package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_BIAS;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_BIAS;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_WEIGHTS;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_WEIGHTS;

import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Node;
import org.bytedeco.dnnl.convolution_backward_data;
import org.bytedeco.dnnl.convolution_backward_weights;
import org.bytedeco.dnnl.convolution_forward;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.primitive_attr;
import org.jspecify.annotations.Nullable;

/** A convolution, with the activation behind it if that is folded into it. */
final class ConvolutionPart implements Part {

    private static final algorithm DIRECT = algorithm.convolution_direct;

    private final Wiring wiring;
    private final Node node;
    private final Weights weights;
    private final primitive_attr attributes;
    private final long[] strides;
    private final long[] padding;
    private @Nullable Tensor source;

    ConvolutionPart(Wiring wiring, FlatVectors vectors, Node node, primitive_attr attributes) {
        Layer.Convolution layer = (Layer.Convolution) node.layer();
        int kernel = layer.window().kernel();
        this.wiring = wiring;
        this.node = node;
        this.attributes = attributes;
        this.weights =
                new Weights(wiring, vectors, node, layer.channels(), node.in().channels(), kernel, kernel);
        this.strides = new long[] {layer.window().stride(), layer.window().stride()};
        this.padding = new long[] {layer.window().padding(), layer.window().padding()};
    }

    /** The order in which it wants its input. */
    memory.desc sourceOrder() {
        return wiring.keep(forwardDesc(attributes).src_desc());
    }

    /** Whether it reads and writes images in orders in which one row lies behind the other. */
    boolean ordersAreUsual() {
        memory.desc output = wiring.keep(forwardDesc(attributes).dst_desc());
        return Device.usual(sourceOrder()).isPresent() && Device.usual(output).isPresent();
    }

    @Override
    public Tensor forward(Tensor in) {
        convolution_forward.primitive_desc chosen = forwardDesc(attributes);
        source = wiring.as(chosen.src_desc(), in, wiring.forward());
        Tensor out = wiring.allocate(chosen.dst_desc());
        Wiring.Arguments arguments = new Wiring.Arguments()
                .with(DNNL_ARG_SRC, source)
                .with(DNNL_ARG_WEIGHTS, weights.in(chosen.weights_desc()))
                .with(DNNL_ARG_DST, out);
        wiring.step(wiring.forward(), new convolution_forward(chosen), weights.withBias(arguments, DNNL_ARG_BIAS));
        return out;
    }

    private convolution_forward.primitive_desc forwardDesc(primitive_attr attributes) {
        return wiring.keep(new convolution_forward.primitive_desc(
                wiring.engine(),
                wiring.purpose(),
                DIRECT,
                wiring.any(node.in()),
                weights.any(),
                weights.biasDesc(),
                wiring.any(node.out()),
                strides,
                padding,
                padding,
                attributes,
                false));
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        convolution_forward.primitive_desc hint = forwardDesc(wiring.plain());
        weightsBackward(diff.tensor(), hint);
        return further ? new Diff(dataBackward(diff.tensor(), hint), true) : null;
    }

    private void weightsBackward(Tensor diff, convolution_forward.primitive_desc hint) {
        if (source == null) {
            throw new IllegalStateException("backward before forward: layer=" + node.text());
        }
        convolution_backward_weights.primitive_desc chosen =
                wiring.keep(new convolution_backward_weights.primitive_desc(
                        wiring.engine(),
                        DIRECT,
                        wiring.any(node.in()),
                        weights.anyGradient(),
                        weights.biasDesc(),
                        wiring.any(node.out()),
                        strides,
                        padding,
                        padding,
                        hint,
                        wiring.plain(),
                        false));
        Tensor gradient = weights.gradientIn(chosen.diff_weights_desc());
        Wiring.Arguments arguments = new Wiring.Arguments()
                .with(DNNL_ARG_SRC, wiring.as(chosen.src_desc(), source, wiring.backward()))
                .with(DNNL_ARG_DIFF_DST, wiring.as(chosen.diff_dst_desc(), diff, wiring.backward()))
                .with(DNNL_ARG_DIFF_WEIGHTS, gradient);
        wiring.step(
                wiring.backward(),
                new convolution_backward_weights(chosen),
                weights.withBiasGradient(arguments, DNNL_ARG_DIFF_BIAS));
        weights.deliver(gradient);
    }

    private Tensor dataBackward(Tensor diff, convolution_forward.primitive_desc hint) {
        convolution_backward_data.primitive_desc chosen = wiring.keep(new convolution_backward_data.primitive_desc(
                wiring.engine(),
                DIRECT,
                wiring.any(node.in()),
                weights.any(),
                wiring.any(node.out()),
                strides,
                padding,
                padding,
                hint,
                wiring.plain(),
                false));
        Tensor out = wiring.lasting(chosen.diff_src_desc());
        wiring.step(
                wiring.backward(),
                new convolution_backward_data(chosen),
                new Wiring.Arguments()
                        .with(DNNL_ARG_DIFF_DST, wiring.as(chosen.diff_dst_desc(), diff, wiring.backward()))
                        .with(DNNL_ARG_WEIGHTS, weights.in(chosen.weights_desc()))
                        .with(DNNL_ARG_DIFF_SRC, out));
        return out;
    }
}
