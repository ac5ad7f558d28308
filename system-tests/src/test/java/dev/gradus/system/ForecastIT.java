package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.DOUBLE;

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

/** The commands that say whether distributing pays. */
@Timeout(180)
class ForecastIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @Test
    void adviseForecastsEveryStrategyInProcesses() throws Exception {
        Path out = folder.resolve("advise");

        Program program = programs.succeed(
                "advise",
                Programs.tinyJob(folder),
                "--bandwidth",
                "1Gbit",
                "--latency",
                "50us",
                "--price",
                0.1,
                "--seconds",
                5,
                "--json",
                "--out",
                out);

        assertThat(program.out()).hasSize(1);
        Map<String, Object> result = Json.parseObject(program.out().get(0));
        assertThat(rows(result, "strategies")).hasSize(3).allSatisfy(answer -> {
            List<Map<?, ?>> rows = rows(answer, "rows");
            assertThat(String.valueOf(answer.get("advice"))).contains("rank");
            assertThat(rows).hasSize(11);
            assertThat(rows.get(10).get("ranks")).isEqualTo(1024L);
            assertThat(rows.get(10).get("cost")).asInstanceOf(DOUBLE).isPositive();
        });
        assertThat(Files.readString(out.resolve("advise.md"))).contains("## allreduce", "## local", "## server");
    }

    private static List<Map<?, ?>> rows(Map<?, ?> map, String name) {
        List<Map<?, ?>> rows = new ArrayList<>();
        if (map.get(name) instanceof List<?> list) {
            list.forEach(row -> rows.add((Map<?, ?>) row));
        }
        return rows;
    }

    @Test
    void aNetworkThatNobodyKnowsIsRefused() throws Exception {
        Program program = programs.gradus("advise", Programs.tinyJob(folder), "--network", "token-ring");

        assertThat(program.awaitExit()).isEqualTo(2);
        assertThat(program.err()).anyMatch(line -> line.contains("unknown network: token-ring; choose one of"));
    }

    @Test
    void raceTellsWhoArrivedAndWhoDidNot() throws Exception {
        Path out = folder.resolve("race");

        Program program = programs.succeed(
                "race",
                Programs.tinyJob(folder),
                "--launch",
                "threads",
                "--strategies",
                "sequential,local",
                "--ranks",
                2,
                "--seeds",
                2,
                "--target",
                "loss=0.000001",
                "--out",
                out);

        assertThat(program.out().get(0)).contains("strategy", "seconds to loss=1.0E-6");
        assertThat(program.out().get(1)).contains("sequential", "0 of 2", "not reached");
        assertThat(Files.readAllLines(out.resolve("race.csv"))).hasSize(3);
        assertThat(out.resolve("local-ranks-2-seed-2/summary.json")).exists();
    }
}
