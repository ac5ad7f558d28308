package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.forecast.Advice;
import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Forecast;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Network;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import dev.gradus.json.Json;
import dev.gradus.report.html.ForecastPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForecastReportTest {

    @TempDir
    Path folder = Path.of("");

    private static ForecastReport report(double price) {
        Work work = new Work("allreduce", 64, false, 1, new Cost(0, 1e-3), 10, List.of(Sum.dense(1e6)));
        Machine machine = new Machine(2, Map.of(2, 1.1), new Cost(5e-6, 1e-10), Jitter.none(), 0.3);
        Cluster cluster = Cluster.of(Network.preset("10gbit"));
        return new ForecastReport(
                new ForecastReport.Question("test", cluster, 64_000, "rows", price, 12),
                List.of(new ForecastReport.Answer(
                        Forecast.of(work, machine, cluster), Advice.of(work, machine, cluster, true), work, machine)),
                List.of("the machine is busy"));
    }

    private static List<Map<?, ?>> rows(Map<?, ?> map, String name) {
        List<Map<?, ?>> rows = new ArrayList<>();
        if (map.get(name) instanceof List<?> list) {
            list.forEach(row -> rows.add((Map<?, ?>) row));
        }
        return rows;
    }

    @Test
    void figuresAreThoseOfTheForecast() {
        Map<?, ?> answer = rows(report(Double.NaN).toMap(), "strategies").get(0);
        List<Map<?, ?>> rows = rows(answer, "rows");
        Map<?, ?> first = rows.get(0);
        Map<?, ?> second = rows.get(1);

        assertThat(rows).hasSize(11);
        assertThat(first.get("speedup")).isEqualTo(1.0);
        assertThat((Double) first.get("seconds")).isCloseTo(6.4, within(1e-9)); // 100 steps of 64 units, 1 ms each
        assertThat((Double) second.get("simulatedSpeedup")).isCloseTo(1.9, within(0.2));
        assertThat(rows.get(10).get("ranks")).isEqualTo(1024);
    }

    @Test
    void costStandsInTheTableOnlyIfThereIsAPrice() {
        assertThat(String.join("\n", report(Double.NaN).lines())).doesNotContain("cost");
        assertThat(String.join("\n", report(2).lines())).contains("cost");
        assertThat(report(2).lines()).contains("note: the machine is busy");
    }

    @Test
    void strategiesThatDoNotTrainAlikeAreSaidToTakeMoreSamples() {
        Work work = new Work("local", 64, false, 10, new Cost(0, 1e-3), 10, List.of(Sum.dense(1e6)));
        Machine machine = new Machine(2, Map.of(2, 1.1), new Cost(5e-6, 1e-10), Jitter.none(), 0);
        Cluster cluster = Cluster.of(Network.preset("10gbit"));
        ForecastReport local = new ForecastReport(
                new ForecastReport.Question("test", cluster, 64_000, "rows", 1, 12),
                List.of(new ForecastReport.Answer(
                        Forecast.of(work, machine, cluster), Advice.of(work, machine, cluster, true), work, machine)),
                List.of());

        assertThat(local.notes()).anyMatch(note -> note.contains("with local the same loss may take more samples"));
        assertThat(report(1).notes()).containsExactly("the machine is busy");
    }

    @Test
    void thePageHasTheAdviceThePicturesAndTheTable() throws IOException {
        new ForecastPage(report(1)).write(folder);

        String html = Files.readString(folder.resolve("report.html"));
        assertThat(html)
                .contains(
                        "Forecast of test on 10gbit",
                        "measured here",
                        "Which machine was measured",
                        "the machine is busy",
                        "<b>allreduce</b>",
                        "1024");
        assertThat(html).contains("Speedup by forecast", "Efficiency by forecast", "prefers-color-scheme: dark");
        assertThat(html).doesNotContain("http", "<script");
        assertThat(folder.resolve("plots/speedup.png")).isNotEmptyFile();
    }

    @Test
    void bothFilesAreWritten() throws IOException {
        report(1).write(folder);

        assertThat(Json.parseObject(Files.readString(folder.resolve("advise.json")))
                        .get("network"))
                .isEqualTo("10gbit");
        assertThat(Files.readString(folder.resolve("advise.md")))
                .contains("## allreduce", "| ---", "* the machine is busy");
    }
}
