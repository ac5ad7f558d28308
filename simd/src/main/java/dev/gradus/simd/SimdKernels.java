package dev.gradus.simd;

import com.sun.management.HotSpotDiagnosticMXBean;
import dev.gradus.data.DenseRows;
import dev.gradus.exchange.BufferLoops;
import dev.gradus.math.ConvolutionKernel;
import dev.gradus.math.KernelSet;
import dev.gradus.model.MergeLoop;
import dev.gradus.model.logistic.LogisticKernel;
import dev.gradus.model.vectors.DotKernel;
import dev.gradus.model.word2vec.SoftmaxKernel;
import dev.gradus.model.word2vec.TileKernel;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Loops on the Vector API. Loads itself without the module jdk.incubator.vector, so that it can say what is missing;
 * every class that needs the module is touched only after {@link #obstacle} found it.
 */
public final class SimdKernels implements KernelSet {

    private static final String MODULE = "jdk.incubator.vector";
    private static final int FEWEST_LANES = 4;

    @Override
    public String name() {
        return "simd";
    }

    @Override
    public Optional<String> obstacle() {
        return obstacle(ModuleLayer.boot().findModule(MODULE).isPresent(), hasFma(), () -> Lanes.COUNT);
    }

    static Optional<String> obstacle(boolean modulePresent, boolean fma, IntSupplier lanes) {
        if (!modulePresent) {
            return Optional.of("module " + MODULE + " is absent: start java with --add-modules " + MODULE);
        }
        if (!fma) {
            return Optional.of("processor has no fused multiply-add: UseFMA=false");
        }
        int floats = lanes.getAsInt();
        if (floats < FEWEST_LANES) {
            return Optional.of("vector registers are too narrow: floats=" + floats + ", needed=" + FEWEST_LANES);
        }
        if (DenseRows.TILE % floats != 0) {
            return Optional.of(
                    "tiles are no multiple of a vector register: tile=" + DenseRows.TILE + ", floats=" + floats);
        }
        return Optional.empty();
    }

    /** Without the instruction Java computes each fused product in decimal numbers, thousands of times slower. */
    private static boolean hasFma() {
        HotSpotDiagnosticMXBean options = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return Boolean.parseBoolean(options.getVMOption("UseFMA").getValue());
    }

    @Override
    public String description() {
        return "Vector API, " + Lanes.COUNT + " floats at a time";
    }

    @Override
    public <K> Optional<K> find(Class<K> family) {
        if (family == LogisticKernel.Family.class) {
            LogisticKernel.Family logistic = VectorLogisticKernel::new;
            return Optional.of(family.cast(logistic));
        }
        if (family == BufferLoops.class && VectorBufferLoops.fits()) {
            return Optional.of(family.cast(new VectorBufferLoops()));
        }
        if (family == MergeLoop.class) {
            return Optional.of(family.cast(new VectorMergeLoop()));
        }
        if (family == DotKernel.class && VectorDotKernel.fits()) {
            return Optional.of(family.cast(new VectorDotKernel()));
        }
        if (family == SoftmaxKernel.Family.class) {
            SoftmaxKernel.Family softmax = VectorSoftmaxKernel::new;
            return Optional.of(family.cast(softmax));
        }
        if (family == TileKernel.Family.class) {
            TileKernel.Family tiles = VectorTileKernel::new;
            return Optional.of(family.cast(tiles));
        }
        if (family == ConvolutionKernel.Family.class) {
            return Optional.of(family.cast(new WinogradKernel.Family()));
        }
        return Optional.empty();
    }
}
