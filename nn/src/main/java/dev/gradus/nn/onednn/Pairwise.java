package dev.gradus.nn.onednn;

import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_DST;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC_0;
import static org.bytedeco.dnnl.global.dnnl.DNNL_ARG_SRC_1;

import java.util.List;
import org.bytedeco.dnnl.binary;
import org.bytedeco.dnnl.global.dnnl.algorithm;

/** Wires a function of two tensors that lie alike, value by value. */
final class Pairwise {

    private Pairwise() {}

    /** {@code out} lies like both and may be one of them. */
    static void step(Wiring wiring, algorithm function, Tensor first, Tensor second, Tensor out, List<Runnable> steps) {
        binary.primitive_desc chosen = wiring.keep(new binary.primitive_desc(
                wiring.engine(), function, first.order(), second.order(), out.order(), wiring.plain(), false));
        wiring.step(
                steps,
                new binary(chosen),
                new Wiring.Arguments()
                        .with(DNNL_ARG_SRC_0, first)
                        .with(DNNL_ARG_SRC_1, second)
                        .with(DNNL_ARG_DST, out));
    }
}
