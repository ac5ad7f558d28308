package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs whose ranks are started by hand. */
@Timeout(120)
class JoinIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private Path job = Path.of("");

    @BeforeEach
    void writeJob() throws Exception {
        job = Programs.tinyJob(folder);
    }

    @Test
    void ranksJoinByTheCommandThatTheLauncherPrints() throws Exception {
        Program launcher = launch("--ranks", 2);
        Object[] command = Programs.workerCommand(launcher);

        Program first = programs.gradus(command);
        Program second = programs.gradus(command);

        assertThat(launcher.awaitExit()).isZero();
        assertThat(first.awaitExit()).isZero();
        assertThat(second.awaitExit()).isZero();
        assertThat(folder.resolve("run/summary.json")).content().contains("\"ranks\": 2");
        assertThat(secretFile(command)).doesNotExist();
    }

    @Test
    void aRankStartedBeforeItsLauncherWaitsForIt() throws Exception {
        int port = freePort();
        programs.with("GRADUS_SECRET", "a secret of this test");
        Program worker = programs.gradus("worker", "--join", "127.0.0.1:" + port);

        Program launcher = launch("--ranks", 1, "--set", "launch.port=" + port);

        assertThat(launcher.awaitExit()).isZero();
        assertThat(worker.awaitExit()).isZero();
        assertThat(launcher.awaitLine("start each with")).contains("127.0.0.1:" + port);
        assertThat(launcher.err()).anyMatch(line -> line.contains("with the same GRADUS_SECRET"));
    }

    @Test
    void aSurplusRankIsTurnedAway() throws Exception {
        Program launcher = programs.gradus(
                "train", Programs.endlessJob(folder), "--launch", "join", "--out", folder.resolve("run"));
        Object[] command = Programs.workerCommand(launcher);
        Program member = programs.gradus(command);
        launcher.awaitLine("step ");

        Program surplus = programs.gradus(command);

        assertThat(surplus.awaitExit()).isEqualTo(4);
        assertThat(surplus.complaints()).containsExactly("gradus: refused: the run is full: ranks=1");
        assertThat(launcher.awaitLine("turned somebody away")).contains("the run is full: ranks=1");
        assertThat(member.handle().isAlive()).isTrue();
    }

    @Test
    void aWrongSecretIsNamedOnBothSides() throws Exception {
        Program launcher = launch("--ranks", 1);
        Object[] command = Programs.workerCommand(launcher);
        String address = command[2].toString();

        programs.with("GRADUS_SECRET", "another secret");
        Program stranger = programs.gradus("worker", "--join", address);

        assertThat(stranger.awaitExit()).isEqualTo(4);
        assertThat(stranger.complaints())
                .singleElement()
                .asString()
                .startsWith("gradus: ")
                .contains("secret");
        assertThat(launcher.awaitLine("turned somebody away")).contains("secret");
        assertThat(programs.gradus(command).awaitExit()).isZero();
        assertThat(launcher.awaitExit()).isZero();
    }

    @Test
    void aRankOfAnotherRunWithTheSameSecretIsTurnedAway() throws Exception {
        programs.with("GRADUS_SECRET", "a secret of two runs");
        Program launcher = launch("--ranks", 1);
        Object[] command = Programs.workerCommand(launcher);
        assertThat(command[3]).isEqualTo("--run");

        Program stray = programs.gradus("worker", "--join", command[2], "--run", "yesterday");

        assertThat(stray.awaitExit()).isEqualTo(4);
        assertThat(stray.complaints())
                .containsExactly("gradus: refused: this is another run: run=" + command[4] + ", wanted=yesterday");
        assertThat(launcher.awaitLine("turned somebody away")).contains("this is another run");
        assertThat(programs.gradus("worker", "--join", command[2], "--run", command[4])
                        .awaitExit())
                .isZero();
        assertThat(launcher.awaitExit()).isZero();
    }

    @Test
    void aRankThatLeavesBeforeTheStartIsReplaced() throws Exception {
        Program launcher = launch("--ranks", 2);
        Object[] command = Programs.workerCommand(launcher);
        Program leaver = programs.gradus(command);
        launcher.awaitLine("waiting for ranks [1]");

        leaver.handle().destroyForcibly();

        launcher.awaitLine("rank 0 left before all had joined: ");
        assertThat(programs.gradus(command).handle().isAlive()).isTrue();
        assertThat(programs.gradus(command).awaitExit()).isZero();
        assertThat(launcher.awaitExit()).isZero();
    }

    @Test
    void aRankThatNeverJoinsEndsTheWaitAndIsNamedToAll() throws Exception {
        Program launcher = launch("--ranks", 2, "--set", "exchange.timeout=4s");
        Program member = programs.gradus(Programs.workerCommand(launcher));

        assertThat(launcher.awaitExit()).isEqualTo(4);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .contains("ranks did not join: missing=[1], waited=4.0s");
        assertThat(member.awaitExit()).isEqualTo(4);
        assertThat(member.complaints()).singleElement().asString().contains("ranks did not join: missing=[1]");
    }

    @Test
    void aRankWithoutALauncherGivesUpAtItsDeadline() throws Exception {
        programs.with("GRADUS_SECRET", "a secret of this test");

        Program worker = programs.gradus("worker", "--join", "127.0.0.1:" + freePort(), "--timeout", 1);

        assertThat(worker.awaitExit()).isEqualTo(4);
        assertThat(worker.complaints()).singleElement().asString().contains("no launcher answers", "waited=1.0s");
    }

    @Test
    void aRankThatWaitsForOthersSaysThatItsLauncherIsGone() throws Exception {
        Program launcher = launch("--ranks", 2);
        Program member = programs.gradus(Programs.workerCommand(launcher));
        launcher.awaitLine("waiting for ranks [1]");

        launcher.handle().destroyForcibly();

        assertThat(member.awaitExit()).isEqualTo(4);
        assertThat(member.complaints()).singleElement().asString().contains("the launcher is gone");
    }

    @Test
    void aStoppedLauncherTakesItsSecretAlong() throws Exception {
        Program launcher = launch("--ranks", 2);
        Path secret = secretFile(Programs.workerCommand(launcher));
        assertThat(secret).exists();

        launcher.signal("TERM");

        assertThat(launcher.awaitExit()).isEqualTo(143);
        assertThat(secret).doesNotExist();
    }

    private Program launch(Object... more) throws Exception {
        List<Object> arguments =
                new ArrayList<>(List.of("train", job, "--launch", "join", "--out", folder.resolve("run")));
        arguments.addAll(List.of(more));
        return programs.gradus(arguments.toArray());
    }

    private static Path secretFile(Object[] command) {
        return Path.of(command[command.length - 1].toString());
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
