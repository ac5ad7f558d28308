package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemSourcesTest {

    @TempDir
    Path nothing;

    @TempDir
    Path proc;

    @BeforeEach
    void makeProc() throws Exception {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/status"), "VmRSS: 1 kB");
    }

    @Test
    void whereThereIsNoProcTheFirstSourceTells() {
        assertThat(SystemSources.choose("", nothing, List.of(new Made("a", false), new Made("b", false))))
                .hasValueSatisfying(source -> assertThat(source.name()).isEqualTo("a"));
    }

    @Test
    void whereThereIsProcItTellsUnlessAnotherIsAskedFor() {
        List<SystemSource> sources = List.of(new Made("a", false), new Made("b", false));

        assertThat(SystemSources.choose("", proc, sources)).isEmpty();
        assertThat(SystemSources.choose("b", proc, sources))
                .hasValueSatisfying(source -> assertThat(source.name()).isEqualTo("b"));
        assertThat(SystemSources.choose("proc", nothing, sources)).isEmpty();
    }

    @Test
    void aSourceThatDoesNotWorkLeavesFiguresUnknown() {
        assertThat(SystemSources.choose("", nothing, List.of(new Made("a", true))))
                .isEmpty();
        assertThat(SystemSources.choose("", nothing, List.of())).isEmpty();
    }

    private record Made(String name, boolean fails) implements SystemSource {

        @Override
        public SystemCounters read() {
            if (fails) {
                throw new NoClassDefFoundError("not here");
            }
            return SystemCounters.of(List.of(), 1, new SystemCounters.Disk(2, 3), new SystemCounters.Network(4, 5, 6));
        }

        @Override
        public String processor() {
            return "";
        }

        @Override
        public long memoryBytes() {
            return 0;
        }
    }
}
