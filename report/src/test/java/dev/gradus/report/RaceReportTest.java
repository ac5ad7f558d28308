package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaceReportTest {

    @TempDir
    Path folder = Path.of("");

    private static RaceReport.Contestant contestant(String strategy, int ranks, double... seconds) {
        List<RaceReport.Run> runs = new ArrayList<>();
        for (double second : seconds) {
            boolean reached = !Double.isNaN(second);
            runs.add(new RaceReport.Run(
                    runs.size() + 1,
                    Map.of("samplesPerSecond", 100.0),
                    new Target.Arrival(reached, second, second * 100, true, reached ? 0.95 : 0.6)));
        }
        return new RaceReport.Contestant(strategy, ranks, runs);
    }

    private static RaceReport report() {
        return RaceReport.of(
                Target.parse("accuracy=0.9"),
                "rows",
                List.of(
                        contestant("sequential", 1, 4, 5, 6),
                        contestant("local", 2, 2, 3, Double.NaN),
                        contestant("hogwild", 2, Double.NaN)));
    }

    private static List<Map<?, ?>> rows(Map<?, ?> map, String name) {
        List<Map<?, ?>> rows = new ArrayList<>();
        if (map.get(name) instanceof List<?> list) {
            list.forEach(row -> rows.add((Map<?, ?>) row));
        }
        return rows;
    }

    @Test
    void speedupIsOverTheFirstContestantAndOnlyOfRunsThatArrived() {
        Map<?, ?> local = rows(report().toMap(), "rows").get(1);

        assertThat(local.get("reached")).isEqualTo(2);
        assertThat((Double) local.get("seconds")).isCloseTo(2.5, within(1e-12));
        assertThat((Double) local.get("speedup")).isCloseTo(2, within(1e-12));
    }

    @Test
    void whoeverDoesNotArriveIsSaidSo() {
        String text = report().table().text();

        assertThat(text.lines().toList().get(3)).contains("hogwild", "0 of 1", "not reached", "0.6000");
        assertThat(text).contains("2 of 3");
    }

    @Test
    void theOutcomeNamesTheFirstAndSaysIfThatIsNotCertain() {
        Target target = Target.parse("accuracy=0.9");

        assertThat(report().outcome())
                .startsWith("local on 2 ranks, in 2.50 s. sequential on 1 rank took 2.00 times as long")
                .endsWith("more --seeds tell.");
        assertThat(RaceReport.of(
                                target,
                                "rows",
                                List.of(contestant("sequential", 1, 9, 9.1, 9.2), contestant("local", 2, 3, 3.1, 3.2)))
                        .outcome())
                .isEqualTo("local on 2 ranks, in 3.10 s. sequential on 1 rank took 2.94 times as long.");
        assertThat(RaceReport.of(target, "rows", List.of(contestant("local", 2, Double.NaN)))
                        .outcome())
                .startsWith("Nobody reached accuracy=0.9");
    }

    @Test
    void allThreeFilesAreWritten() throws IOException {
        report().write(folder);

        assertThat(Json.parseObject(Files.readString(folder.resolve("race.json")))
                        .get("target"))
                .isEqualTo("accuracy=0.9");
        assertThat(Files.readAllLines(folder.resolve("race.csv"))).hasSize(4);
        assertThat(Files.readAllLines(folder.resolve("race.csv")).get(3)).startsWith("hogwild,2,1,0,,,,,");
        assertThat(Files.readString(folder.resolve("race.md"))).contains("| ---", "held-out rows");
    }

    @Test
    void intervalsAreStudents() {
        Spread spread = Spread.of(new double[] {4, 5, 6});

        // Deviation 1, so the standard error is 1 / sqrt(3), times 4.303 for two degrees of freedom.
        assertThat(spread.mean()).isEqualTo(5);
        assertThat(spread.interval()).isCloseTo(4.303 / Math.sqrt(3), within(1e-9));
        assertThat(Spread.of(new double[] {4}).interval()).isNaN();
        assertThat(Spread.of(new double[0]).mean()).isNaN();
    }
}
