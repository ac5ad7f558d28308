package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_WORKSPACE;

import dev.gradus.nn.network.Curve;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Node;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.pooling_backward;
import org.bytedeco.dnnl.pooling_forward;
import org.jspecify.annotations.Nullable;

/** The largest value or the mean of each window. */
final class PoolPart implements Part {

    private static final long[] NO_DILATION = {0, 0};

    private final Wiring wiring;
    private final Node node;
    private final boolean afterRelu;
    private final algorithm way;
    private final long[] kernel;
    private final long[] strides;
    private final long[] padding;
    private final Tensor source;
    private final pooling_forward.primitive_desc chosen;
    private final Tensor output;
    private final @Nullable Tensor winners;

    /** {@code afterRelu} says that the ReLU in front of it is to be undone here. */
    PoolPart(Wiring wiring, Node node, boolean afterRelu, Tensor source) {
        this.wiring = wiring;
        this.node = node;
        this.afterRelu = afterRelu;
        this.source = source;
        Form in = node.in();
        boolean max = node.layer() instanceof Layer.Pool pool && pool.max();
        this.way = max ? algorithm.pooling_max : algorithm.pooling_avg_include_padding;
        if (node.layer() instanceof Layer.Pool pool) {
            this.kernel = square(pool.window().kernel());
            this.strides = square(pool.window().stride());
            this.padding = square(pool.window().padding());
        } else {
            this.kernel = new long[] {in.height(), in.width()};
            this.strides = kernel;
            this.padding = square(0);
        }
        this.chosen = forwardDesc();
        this.output = wiring.lasting(chosen.dst_desc());
        this.winners = max && wiring.training() ? wiring.lasting(chosen.workspace_desc()) : null;
    }

    private static long[] square(int side) {
        return new long[] {side, side};
    }

    private pooling_forward.primitive_desc forwardDesc() {
        return wiring.keep(new pooling_forward.primitive_desc(
                wiring.engine(),
                wiring.purpose(),
                way,
                source.order(),
                wiring.any(node.out()),
                strides,
                kernel,
                NO_DILATION,
                padding,
                padding,
                wiring.plain(),
                false));
    }

    @Override
    public Tensor forward(Tensor in) {
        wiring.step(
                wiring.forward(),
                new pooling_forward(chosen),
                withWinners(new Wiring.Arguments().with(DNNL_ARG_SRC, source).with(DNNL_ARG_DST, output)));
        return output;
    }

    private Wiring.Arguments withWinners(Wiring.Arguments arguments) {
        return winners == null ? arguments : arguments.with(DNNL_ARG_WORKSPACE, winners);
    }

    @Override
    public Diff backward(Diff diff, boolean further) {
        Diff masked = afterRelu ? ActivationPart.backward(wiring, Curve.RELU, output, diff) : diff;
        pooling_backward.primitive_desc backward = wiring.keep(new pooling_backward.primitive_desc(
                wiring.engine(),
                way,
                source.order(),
                output.order(),
                strides,
                kernel,
                NO_DILATION,
                padding,
                padding,
                chosen,
                wiring.plain(),
                false));
        Tensor out = slopes(wiring.keep(backward.diff_src_desc()));
        wiring.step(
                wiring.backward(),
                new pooling_backward(backward),
                withWinners(new Wiring.Arguments()
                        .with(
                                DNNL_ARG_DIFF_DST,
                                wiring.as(backward.diff_dst_desc(), masked.tensor(), wiring.backward()))
                        .with(DNNL_ARG_DIFF_SRC, out)));
        return new Diff(out, true);
    }

    /**
     * Where the slopes by the input are put: in its own place if nobody reads it any more. Behind a ReLU that is undone
     * here nobody does, and this is the largest memory of a network.
     */
    private Tensor slopes(memory.desc order) {
        return afterRelu && source.order().equals(order) ? source : wiring.allocate(order);
    }
}
