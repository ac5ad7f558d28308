package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs over several hosts, which are network namespaces of this machine: over a slow net, and when one host is cut off.
 * Skipped where namespaces cannot be made.
 */
@Timeout(120)
class NamespaceIT {

    /** Of a job that is cut off; longer than ranks need to join on a busy machine. */
    private static final String TIMEOUT = "exchange.timeout=10s";

    @Order(1)
    @RegisterExtension
    final Hosts hosts = new Hosts(3);

    @Order(2) // so that programs end before the hosts they run on
    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private final List<Program> ranks = new ArrayList<>();

    @BeforeEach
    void agreeOnASecret() {
        programs.with("GRADUS_SECRET", "a secret of this test");
    }

    @Test
    void hostsOnASlowNetTrainWhatThreadsTrain() throws Exception {
        Path job = Files.writeString(folder.resolve("wide.yaml"), """
                epochs: 2
                batchSize: 256
                data:
                  kind: linear
                  rows: 2000
                  features: 3000
                launch.warmUp: 0ms
                """);
        for (int host = 0; host < 3; host++) {
            hosts.limit(host, "20mbit");
        }

        Program launcher = launch(job, 3);

        assertThat(launcher.awaitExit()).isZero();
        for (Program rank : ranks) {
            assertThat(rank.awaitExit()).isZero();
        }
        programs.succeed("train", job, "--launch", "threads", "--ranks", 3, "--out", folder.resolve("threads"));
        assertThat(summary("run").get("parametersHash"))
                .isEqualTo(summary("threads").get("parametersHash"));
        assertThat(summary("run").get("networkBytes")).isNotEqualTo(0L);
    }

    @Test
    void aHostThatIsCutOffEndsTheRunOnBothSides() throws Exception {
        Program launcher = launch(Programs.endlessJob(folder), 3, "--set", TIMEOUT);
        launcher.awaitLine("step ");

        hosts.unplug(2);

        endsNaming(launcher, "rank 2 is ");
        endsNaming(ranks.get(0), "rank 2 is ");
        endsNaming(ranks.get(1), "rank 2 is ");
        endsNaming(ranks.get(2), "(rank [01]|the launcher) is ");
    }

    @Test
    void aHostWhoseConnectionsAreResetEndsTheRunOnBothSides() throws Exception {
        Program launcher = launch(Programs.endlessJob(folder), 3, "--set", TIMEOUT);
        launcher.awaitLine("step ");

        hosts.reset(2);

        endsNaming(launcher, "rank 2 is ");
        endsNaming(ranks.get(0), "rank 2 is ");
        endsNaming(ranks.get(1), "rank 2 is ");
        endsNaming(ranks.get(2), "(rank [01]|the launcher) is ");
    }

    private static void endsNaming(Program program, String whom) throws Exception {
        assertThat(program.awaitExit()).isEqualTo(4);
        assertThat(program.complaints()).singleElement().asString().containsPattern(whom);
    }

    /** Starts a launcher on the first host and one rank on each. */
    private Program launch(Path job, int count, Object... more) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("train", job, "--launch", "join", "--ranks", count));
        arguments.addAll(List.of("--out", folder.resolve("run"), "--set", "launch.host=" + hosts.address(0)));
        // Namespaces share the kernel and its memory, so that ranks would find each other through that.
        arguments.addAll(List.of("--set", "exchange.link=tcp"));
        arguments.addAll(List.of(more));
        Program launcher = programs.gradusBehind(hosts.on(0), arguments.toArray());
        String address = launcher.awaitLine("./gradus worker").strip().split(" ", -1)[3];
        for (int rank = 0; rank < count; rank++) {
            ranks.add(programs.gradusBehind(hosts.on(rank), "worker", "--join", address, "--rank", rank));
        }
        return launcher;
    }

    private Map<?, ?> summary(String run) throws Exception {
        return Json.parseObject(Files.readString(folder.resolve(run).resolve("summary.json")));
    }
}
