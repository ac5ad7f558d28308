package dev.gradus.nn.onednn;

import dev.gradus.math.ConvolutionKernel;
import dev.gradus.math.Kernels;
import dev.gradus.nn.network.Curve;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import java.util.List;
import java.util.Optional;

/**
 * Which convolutions are computed in fewer multiplications, by a kernel of ours, and not by oneDNN, which multiplies
 * each weight by each value that it meets.
 *
 * <p>A function of the layer, the precision, the threads and the kernels of the run, all of which ranks compare: so it
 * is the same for each of them.
 */
public final class Convolutions {

    private final ConvolutionKernel.Family family;
    private final boolean fewer;

    private Convolutions(ConvolutionKernel.Family family, boolean fewer) {
        this.family = family;
        this.fewer = fewer;
    }

    /** All by oneDNN. */
    public static Convolutions direct() {
        return new Convolutions(Nothing.FITS, false);
    }

    /** In fewer multiplications where the kernels of the run can: with 32-bit floats and on one thread. */
    public static Convolutions fewer(Kernels kernels, Precision precision) {
        ConvolutionKernel.Family family = kernels.of(ConvolutionKernel.Family.class, Nothing.FITS);
        return new Convolutions(family, precision == Precision.FLOAT32 && OneDnn.threads() == 1);
    }

    /** The layers that are computed in fewer multiplications, counted from 1. */
    public List<Integer> layers(Network network) {
        Fusion fusion = new Fusion(network);
        return network.nodes().stream()
                .filter(node -> kernel(node, fusion).isPresent())
                .map(node -> node.index() + 1)
                .toList();
    }

    /** What makes a kernel for the layer, if one is to compute it. */
    Optional<Maker> kernel(Node node, Fusion fusion) {
        Curve after = fusion.after(node.index());
        if (!fewer || (after != null && after != Curve.RELU) || !(node.layer() instanceof Layer.Convolution layer)) {
            return Optional.empty();
        }
        Layer.Window window = layer.window();
        if (window.kernel() != ConvolutionKernel.WINDOW || window.stride() != 1) {
            return Optional.empty();
        }
        ConvolutionKernel.Shape shape = new ConvolutionKernel.Shape(
                node.in().channels(),
                node.out().channels(),
                node.in().height(),
                node.in().width(),
                window.padding());
        return family.fits(shape) ? Optional.of(new Maker(family, shape, after != null)) : Optional.empty();
    }

    /** A kernel to be made, and whether it applies the ReLU behind the layer. */
    record Maker(ConvolutionKernel.Family family, ConvolutionKernel.Shape shape, boolean relu) {

        ConvolutionKernel make() {
            return family.create(shape);
        }
    }

    /** The kernels of a run that has none. */
    private enum Nothing implements ConvolutionKernel.Family {
        FITS;

        @Override
        public boolean fits(ConvolutionKernel.Shape shape) {
            return false;
        }

        @Override
        public ConvolutionKernel create(ConvolutionKernel.Shape shape) {
            throw new IllegalStateException("no kernel fits: shape=" + shape);
        }
    }
}
