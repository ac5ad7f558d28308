package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Killed, frozen and stopped processes in the middle of a run: it ends soon, names the rank, and leaves nobody behind.
 */
@Timeout(120)
@EnabledOnOs(value = OS.LINUX, disabledReason = "finds ranks by /proc")
class FaultIT {

    /** Bounds on hanging; a busy machine needs some of it. */
    private static final Duration SOON = Duration.ofSeconds(20);

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private Path run = Path.of("");

    @BeforeEach
    void nameFolder() {
        run = folder.resolve("run");
    }

    @Test
    void ranksEndWhenTheirLauncherIsKilled() throws Exception {
        Program launcher = start("--ranks", 2);
        List<ProcessHandle> ranks = launcher.ranks(2);

        launcher.signal("KILL");

        assertThat(Program.end(ranks, SOON)).isTrue();
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Program launcher = programs.gradus(
                    "train", Programs.tinyJob(folder), "--out", run, "--set", "launch.port=" + taken.getLocalPort());

            assertThat(launcher.awaitExit()).isEqualTo(1);
            assertThat(reasons(launcher))
                    .singleElement()
                    .asString()
                    .contains("cannot listen: address=127.0.0.1:" + taken.getLocalPort(), "launch.port");
        }
    }

    /** Starts a run that would go on for hours, and returns in its middle. */
    private Program start(Object... more) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("train", Programs.endlessJob(folder), "--out", run));
        arguments.addAll(List.of(more));
        Program launcher = programs.gradus(arguments.toArray());
        launcher.awaitLine("step ");
        return launcher;
    }

    private static List<String> reasons(Program program) {
        return program.err().stream()
                .filter(line -> line.startsWith("gradus: "))
                .toList();
    }
}
