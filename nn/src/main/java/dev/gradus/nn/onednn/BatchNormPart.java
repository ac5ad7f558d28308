package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SCALE;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SHIFT;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DIFF_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_MEAN;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SCALE;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SHIFT;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_VARIANCE;

import dev.gradus.model.Layout.Block;
import dev.gradus.nn.network.Node;
import java.nio.FloatBuffer;
import org.bytedeco.dnnl.batch_normalization_backward;
import org.bytedeco.dnnl.batch_normalization_forward;
import org.bytedeco.dnnl.global.dnnl.normalization_flags;
import org.bytedeco.dnnl.global.dnnl.prop_kind;
import org.bytedeco.dnnl.memory;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation of each channel. While training, by the mean and variance of the rows of the pass, which are told as
 * the "gradient" of the running ones; while scoring, by the running ones.
 */
final class BatchNormPart implements Part {

    /** As in PyTorch. */
    private static final float EPSILON = 1e-5f;

    private static final int SCALE_AND_SHIFT =
            normalization_flags.use_scale.value | normalization_flags.use_shift.value;

    private final Wiring wiring;
    private final FlatVectors vectors;
    private final Node node;
    private final int flags;
    private final memory.desc channels;
    private final Tensor source;
    private final batch_normalization_forward.primitive_desc chosen;
    private final Tensor mean;
    private final Tensor variance;

    BatchNormPart(Wiring wiring, FlatVectors vectors, Node node, Tensor source) {
        this.wiring = wiring;
        this.vectors = vectors;
        this.node = node;
        this.source = source;
        boolean training = wiring.training();
        this.flags = training ? SCALE_AND_SHIFT : SCALE_AND_SHIFT | normalization_flags.use_global_stats.value;
        this.channels = wiring.plainFloats(node.in().channels());
        this.mean = training ? wiring.allocate(channels) : value(2);
        this.variance = training ? wiring.allocate(channels) : value(3);
        this.chosen = wiring.keep(new batch_normalization_forward.primitive_desc(
                wiring.engine(),
                wiring.purpose().value,
                source.order(),
                source.order(),
                EPSILON,
                flags,
                wiring.plain(),
                false));
    }

    private Tensor value(int block) {
        return vectors.valuesOf(node.blocks().get(block), channels, wiring.arena());
    }

    private Tensor gradient(int block) {
        return vectors.gradientOf(node.blocks().get(block), channels, wiring.arena());
    }

    @Override
    public Tensor forward(Tensor in) {
        Tensor out = wiring.allocate(chosen.dst_desc());
        wiring.step(
                wiring.forward(),
                new batch_normalization_forward(chosen),
                withStatistics().with(DNNL_ARG_SHIFT, value(1)).with(DNNL_ARG_DST, out));
        return out;
    }

    private Wiring.Arguments withStatistics() {
        return new Wiring.Arguments()
                .with(DNNL_ARG_SRC, source)
                .with(DNNL_ARG_MEAN, mean)
                .with(DNNL_ARG_VARIANCE, variance)
                .with(DNNL_ARG_SCALE, value(0));
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        memory.desc order = source.order();
        batch_normalization_backward.primitive_desc backward =
                wiring.keep(new batch_normalization_backward.primitive_desc(
                        wiring.engine(),
                        prop_kind.backward.value,
                        order,
                        order,
                        order,
                        EPSILON,
                        flags,
                        chosen,
                        wiring.plain(),
                        false));
        Tensor out = wiring.allocate(order);
        wiring.step(
                wiring.backward(),
                new batch_normalization_backward(backward),
                withStatistics()
                        .with(DNNL_ARG_DIFF_DST, wiring.as(order, diff.tensor(), wiring.backward()))
                        .with(DNNL_ARG_DIFF_SCALE, gradient(0))
                        .with(DNNL_ARG_DIFF_SHIFT, gradient(1))
                        .with(DNNL_ARG_DIFF_SRC, out));
        tellStatistics();
        return new Diff(out, true);
    }

    /** Rows times mean, and rows times the variance that is to be expected of other rows. */
    private void tellStatistics() {
        int values = Math.multiplyExact(wiring.rows(), node.in().area());
        float rows = wiring.rows();
        float unbiased = rows * values / Math.max(1, values - 1);
        tell(mean.floats(), node.blocks().get(2), rows);
        tell(variance.floats(), node.blocks().get(3), unbiased);
    }

    private void tell(FloatBuffer statistic, Block block, float weight) {
        FloatBuffer gradient = vectors.gradient();
        wiring.backward().add(() -> {
            for (int channel = 0; channel < block.size(); channel++) {
                gradient.put(block.from() + channel, weight * statistic.get(channel));
            }
        });
    }
}
