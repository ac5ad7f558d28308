package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.math.Kernels;
import org.junit.jupiter.api.Test;

/** What happens in a JVM that was started without the Vector API; the build gives this test such a JVM. */
class WithoutVectorModuleTest {

    private static final String REASON = "simd cannot run: module jdk.incubator.vector is absent:"
            + " start java with --add-modules jdk.incubator.vector";

    @Test
    void autoFallsBackToPlainLoopsAndSaysWhy() {
        Kernels kernels = Kernels.choose("auto");

        assertThat(kernels.name()).isEqualTo("plain");
        assertThat(kernels.line()).isEqualTo("plain loops (" + REASON + ")");
    }

    @Test
    void askingForVectorsIsRefusedWithTheRemedy() {
        assertThatThrownBy(() -> Kernels.choose("simd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernels are not available: kernels=simd, " + REASON);
    }
}
