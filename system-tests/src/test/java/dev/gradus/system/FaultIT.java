package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.json.Json;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(strings = {"auto", "tcp"})
    void aKilledRankEndsTheRunAndIsNamed(String link) throws Exception {
        Program launcher = start("--ranks", 3, "--set", "exchange.link=" + link);
        List<ProcessHandle> ranks = launcher.ranks(3);

        Program.signal(ranks.get(1), "KILL");

        assertThat(launcher.awaitExit()).isEqualTo(4);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .matches("gradus: rank 1 is lost: its process was killed: signal=9, (last reported )?step=[1-9]\\d*");
        assertThat(Program.end(ranks, SOON)).isTrue();
        assertThat(launcher.out()).isEmpty();
    }

    @Test
    void aRankKilledByHandTellsTheOthersWhoWereStartedByHand() throws Exception {
        Program launcher =
                programs.gradus("train", Programs.endlessJob(folder), "--launch", "join", "--ranks", 2, "--out", run);
        String[] words = launcher.awaitLine("./gradus worker").strip().split(" ", -1);
        Program first = programs.gradus("worker", "--join", words[3], "--secret-file", words[5], "--rank", 0);
        Program second = programs.gradus("worker", "--join", words[3], "--secret-file", words[5], "--rank", 1);
        launcher.awaitLine("step ");

        second.handle().destroyForcibly();

        assertThat(launcher.awaitExit()).isEqualTo(4);
        assertThat(launcher.complaints()).singleElement().asString().contains("rank 1 is lost", "step=");
        assertThat(first.awaitExit()).isEqualTo(4);
        assertThat(first.complaints()).singleElement().asString().contains("rank 1 is lost");
    }

    @Test
    void ranksEndWhenTheirLauncherIsKilledAndItsMetricsStay() throws Exception {
        Program launcher = start("--ranks", 2);
        List<ProcessHandle> ranks = launcher.ranks(2);
        awaitMetrics();

        launcher.signal("KILL");

        assertThat(Program.end(ranks, SOON)).isTrue();
        assertThat(run.resolve("metrics.jsonl")).isNotEmptyFile();
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void aStoppedLauncherEndsItsRanksAndLeavesItsMetrics(String signal, int code) throws Exception {
        assumeThat(signal.equals("TERM") || Programs.interruptible())
                .as("SIGINT is not ignored here")
                .isTrue();
        Program launcher = start("--ranks", 2);
        List<ProcessHandle> ranks = launcher.ranks(2);

        launcher.signal(signal);

        assertThat(launcher.awaitExit()).isEqualTo(code);
        assertThat(Program.end(ranks, SOON)).isTrue();
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .startsWith("gradus: stopped")
                .contains(run.toString());
        assertThat(run.resolve("job.yaml")).exists();
        List<Map<String, Object>> lines = Files.readAllLines(run.resolve("metrics.jsonl")).stream()
                .map(Json::parseObject)
                .toList();
        assertThat(lines).extracting("type").contains("step").isSubsetOf("step", "rank", "resources");
    }

    @Test
    void aStoppedLauncherOfThreadsLeavesItsMetricsToo() throws Exception {
        Program launcher = start("--ranks", 2, "--launch", "threads");

        launcher.signal("TERM");

        assertThat(launcher.awaitExit()).isEqualTo(143);
        assertThat(launcher.complaints()).singleElement().asString().startsWith("gradus: stopped");
        assertThat(Files.readAllLines(run.resolve("metrics.jsonl")))
                .isNotEmpty()
                .allSatisfy(Json::parseObject);
    }

    @Test
    void aFrozenRankIsNamedWithItsStepAndEnded() throws Exception {
        Program launcher = start("--ranks", 3);
        List<ProcessHandle> ranks = launcher.ranks(3);

        Program.signal(ranks.get(1), "STOP");

        assertThat(launcher.awaitExit()).isEqualTo(4);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .matches("gradus: rank 1 is silent: waited=3.0s, (last reported )?step=[1-9]\\d*");
        assertThat(Program.end(ranks, SOON)).isTrue();
    }

    /** As by Ctrl-Z and fg: the whole run stands still for longer than a peer may be silent, and then goes on. */
    @Test
    void aRunThatWasSuspendedGoesOn() throws Exception {
        Program launcher = start("--ranks", 2, "--set", "exchange.timeout=3s");
        List<ProcessHandle> ranks = launcher.ranks(2);
        List<ProcessHandle> all = List.of(launcher.handle(), ranks.get(0), ranks.get(1));

        for (ProcessHandle one : all) {
            Program.signal(one, "STOP");
        }
        int saidBefore = launcher.err().size();
        Thread.sleep(4000); // time must pass here: that is what is tested
        for (ProcessHandle one : all) {
            Program.signal(one, "CONT");
            Thread.sleep(200); // a busy machine does not wake them all at once
        }

        launcher.awaitMoreLines(saidBefore + 2);
        assertThat(all).allMatch(ProcessHandle::isAlive);
        assertThat(launcher.complaints()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"processes", "threads"})
    void aRankThatRunsOutOfMemorySaysSoInOneLine(String launch) throws Exception {
        programs.with("JDK_JAVA_OPTIONS", "-Xmx32m");

        Program launcher = programs.gradus(
                "train",
                Programs.tinyJob(folder),
                "--launch",
                launch,
                "--ranks",
                2,
                "--out",
                run,
                "--set",
                "launch.heap=16m",
                "--set",
                "data.rows=3e6");

        assertThat(launcher.awaitExit()).isEqualTo(1);
        assertThat(launcher.complaints()).singleElement().asString().contains("out of memory", "launch.heap");
        assertThat(launcher.err()).noneMatch(line -> line.contains("\tat "));
    }

    @Test
    void aPortInUseIsNamed() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Program launcher = programs.gradus(
                    "train", Programs.tinyJob(folder), "--out", run, "--set", "launch.port=" + taken.getLocalPort());

            assertThat(launcher.awaitExit()).isEqualTo(1);
            assertThat(launcher.complaints())
                    .singleElement()
                    .asString()
                    .contains("cannot listen: address=127.0.0.1:" + taken.getLocalPort(), "launch.port");
        }
    }

    /** Starts a run that would go on for hours, and returns in its middle. */
    /** Until the log has a line: what the terminal shows first is newer than what the log has. */
    private void awaitMetrics() throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (Files.size(run.resolve("metrics.jsonl")) == 0 && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
    }

    private Program start(Object... more) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("train", Programs.endlessJob(folder), "--out", run));
        arguments.addAll(List.of(more));
        Program launcher = programs.gradus(arguments.toArray());
        launcher.awaitLine("step ");
        return launcher;
    }
}
