package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * A run whose rows do not fit into memory and come from a disk that is slowed down by a control group. Skipped where no
 * such group can be made.
 */
@Timeout(180)
class SlowDiskIT {

    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final String GROUP =
            "gradus-slow-disk-" + ProcessHandle.current().pid();

    /** Slow enough that computing waits, and more than the rule asks for. */
    private static final long DISK_BYTES_PER_SECOND = 20_000_000;

    /** Room for the program, and for less than half of its rows. */
    private static final long MEMORY_BYTES = 180_000_000;

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @Test
    void aRunWhoseRowsComeFromASlowDiskIsBoundByTheDisk() throws Exception {
        String device = device(folder);
        limit("blkio", "blkio.throttle.read_bps_device", device + " " + DISK_BYTES_PER_SECOND);
        limit("memory", "memory.limit_in_bytes", Long.toString(MEMORY_BYTES));
        Path rows = folder.resolve("clicks.svm");
        programs.succeed("data", "make", "ctr", "--rows", 1_200_000, "--out", rows);
        Path job = Files.writeString(folder.resolve("job.yaml"), """
                model: logistic
                data: {kind: libsvm, path: %s, read: cache, cache: %s}
                strategy: sequential
                launch: threads
                batchSize: 1000
                optimizer: {kind: adagrad, rate: 0.07}
                evaluate: {every: 0}
                """.formatted(rows, folder.resolve("cache")));
        Map<?, ?> fast = trained(List.of(), job, "fast");
        forget(folder.resolve("cache"));
        programs.with("JAVA_TOOL_OPTIONS", "-Xmx128m");

        Map<?, ?> slow = trained(List.of("sh", enter().toString()), job, "slow");

        assertThat(fast.get("bottleneck")).isEqualTo("cpu");
        assertThat(slow.get("bottleneck")).isEqualTo("disk");
        assertThat(slow.get("parametersHash")).isEqualTo(fast.get("parametersHash"));
    }

    private Map<?, ?> trained(List<String> behind, Path job, String name) throws Exception {
        Program program = programs.gradusBehind(behind, "train", job, "--out", folder.resolve(name));
        assertThat(program.awaitExit()).as("%s", program.err()).isZero();
        return Json.parseObject(Files.readString(folder.resolve(name).resolve("summary.json")));
    }

    /** The whole disk that a folder is on, as {@code major:minor}. */
    private static String device(Path folder) throws IOException {
        long number = (Long) Files.getAttribute(folder, "unix:dev");
        String name = ((number >> 8) & 0xfff) + ":" + ((number & 0xff) | ((number >> 12) & 0xfff00));
        Path device = Path.of("/sys/dev/block", name);
        assumeThat(device).as("the folder of the test is on no disk").exists();
        Path disk = device.toRealPath();
        return Files.exists(disk.resolve("partition"))
                ? Files.readString(disk.resolveSibling("dev")).strip()
                : name;
    }

    private static void limit(String controller, String file, String value) {
        Path group = GROUPS.resolve(controller).resolve(GROUP);
        try {
            Files.createDirectories(group);
            Files.writeString(group.resolve(file), value);
        } catch (IOException e) {
            assumeThat(e.toString()).as("no group limits %s here", controller).isEmpty();
        }
    }

    /** A script that enters both groups and becomes what follows it. */
    private Path enter() throws IOException {
        return Files.writeString(folder.resolve("enter.sh"), """
                echo $$ > %s/blkio/%s/cgroup.procs
                echo $$ > %s/memory/%s/cgroup.procs
                exec "$@"
                """.formatted(GROUPS, GROUP, GROUPS, GROUP));
    }

    /** Takes files out of the page cache, where they would be whoever wrote them. */
    private void forget(Path place) throws Exception {
        Program sync = programs.start("sync", place, List.of("sync", "-f", place.toString()));
        sync.awaitExit();
        try (var files = Files.list(place)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Program drop = programs.start(
                        "dd", place, List.of("dd", "of=" + file, "oflag=nocache", "conv=notrunc", "count=0"));
                assertThat(drop.awaitExit()).as("%s", drop.err()).isZero();
            }
        }
    }

    @AfterEach
    void removeGroups() throws IOException {
        for (String controller : List.of("blkio", "memory")) {
            Files.deleteIfExists(GROUPS.resolve(controller).resolve(GROUP));
        }
    }
}
