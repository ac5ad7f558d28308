package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Node;
import java.util.List;
import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.jspecify.annotations.Nullable;

/** Values times a mask that whoever trains writes before each pass. */
final class DropoutPart implements Part {

    private final Wiring wiring;
    private final Tensor plainMask;
    private @Nullable Tensor mask;

    DropoutPart(Wiring wiring, Node node) {
        this.wiring = wiring;
        this.plainMask = wiring.allocate(wiring.plainFloats(node.in().dimensions(wiring.rows())));
    }

    /** The mask, row by row in plain order. */
    Tensor plainMask() {
        return plainMask;
    }

    @Override
    public Tensor forward(Tensor in) {
        Tensor own = wiring.as(in.order(), plainMask, wiring.forward());
        mask = own;
        return times(in, own, wiring.forward());
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        if (mask == null) {
            throw new IllegalStateException("backward of a dropout before forward");
        }
        Tensor from = wiring.as(mask.order(), diff.tensor(), wiring.backward());
        return new Diff(times(from, mask, wiring.backward()), true);
    }

    private Tensor times(Tensor values, Tensor factors, List<Runnable> steps) {
        Tensor out = wiring.allocate(values.order());
        Pairwise.step(wiring, algorithm.binary_mul, values, factors, out, steps);
        return out;
    }
}
