package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that were started by hand and freeze, lose their launcher, or have other data: each says so by itself. */
@Timeout(60)
@EnabledOnOs(value = OS.LINUX, disabledReason = "sends signals, and knows processors by /proc")
class HandMadeFaultIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @Test
    void aFrozenRankIsNamedToTheOthersWithTheStep() throws Exception {
        Program launcher = launchEndless();
        Program first = programs.gradus(rank(launcher, 0));
        Program second = programs.gradus(rank(launcher, 1));
        launcher.awaitLine("step ");

        second.signal("STOP");

        assertThat(first.awaitExit()).isEqualTo(4);
        assertThat(first.complaints())
                .singleElement()
                .asString()
                .matches("gradus: rank 1 is silent: waited=3.0s, step=[1-9]\\d*");
        assertThat(launcher.awaitExit()).isEqualTo(4);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .matches("gradus: rank 1 is silent: waited=3.0s, (last reported )?step=[1-9]\\d*");
    }

    @Test
    void ranksEndWhenTheirLauncherIsFrozen() throws Exception {
        Program launcher = launchEndless();
        Program first = programs.gradus(rank(launcher, 0));
        Program second = programs.gradus(rank(launcher, 1));
        launcher.awaitLine("step ");

        launcher.signal("STOP");

        for (Program rank : List.of(first, second)) {
            assertThat(rank.awaitExit()).isEqualTo(4);
            assertThat(rank.complaints())
                    .singleElement()
                    .asString()
                    .matches("gradus: the launcher is silent: waited=3.0s(, step=[1-9]\\d*)?");
        }
    }

    @Test
    void aRankThatWaitsForOthersEndsWhenItsLauncherIsFrozen() throws Exception {
        Program launcher = launchEndless();
        Program member = programs.gradus(rank(launcher, 0));
        launcher.awaitLine("waiting for ranks [1]");

        launcher.signal("STOP");

        assertThat(member.awaitExit()).isEqualTo(4);
        assertThat(member.complaints()).containsExactly("gradus: the launcher is silent: waited=3.0s");
    }

    @Test
    void aRankWhoseFileHasAnotherColumnIsNamedOnAllRanks() throws Exception {
        Path here = rows("here", 3);
        Path there = rows("there", 4);
        Path job = Files.writeString(here.resolve("job.yaml"), """
                data:
                  kind: csv
                  path: rows.csv
                  test: 0
                launch:
                  kind: join
                  warmUp: 0ms
                """);
        Program launcher = programs.gradusIn(here, "train", job, "--ranks", 3, "--out", folder.resolve("run"));
        List<Program> ranks = List.of(
                programs.gradusIn(here, rank(launcher, 0)),
                programs.gradusIn(here, rank(launcher, 1)),
                programs.gradusIn(there, rank(launcher, 2)));

        String line =
                "gradus: rank 2 disagrees on the layout: theirs=weights[1, 4],bias[1], ours=weights[1, 3],bias[1];"
                        + " give every rank the same data and the same loops";
        assertThat(launcher.awaitExit()).isEqualTo(2);
        assertThat(launcher.complaints()).containsExactly(line);
        for (Program rank : ranks) {
            assertThat(rank.awaitExit()).isEqualTo(2);
            assertThat(rank.complaints()).containsExactly(line);
        }
    }

    @Test
    void aRankWithOtherLoopsIsNamed() throws Exception {
        assumeTrue(ModuleFinder.ofSystem().find("jdk.incubator.vector").isPresent(), "no Vector API in this JDK");
        assumeTrue(Files.readString(Path.of("/proc/cpuinfo")).contains(" fma "), "processor has no fused multiply-add");
        Program launcher = launchEndless();
        Program fast = programs.gradus(rank(launcher, 0));
        programs.with("JDK_JAVA_OPTIONS", "-XX:-UseFMA");
        Program plain = programs.gradus(rank(launcher, 1));

        assertThat(launcher.awaitExit()).isEqualTo(2);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .startsWith("gradus: rank 1 disagrees on the kernels: theirs=plain, ours=simd (");
        assertThat(fast.awaitExit()).isEqualTo(2);
        assertThat(plain.awaitExit()).isEqualTo(2);
    }

    private Program launchEndless() throws Exception {
        return programs.gradus(
                "train", Programs.endlessJob(folder), "--launch", "join", "--ranks", 2, "--out", folder.resolve("run"));
    }

    private static Object[] rank(Program launcher, int rank) throws Exception {
        List<Object> words = new ArrayList<>(List.of(Programs.workerCommand(launcher)));
        words.addAll(List.of("--rank", rank));
        return words.toArray();
    }

    private Path rows(String name, int features) throws Exception {
        Path place = Files.createDirectory(folder.resolve(name));
        StringBuilder text = new StringBuilder("label" + ",x".repeat(features) + "\n");
        for (int i = 0; i < 100; i++) {
            text.append(i % 2).append((",0." + i).repeat(features)).append('\n');
        }
        Files.writeString(place.resolve("rows.csv"), text);
        return place;
    }
}
