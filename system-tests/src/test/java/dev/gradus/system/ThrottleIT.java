package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that are made slow on purpose: the summary of their run says what it was slow for. */
@Timeout(120)
class ThrottleIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private Map<String, Object> train(String name, String... sets) throws Exception {
        Path run = folder.resolve(name);
        List<Object> command =
                new ArrayList<>(List.of("train", Programs.tinyJob(folder), "--out", run, "--launch", "processes"));
        for (String set : sets) {
            command.addAll(List.of("--set", set));
        }
        Program launcher = programs.gradus(command.toArray());
        assertThat(launcher.awaitExit()).as("%s", launcher.err()).isZero();
        return Json.parseObject(Files.readString(run.resolve("summary.json")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"allreduce", "server"})
    void aRunOverANarrowLinkIsBoundByTheNetwork(String strategy) throws Exception {
        Map<String, Object> summary =
                train("run", "ranks=2", "data.features=500", "strategy.kind=" + strategy, "throttle.megabits=0.2");

        assertThat(summary).containsEntry("bottleneck", "network");
    }

    @Test
    void aRunWithOneVerySlowRankIsBoundByWaitingAndEndsAlike() throws Exception {
        String[] all = {"ranks=3", "data.features=500"};
        Map<String, Object> well = train("well", all);

        Map<String, Object> slow = train("slow", all[0], all[1], "throttle.ranks=1", "throttle.slowdown=20");

        assertThat(slow).containsEntry("bottleneck", "waiting");
        assertThat(slow).containsEntry("parametersHash", well.get("parametersHash"));
        List<?> ranks = (List<?>) slow.get("rankTimes");
        assertThat(ranks)
                .extracting(rank -> ((Map<?, ?>) rank).get("throttleSeconds") instanceof Number seconds
                        && seconds.doubleValue() > 0)
                .containsExactly(false, true, false);
    }
}
