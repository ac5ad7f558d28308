package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.network.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.dnnl.primitive_attr;
import org.jspecify.annotations.Nullable;

/** Wires a network for a number of rows, forward in the order of its layers and then backward. */
final class PassBuilder {

    private final Network network;
    private final FlatVectors vectors;
    private final Device device;
    private final Fusion fusion;
    private final Convolutions convolutions;
    private final Wiring wiring;
    private final List<Part> parts = new ArrayList<>();
    private final List<Tensor> outputs = new ArrayList<>();
    private final List<Pass.Stage> stages = new ArrayList<>();
    private final List<Pass.Mask> masks = new ArrayList<>();
    private final @Nullable Part.Diff[] diffs;

    /** The last layer that one before it computes along. */
    private int computedUpTo = -1;

    PassBuilder(Network network, FlatVectors vectors, Device device, Wiring wiring, Convolutions convolutions) {
        this.network = network;
        this.vectors = vectors;
        this.device = device;
        this.fusion = new Fusion(network);
        this.wiring = wiring;
        this.convolutions = convolutions;
        this.diffs = new Part.@Nullable Diff[network.nodes().size()];
    }

    Pass build() {
        Tensor input = wiring.allocate(wiring.plainFloats(network.input().dimensions(wiring.rows())));
        Tensor values = wiring.as(
                Device.plain(wiring.type(), network.input().dimensions(wiring.rows())), input, wiring.forward());
        for (Node node : network.nodes()) {
            values = forward(node, values);
        }
        long[] scoreSides = network.last().out().dimensions(wiring.rows());
        Tensor scores = wiring.as(wiring.plainFloats(scoreSides), values, wiring.forward());
        Tensor errors = wiring.training() ? wiring.allocate(wiring.plainFloats(scoreSides)) : scores;
        if (wiring.training()) {
            backward(errors, values);
        }
        return new Pass(wiring, new Pass.Ends(input, scores, errors), masks, stages);
    }

    private Tensor forward(Node node, Tensor in) {
        try {
            Part part = part(node, in);
            Tensor out = part.forward(in);
            parts.add(part);
            outputs.add(out);
            return out;
        } catch (RuntimeException e) {
            throw refused(node, e);
        }
    }

    /** What oneDNN says of a layer that it cannot compute, or has no memory for, with the layer. */
    private IllegalStateException refused(Node node, RuntimeException cause) {
        return new IllegalStateException(
                "layer cannot be computed: layer=" + (node.index() + 1) + " (" + node.text() + "), rows="
                        + wiring.rows() + ", cause=" + cause.getMessage(),
                cause);
    }

    private Part part(Node node, Tensor in) {
        int index = node.index();
        Layer layer = node.layer();
        if (index <= computedUpTo) {
            return new Unchanged();
        }
        if (layer instanceof Layer.Convolution) {
            return convolution(node);
        }
        if (layer instanceof Layer.Dense) {
            return new DensePart(wiring, vectors, node, attributes(index), in);
        }
        if (layer instanceof Layer.Pool || layer instanceof Layer.GlobalPool) {
            return new PoolPart(wiring, node, index > 0 && fusion.deferred(index - 1), in);
        }
        if (layer instanceof Layer.BatchNorm) {
            return new BatchNormPart(wiring, vectors, node, in);
        }
        return partWithoutParameters(node);
    }

    private Part convolution(Node node) {
        Optional<Convolutions.Maker> kernel = convolutions.kernel(node, fusion);
        if (kernel.isPresent()) {
            return new TiledConvolutionPart(wiring, vectors, node, kernel.get());
        }
        return pooledConvolution(node).orElseGet(() -> direct(node, wiring));
    }

    private ConvolutionPart direct(Node node, Wiring rows) {
        return new ConvolutionPart(rows, vectors, node, attributes(node.index()));
    }

    /** A convolution that computes the ReLU and the pooling behind it as well, where that gains. */
    private Optional<Part> pooledConvolution(Node node) {
        int index = node.index();
        if (!fusion.pooled(index)) {
            return Optional.empty();
        }
        Node pool = network.nodes().get(index + 2);
        Optional<Part> part = PooledConvolutionPart.create(wiring, node, pool, portion -> direct(node, portion));
        part.ifPresent(pooled -> computedUpTo = index + 2);
        return part;
    }

    private Part partWithoutParameters(Node node) {
        int index = node.index();
        Layer layer = node.layer();
        if (layer instanceof Layer.Activation activation) {
            return new ActivationPart(wiring, activation.curve(), place(index), fusion.deferred(index));
        }
        if (layer instanceof Layer.Dropout dropout) {
            return wiring.training() ? dropout(node, dropout) : new Unchanged();
        }
        if (layer instanceof Layer.Flatten) {
            return new FlattenPart(wiring, node, fusion.passesThrough(index));
        }
        if (layer instanceof Layer.Add) {
            return new AddPart(wiring, outputs.get(node.other()));
        }
        throw new IllegalStateException("no part for the layer: layer=" + node.text());
    }

    private primitive_attr attributes(int index) {
        return device.followedBy(fusion.after(index), wiring.arena());
    }

    private ActivationPart.Place place(int index) {
        if (fusion.folded(index)) {
            return ActivationPart.Place.FOLDED;
        }
        return fusion.inPlace(index) ? ActivationPart.Place.IN_PLACE : ActivationPart.Place.ASIDE;
    }

    private Part dropout(Node node, Layer.Dropout layer) {
        DropoutPart part = new DropoutPart(wiring, node);
        masks.add(new Pass.Mask(
                node.index(), node.in().size(), layer.rate(), part.plainMask().floats()));
        return part;
    }

    private void backward(Tensor errors, Tensor scores) {
        int last = network.nodes().size() - 1;
        int first = network.firstLearning();
        diffs[last] = new Part.Diff(wiring.as(scores.order(), errors, wiring.backward()), true);
        for (int index = last; index >= first; index--) {
            Node node = network.nodes().get(index);
            Part.Diff diff = diffs[index];
            if (diff == null) {
                throw new IllegalStateException("nobody reads the layer: layer=" + node.text());
            }
            Part.Diff further = backward(node, diff, index > first);
            if (further != null && index > first) {
                contribute(index - 1, further);
                if (node.other() >= first) {
                    contribute(node.other(), further);
                }
            }
            stages.add(new Pass.Stage(node, wiring.backward()));
            wiring.nextBackward();
        }
    }

    private Part.@Nullable Diff backward(Node node, Part.Diff diff, boolean further) {
        try {
            return parts.get(node.index()).backward(diff, further);
        } catch (RuntimeException e) {
            throw refused(node, e);
        }
    }

    private void contribute(int index, Part.Diff diff) {
        Part.Diff before = diffs[index];
        diffs[index] = before == null ? diff : AddPart.sum(wiring, before, diff);
    }

    /** A layer that does nothing, or that one before it computes along. */
    private static final class Unchanged implements Part {

        @Override
        public Tensor forward(Tensor in) {
            return in;
        }

        @Override
        public Diff backward(Diff diff, boolean further) {
            return diff;
        }
    }
}
