package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.math.Kernels;
import dev.gradus.model.logistic.LogisticKernel;
import dev.gradus.model.logistic.LogisticRegression;
import dev.gradus.model.vectors.DotKernel;
import org.junit.jupiter.api.Test;

class SimdKernelsTest {

    private static final SimdKernels SET = new SimdKernels();

    @Test
    void serviceLoaderFindsItAndAutoTakesIt() {
        Kernels kernels = Kernels.choose("auto");

        assertThat(kernels.line()).isEqualTo("simd (Vector API, " + Lanes.COUNT + " floats at a time)");
        assertThat(kernels.of(LogisticKernel.Family.class, LogisticRegression.plainKernels())
                        .create(3, 1, true))
                .isInstanceOf(VectorLogisticKernel.class);
    }

    @Test
    void searchesGetTheirLoopFromIt() {
        assertThat(SET.find(DotKernel.class)).containsInstanceOf(VectorDotKernel.class);
    }

    @Test
    void familiesThatItLacksAreAbsent() {
        assertThat(SET.find(Runnable.class)).isEmpty();
    }

    @Test
    void narrowRegistersAreAnObstacle() {
        assertThat(SimdKernels.obstacle(true, true, () -> 2))
                .contains("vector registers are too narrow: floats=2, needed=4");
    }

    @Test
    void aProcessorWithoutFusedMultiplyAddIsAnObstacle() {
        assertThat(SimdKernels.obstacle(true, false, () -> 8))
                .contains("processor has no fused multiply-add: UseFMA=false");
    }

    @Test
    void registersThatDoNotDivideATileAreAnObstacle() {
        assertThat(SimdKernels.obstacle(true, true, () -> 12))
                .contains("tiles are no multiple of a vector register: tile=64, floats=12");
    }
}
