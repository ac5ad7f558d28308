package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Node;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.bytedeco.dnnl.global.dnnl;
import org.bytedeco.dnnl.memory;
import org.jspecify.annotations.Nullable;

/**
 * A convolution with the ReLU and the maximum pooling behind it, a <em>portion</em> of images at a time: what the
 * convolution writes is the largest memory of a network, but that of a portion stays in the second cache until the
 * pooling has read it, forward, and what the pooling writes until the convolution has read it, backward.
 *
 * <p>Gradients of the portions are added up in their order, which depends on the number of rows and on nothing else.
 */
final class PooledConvolutionPart implements Part {

    /**
     * What the convolution writes for a portion. Passes of 64 images of the published network took 6.59 ms with 120 KB,
     * 6.28 with 250 KB, 6.16 with 500 KB, 6.28 with 1 MB, and 6.65 without portions (Zen 5, 1 MB of second cache).
     */
    private static final int MOST_BYTES = 256 * 1024;

    private final Wiring wiring;
    private final Portions portions;
    private final Wiring portion;
    private final ConvolutionPart convolution;
    private final Node node;
    private final Node poolNode;
    private @Nullable Ends ends;

    /** What the pooling gives: in a portion, and for all rows. */
    private record Ends(PoolPart pool, Tensor shown, Tensor all) {}

    private PooledConvolutionPart(
            Wiring wiring, int count, Node node, Node poolNode, Function<Wiring, ConvolutionPart> maker) {
        this.wiring = wiring;
        this.portions = new Portions(wiring, count);
        this.portion = wiring.portion(portions);
        this.convolution = maker.apply(portion);
        this.node = node;
        this.poolNode = poolNode;
    }

    /** The part, unless all rows are one portion or the convolution's own order is none of the usual ones. */
    static Optional<Part> create(Wiring wiring, Node node, Node poolNode, Function<Wiring, ConvolutionPart> maker) {
        OptionalInt count = count(wiring, node.out());
        if (count.isEmpty()) {
            return Optional.empty();
        }
        PooledConvolutionPart part = new PooledConvolutionPart(wiring, count.getAsInt(), node, poolNode, maker);
        return part.convolution.ordersAreUsual() ? Optional.of(part) : Optional.empty();
    }

    /** The fewest portions of equal size that are small enough, if all rows are too many and there are no odd ones. */
    private static OptionalInt count(Wiring wiring, Form form) {
        long imageBytes = form.size() * dnnl.dnnl_data_type_size(wiring.type().value);
        int most = (int) Math.max(1, MOST_BYTES / imageBytes);
        for (int rows = most; rows < wiring.rows() && 2 * rows >= most; rows--) {
            if (wiring.rows() % rows == 0) {
                return OptionalInt.of(wiring.rows() / rows);
            }
        }
        return OptionalInt.empty();
    }

    @Override
    public Tensor forward(Tensor in) {
        memory.desc wanted = convolution.sourceOrder();
        Tensor source = portions.of(wiring.as(all(wanted, node.in()), in, wiring.forward()), wanted);
        Tensor values = convolution.forward(source);
        PoolPart pool = new PoolPart(portion, poolNode, true, values);
        Tensor shown = pool.forward(values);
        Tensor pooled = portions.whole(shown, all(shown.order(), poolNode.out()));
        wiring.forward().add(eachPortion(portion.forward()));
        ends = new Ends(pool, shown, pooled);
        return pooled;
    }

    /** The order of a portion's rows, for all rows. */
    private memory.desc all(memory.desc order, Form form) {
        return wiring.keep(Device.like(order, wiring.type(), form.dimensions(wiring.rows())));
    }

    private Runnable eachPortion(List<Runnable> list) {
        Runnable[] steps = list.toArray(new Runnable[0]);
        return () -> {
            for (int index = 0; index < portions.count(); index++) {
                portions.show(index);
                for (Runnable step : steps) {
                    step.run();
                }
            }
        };
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        if (ends == null) {
            throw new IllegalStateException("backward before forward: layer=" + node.text());
        }
        Tensor slopes = wiring.as(ends.all().order(), diff.tensor(), wiring.backward());
        boolean own = diff.own() || slopes != diff.tensor();
        Tensor shown = portions.of(slopes, ends.shown().order());
        Diff out = convolution.backward(ends.pool().backward(new Diff(shown, own), true), further);
        wiring.backward().addAll(portion.before());
        wiring.backward().add(eachPortion(portion.backward()));
        wiring.backward().addAll(portion.after());
        return out == null
                ? null
                : new Diff(portions.whole(out.tensor(), all(out.tensor().order(), node.in())), true);
    }
}
