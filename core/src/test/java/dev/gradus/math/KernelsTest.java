package dev.gradus.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KernelsTest {

    /** A set that brings nothing. */
    private record Bare(String name, Optional<String> obstacle) implements KernelSet {

        @Override
        public String description() {
            return "nothing at a time";
        }

        @Override
        public <K> Optional<K> find(Class<K> family) {
            return Optional.empty();
        }
    }

    private static final KernelSet IMPOSSIBLE = new Bare("quick", Optional.of("no such processor"));
    private static final KernelSet POSSIBLE = new Bare("slow", Optional.empty());

    @Test
    void autoIsPlainWithoutSets() {
        Kernels kernels = Kernels.choose("auto", List.of());

        assertThat(kernels.name()).isEqualTo("plain");
        assertThat(kernels.line()).isEqualTo("plain loops (no faster ones on the class path)");
        assertThat(kernels.of(String.class, "mine")).isEqualTo("mine");
    }

    @Test
    void autoPassesOverASetThatCannotRun() {
        assertThat(Kernels.choose("auto", List.of(IMPOSSIBLE, POSSIBLE)).line()).isEqualTo("slow (nothing at a time)");
        assertThat(Kernels.choose("auto", List.of(IMPOSSIBLE)).line())
                .isEqualTo("plain loops (quick cannot run: no such processor)");
    }

    @Test
    void plainIsPlainWhateverThereIs() {
        assertThat(Kernels.choose("plain", List.of(POSSIBLE)).name()).isEqualTo("plain");
    }

    @Test
    void aNamedSetThatCannotRunIsRefusedWithItsReason() {
        assertThatThrownBy(() -> Kernels.choose("quick", List.of(POSSIBLE, IMPOSSIBLE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernels are not available: kernels=quick, quick cannot run: no such processor");
    }

    @Test
    void aNameThatNoSetHasIsRefused() {
        assertThatThrownBy(() -> Kernels.choose("quik", List.of(POSSIBLE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("kernels are not available: kernels=quik, no faster ones on the class path");
    }

    @Test
    void aFamilyThatTheSetLacksIsPlain() {
        assertThat(Kernels.choose("slow", List.of(POSSIBLE)).of(String.class, "mine"))
                .isEqualTo("mine");
    }
}
