package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;

import dev.gradus.nn.network.Curve;
import org.bytedeco.dnnl.eltwise_backward;
import org.bytedeco.dnnl.eltwise_forward;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.bytedeco.dnnl.memory;
import org.jspecify.annotations.Nullable;

/** An activation. Its slope follows from its output alone, so its input may be gone by then. */
final class ActivationPart implements Part {

    /** Who applies the curve. */
    enum Place {
        /** The layer before it, on the way to memory. */
        FOLDED,
        /** A step of its own, over its input. */
        IN_PLACE,
        /** A step of its own, beside its input. */
        ASIDE
    }

    private final Wiring wiring;
    private final Curve curve;
    private final Place place;
    private final boolean deferred;
    private @Nullable Tensor output;

    /** {@code deferred} says that the pooling behind it does the backward pass for it. */
    ActivationPart(Wiring wiring, Curve curve, Place place, boolean deferred) {
        this.wiring = wiring;
        this.curve = curve;
        this.place = place;
        this.deferred = deferred;
    }

    /** The algorithm whose slope is computed from its output. */
    static algorithm algorithm(Curve curve) {
        return switch (curve) {
            case RELU -> algorithm.eltwise_relu_use_dst_for_bwd;
            case TANH -> algorithm.eltwise_tanh_use_dst_for_bwd;
            case SIGMOID -> algorithm.eltwise_logistic_use_dst_for_bwd;
        };
    }

    @Override
    public Tensor forward(Tensor in) {
        Tensor out = place == Place.ASIDE ? wiring.allocate(in.order()) : in;
        if (place != Place.FOLDED) {
            wiring.step(
                    wiring.forward(),
                    new eltwise_forward(forwardDesc(wiring, curve, in.order())),
                    new Wiring.Arguments().with(DNNL_ARG_SRC, in).with(DNNL_ARG_DST, out));
        }
        output = out;
        return out;
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        if (output == null) {
            throw new IllegalStateException("backward before forward: curve=" + curve);
        }
        return deferred ? diff : backward(wiring, curve, output, diff);
    }

    /** Wires the slope by the input of a curve, given its output. */
    static Diff backward(Wiring wiring, Curve curve, Tensor output, Diff diff) {
        memory.desc order = output.order();
        Tensor from = wiring.as(order, diff.tensor(), wiring.backward());
        boolean own = diff.own() || from != diff.tensor();
        Tensor to = own ? from : wiring.allocate(order);
        eltwise_backward.primitive_desc chosen = wiring.keep(new eltwise_backward.primitive_desc(
                wiring.engine(),
                algorithm(curve),
                order,
                order,
                order,
                0f,
                forwardDesc(wiring, curve, order),
                wiring.plain(),
                false));
        wiring.step(
                wiring.backward(),
                new eltwise_backward(chosen),
                new Wiring.Arguments()
                        .with(DNNL_ARG_DST, output)
                        .with(DNNL_ARG_DIFF_DST, from)
                        .with(DNNL_ARG_DIFF_SRC, to));
        return new Diff(to, true);
    }

    private static eltwise_forward.primitive_desc forwardDesc(Wiring wiring, Curve curve, memory.desc order) {
        return wiring.keep(new eltwise_forward.primitive_desc(
                wiring.engine(), wiring.purpose(), algorithm(curve), order, order, 0f, wiring.plain(), false));
    }
}
