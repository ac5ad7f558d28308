package dev.gradus.nn.onednn;

import dev.gradus.math.ConvolutionKernel;
import dev.gradus.model.Layout.Block;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Node;
import java.nio.FloatBuffer;
import java.util.List;
import org.bytedeco.dnnl.memory;
import org.bytedeco.dnnl.memory.format_tag;
import org.jspecify.annotations.Nullable;

/** A convolution that a kernel of ours computes in fewer multiplications, with the ReLU behind it if that is folded. */
final class TiledConvolutionPart implements Part {

    private final Wiring wiring;
    private final FlatVectors vectors;
    private final Node node;
    private final ConvolutionKernel kernel;
    private final boolean relu;
    private @Nullable FloatBuffer source;

    TiledConvolutionPart(Wiring wiring, FlatVectors vectors, Node node, Convolutions.Maker maker) {
        this.wiring = wiring;
        this.vectors = vectors;
        this.node = node;
        this.kernel = maker.make();
        this.relu = maker.relu();
    }

    @Override
    public Tensor forward(Tensor in) {
        FloatBuffer from = wiring.as(blocked(node.in()), in, wiring.forward()).floats();
        Tensor out = wiring.allocate(blocked(node.out()));
        FloatBuffer to = out.floats();
        FloatBuffer weights = values(0);
        FloatBuffer bias = node.hasBias() ? values(1) : null;
        wiring.load().add(() -> kernel.load(weights, bias));
        wiring.forward().add(() -> kernel.forward(from, to, wiring.rows(), relu));
        source = from;
        return out;
    }

    private memory.desc blocked(Form form) {
        return wiring.keep(new memory.desc(form.dimensions(wiring.rows()), wiring.type(), format_tag.aBcd16b));
    }

    private FloatBuffer values(int index) {
        Block block = node.blocks().get(index);
        return vectors.valuesOf(block, wiring.plainFloats(block.size()), wiring.arena())
                .floats();
    }

    private FloatBuffer gradient(int index) {
        Block block = node.blocks().get(index);
        return vectors.gradientOf(block, wiring.plainFloats(block.size()), wiring.arena())
                .floats();
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        FloatBuffer from = source;
        if (from == null) {
            throw new IllegalStateException("backward before forward: layer=" + node.text());
        }
        List<Runnable> steps = wiring.backward();
        FloatBuffer outSlopes =
                wiring.as(blocked(node.out()), diff.tensor(), steps).floats();
        Tensor to = further ? wiring.allocate(blocked(node.in())) : null;
        ConvolutionKernel.Slopes slopes = new ConvolutionKernel.Slopes(
                outSlopes, to == null ? null : to.floats(), gradient(0), node.hasBias() ? gradient(1) : null);
        steps.add(() -> kernel.backward(from, slopes, wiring.rows()));
        return to == null ? null : new Diff(to, true);
    }
}
