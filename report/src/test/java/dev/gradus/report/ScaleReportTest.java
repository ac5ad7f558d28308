package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleReportTest {

    @TempDir
    private Path folder;

    @Test
    void aRowIsTheRunOfMedianSpeedWithTheSpreadOfAll() {
        ScaleReport report = ScaleReport.of(List.of(
                List.of(run(1, 90, "aa"), run(1, 110, "aa"), run(1, 100, "aa")),
                List.of(run(4, 300, "aa"), run(4, 150, "aa"), run(4, 200, "aa"))));

        Map<?, ?> row = row(report, 1);

        assertThat(row.get("ranks")).isEqualTo(4);
        assertThat(row.get("samplesPerSecond")).isEqualTo(200.0);
        assertThat(row.get("speedup")).isEqualTo(2.0);
        assertThat(row.get("speedupLow")).isEqualTo(1.5);
        assertThat(row.get("speedupHigh")).isEqualTo(3.0);
        assertThat(row.get("efficiency")).isEqualTo(0.5);
        assertThat(row(report, 0).get("speedup")).isEqualTo(1.0);
        assertThat(report.toMap()).containsEntry("baselineRanks", 1).containsEntry("rounds", 3);
    }

    @Test
    void ofAnEvenNumberOfRunsTheSlowerMiddleOneCounts() {
        ScaleReport report = ScaleReport.of(List.of(List.of(run(1, 100, "aa"), run(1, 200, "aa"))));

        assertThat(row(report, 0).get("samplesPerSecond")).isEqualTo(100.0);
    }

    @Test
    void efficiencyIsPerRankOfTheBaseline() {
        ScaleReport report = ScaleReport.of(List.of(List.of(run(2, 100, "aa")), List.of(run(8, 300, "aa"))));

        assertThat((Double) row(report, 1).get("speedup")).isCloseTo(3, within(1e-12));
        assertThat((Double) row(report, 1).get("efficiency")).isCloseTo(0.75, within(1e-12));
        assertThat(report.note()).startsWith("median of 1 round; speedup over 2 ranks; ");
    }

    @Test
    void aForecastStandsBesideWhatWasMeasured() {
        List<List<Map<String, Object>>> runs = List.of(List.of(run(1, 100, "aa")), List.of(run(2, 150, "aa")));

        ScaleReport report = ScaleReport.of(runs, ranks -> ranks == 1 ? 1 : 1.75);

        assertThat(row(report, 1).get("forecastSpeedup")).isEqualTo(1.75);
        assertThat(report.table().text()).contains("forecast", "1.75");
        assertThat(ScaleReport.of(runs).table().text()).doesNotContain("forecast");
    }

    @Test
    void theTableShowsTheSpreadOnlyWhereThereIsOne() {
        List<Map<String, Object>> one = List.of(run(1, 100, "aa"));

        assertThat(ScaleReport.of(List.of(one)).table().text())
                .contains("1.00 ", "100 %", "25.0 %", "1.5 kB", "0.9000")
                .doesNotContain("(");
        assertThat(ScaleReport.of(List.of(List.of(run(1, 100, "aa"), run(1, 200, "aa"))))
                        .table()
                        .text())
                .contains("1.00 (1.00-2.00)");
    }

    @Test
    void aRunWithoutHeldOutRowsShowsTheAccuracyOfItsLastBatch() {
        Map<String, Object> run = run(1, 100, "aa");
        run.put("accuracy", Double.NaN);

        assertThat(ScaleReport.of(List.of(List.of(run))).table().text()).contains("0.8000");
    }

    @Test
    void theNoteSaysWhetherAllRunsOfAllRowsGaveTheSameBits() {
        List<Map<String, Object>> one = List.of(run(1, 100, "aa"), run(1, 101, "aa"), run(1, 102, "aa"));

        assertThat(ScaleReport.of(List.of(one, one)).note()).endsWith("parameters are the same bits in every row");
        assertThat(ScaleReport.of(List.of(one, List.of(run(2, 200, "aa"), run(2, 201, "aa"), run(2, 300, "bb"))))
                        .note())
                .endsWith("parameters are not the same bits in every row");
    }

    @Test
    void theFilesHoldTheSameFigures() throws Exception {
        Map<String, Object> two = run(2, 150, "aa");
        two.put("accuracy", Double.NaN);
        two.remove("loss");
        ScaleReport report = ScaleReport.of(List.of(List.of(run(1, 100, "aa")), List.of(two)));

        report.write(folder.resolve("scale"));

        Map<String, Object> json = Json.parseObject(Files.readString(folder.resolve("scale/scale.json")));
        assertThat((List<?>) json.get("rows")).hasSize(2);
        List<String> csv = Files.readAllLines(folder.resolve("scale/scale.csv"));
        assertThat(csv.get(0)).startsWith("ranks,seconds,samplesPerSecond,speedup,speedupLow,speedupHigh,efficiency,");
        assertThat(csv.get(1)).startsWith("1,2.0,100.0,1.0,1.0,1.0,1.0,").endsWith(",cpu,aa");
        assertThat(csv.get(2)).as("what is unknown stays empty").contains(",1500,3,,,");
        assertThat(csv).hasSize(3);
        assertThat(Files.readString(folder.resolve("scale/scale.md")))
                .startsWith("| ranks | seconds |")
                .endsWith("parameters are the same bits in every row\n");
    }

    private static Map<?, ?> row(ScaleReport report, int index) {
        return (Map<?, ?>) ((List<?>) report.toMap().getOrDefault("rows", List.of())).get(index);
    }

    private static Map<String, Object> run(int ranks, double speed, String hash) {
        Map<String, Object> run = new LinkedHashMap<>();
        run.put("ranks", ranks);
        run.put("seconds", 2.0);
        run.put("samplesPerSecond", speed);
        run.put("exchangeSeconds", 0.5);
        run.put("waitSeconds", 0.25);
        run.put("bytesSent", 1500L);
        run.put("messages", 3L);
        run.put("loss", 0.1);
        run.put("accuracy", 0.9);
        run.put("trainAccuracy", 0.8);
        run.put("startupSeconds", 0.5);
        run.put("computeSeconds", 1.5);
        run.put("bottleneck", "cpu");
        run.put("parametersHash", hash);
        return run;
    }
}
