package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
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

/** Runs on servers by processes: shards beside ranks and alone, joined by hand, killed and frozen. */
@Timeout(120)
@EnabledOnOs(value = OS.LINUX, disabledReason = "finds ranks by /proc")
class ServerIT {

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
    @CsvSource({"beside, auto, false", "own, unix, false", "own, tcp, true"})
    void workersTrainOnShardsOfOtherProcesses(String where, String link, boolean tls) throws Exception {
        Program launcher = train(
                Programs.tinyJob(folder), "launch.servers=" + where, "exchange.link=" + link, "exchange.tls=" + tls);

        assertThat(launcher.awaitExit()).as("%s", launcher.err()).isZero();
        assertThat(run.resolve("summary.json")).content().contains("\"servers\": 2");
    }

    @Test
    void shardsJoinByHandAfterTheRanks() throws Exception {
        Program launcher = programs.gradus(
                "train",
                Programs.tinyJob(folder),
                "--launch",
                "join",
                "--ranks",
                1,
                "--strategy",
                "server",
                "--set",
                "launch.servers=own",
                "--out",
                run);
        Object[] command = Programs.workerCommand(launcher);

        Program rank = programs.gradus(command);
        Program shard = programs.gradus(command);

        assertThat(launcher.awaitExit()).as("%s", launcher.err()).isZero();
        assertThat(rank.awaitExit()).isZero();
        assertThat(shard.awaitExit()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void aShardThatIsLostEndsTheRunAndIsNamed(String signal) throws Exception {
        Program launcher = train(Programs.endlessJob(folder), "launch.servers=own");
        launcher.awaitLine("step ");
        List<ProcessHandle> seats = launcher.ranks(5);

        Program.signal(seats.get(4), signal);

        assertThat(launcher.awaitExit()).isEqualTo(4);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .matches(
                        "gradus: shard 1 is (lost: its process was killed: signal=9|silent: waited=3.0s), .*step=\\d+");
        assertThat(Program.end(seats, SOON)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void theOthersGoOnWithoutAWorkerThatIsLost(String signal) throws Exception {
        Program launcher = train(Programs.endlessJob(folder), "launch.servers=own");
        launcher.awaitLine("step ");
        List<ProcessHandle> seats = launcher.ranks(5);

        Program.signal(seats.get(2), signal);

        launcher.awaitLine("rank 2 is");
        int lines = launcher.err().size();
        launcher.awaitMoreLines(lines + 2);
        assertThat(launcher.handle().isAlive()).isTrue();
        assertThat(launcher.err())
                .anyMatch(line -> line.contains("the others go on, and what it had not pushed is not learnt"));
        assertThat(launcher.complaints()).isEmpty();
    }

    private Program train(Path job, String... sets) throws Exception {
        Object[] command = new Object[9 + 2 * sets.length];
        Object[] first = {"train", job, "--ranks", 3, "--strategy", "server", "--out", run, "--set=servers=2"};
        System.arraycopy(first, 0, command, 0, 9);
        for (int i = 0; i < sets.length; i++) {
            command[9 + 2 * i] = "--set";
            command[10 + 2 * i] = sets[i];
        }
        return programs.gradus(command);
    }
}
