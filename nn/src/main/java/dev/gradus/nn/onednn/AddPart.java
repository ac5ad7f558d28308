package dev.gradus.nn.onednn;

import org.bytedeco.dnnl.global.dnnl.algorithm;
import org.jspecify.annotations.Nullable;

/** The sum of two tensors; both have the slope of the sum. */
final class AddPart implements Part {

    private final Wiring wiring;
    private final Tensor other;

    AddPart(Wiring wiring, Tensor other) {
        this.wiring = wiring;
        this.other = other;
    }

    @Override
    public Tensor forward(Tensor in) {
        Tensor out = wiring.allocate(in.order());
        Tensor alike = wiring.as(in.order(), other, wiring.forward());
        Pairwise.step(wiring, algorithm.binary_add, in, alike, out, wiring.forward());
        return out;
    }

    @Override
    public @Nullable Diff backward(Diff diff, boolean further) {
        return new Diff(diff.tensor(), false);
    }

    /** The sum of the slopes that two readers of a tensor have for it. */
    static Diff sum(Wiring wiring, Diff first, Diff second) {
        Tensor out =
                first.own() ? first.tensor() : wiring.allocate(first.tensor().order());
        Tensor alike = wiring.as(first.tensor().order(), second.tensor(), wiring.backward());
        Pairwise.step(wiring, algorithm.binary_add, first.tensor(), alike, out, wiring.backward());
        return new Diff(out, true);
    }
}
