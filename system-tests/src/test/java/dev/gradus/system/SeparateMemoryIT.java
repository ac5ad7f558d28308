package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Ranks of one kernel that do not share {@code /dev/shm}, as in two containers: they must not wait for each other in
 * memory that the other does not see. Skipped where no such rank can be started.
 */
@Timeout(120)
class SeparateMemoryIT {

    /** A process behind this has a {@code /dev/shm} of its own. */
    private static final List<String> OWN_MEMORY =
            List.of("unshare", "-m", "sh", "-c", "mount -t tmpfs tmpfs /dev/shm && exec \"$@\"", "sh");

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void agreeOnASecret() throws Exception {
        programs.with("GRADUS_SECRET", "a secret of this test");
        assumeThat(Files.isWritable(Path.of("/dev/shm")))
                .as("there is shared memory")
                .isTrue();
        List<String> probe = new ArrayList<>(OWN_MEMORY);
        probe.add("true");
        assumeThat(exitCode(probe))
                .as("exit code of a process with its own /dev/shm, which takes root and unshare")
                .isZero();
    }

    @Test
    void ranksThatSeeTheSameMemoryUseIt() throws Exception {
        assertThat(bytesOfHeads(train(List.of(), List.of()))).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void aRankThatSeesOtherMemoryIsReachedByConnection(int apart) throws Exception {
        Map<?, ?> summary = train(apart == 0 ? OWN_MEMORY : List.of(), apart == 1 ? OWN_MEMORY : List.of());

        assertThat(bytesOfHeads(summary)).isEqualTo(40 * number(summary, "messages"));
    }

    /** What was sent beside numbers: messages have heads and tails, memory has none. */
    private static long bytesOfHeads(Map<?, ?> summary) {
        long floats = Programs.TINY_PARAMETERS + 3; // the statistics
        return number(summary, "bytesSent") - number(summary, "messages") * floats * Float.BYTES;
    }

    private static long number(Map<?, ?> summary, String name) {
        return Long.parseLong(String.valueOf(summary.get(name)));
    }

    /** Trains with two ranks behind these words, and returns the summary. */
    private Map<?, ?> train(List<String> zero, List<String> one) throws Exception {
        Program launcher = programs.gradus(
                "train", Programs.tinyJob(folder), "--launch", "join", "--ranks", 2, "--out", folder.resolve("run"));
        String address = launcher.awaitLine("./gradus worker").strip().split(" ", -1)[3];
        Program first = programs.gradusBehind(zero, "worker", "--join", address, "--rank", 0);
        Program second = programs.gradusBehind(one, "worker", "--join", address, "--rank", 1);
        assertThat(launcher.awaitExit()).isZero();
        assertThat(first.awaitExit()).isZero();
        assertThat(second.awaitExit()).isZero();
        return Json.parseObject(Files.readString(folder.resolve("run/summary.json")));
    }

    private static int exitCode(List<String> command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            return 127; // the command is not there
        }
    }
}
