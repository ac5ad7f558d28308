package dev.gradus.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.report.RaceReport;
import dev.gradus.report.Target;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path root;

    @Test
    void aRunHasItsFindingsFiguresAndPicturesOnOnePageThatNeedsNothingElse() throws Exception {
        Path run = SampleRuns.run(root, "one", 2, 500, 1000);
        SampleRuns.trace(run);

        Report report = Report.of(List.of(run));
        Path page = report.writePage(run);

        String html = Files.readString(page);
        assertThat(html).contains("Run one", "What limits it", "What would help", "How sure we are");
        assertThat(html).contains("1,000", "00ff00ff", "batchSize: 128", "a CPU");
        assertThat(SampleRuns.names(report))
                .contains("loss", "accuracy", "test-loss", "rank-times", "cpu", "cores", "memory", "traffic")
                .contains("timeline", "staleness");
        assertThat(html).doesNotContain("http", "src=", "@import", "url(", "<script");
        assertThat(html).contains("prefers-color-scheme: dark", "@media print", "width=device-width");
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void plotsAreFilesOfTheSamePictures() throws Exception {
        Path run = SampleRuns.run(root, "one", 1, 50, 1000);
        Report report = Report.of(List.of(run));

        List<Path> plots = report.writePlots(run);

        assertThat(plots)
                .extracting(plot -> plot.getFileName().toString().replace(".png", ""))
                .containsExactlyInAnyOrderElementsOf(SampleRuns.names(report));
        assertThat(plots).allSatisfy(plot -> assertThat(plot).isNotEmptyFile());
    }

    @Test
    void runsAtSeveralNumbersOfRanksAreAScaling() throws Exception {
        SampleRuns.run(root, "scale/ranks-1-round-1", 1, 50, 1000);
        SampleRuns.run(root, "scale/ranks-1-round-2", 1, 50, 1100);
        SampleRuns.run(root, "scale/ranks-1-round-3", 1, 50, 900);
        SampleRuns.run(root, "scale/ranks-2-round-1", 2, 50, 1800);
        Files.writeString(
                root.resolve("scale/scale.json"),
                Json.write(Map.of("rows", List.of(Map.of("ranks", 2, "forecastSpeedup", 1.9)))));

        Report report = Report.of(List.of(root.resolve("scale")));

        assertThat(report.rows()).extracting(ScaleRow::ranks).containsExactly(1, 2);
        assertThat(report.rows().get(1).speedup()).isEqualTo(1.8);
        assertThat(report.rows().get(1).efficiency()).isEqualTo(0.9);
        assertThat(report.rows().get(0).low()).isEqualTo(0.9);
        assertThat(report.rows().get(0).high()).isEqualTo(1.1);
        assertThat(SampleRuns.names(report)).contains("speedup", "efficiency", "throughput", "times", "bytes");
        String html = Files.readString(report.writePage(root.resolve("scale")));
        assertThat(html).contains("Scaling of logistic, 4 runs", "forecast", "class=\"loss\"");
    }

    @Test
    void runsOfDifferentJobsAreComparedAndWhatDiffersIsSaid() throws Exception {
        Path one = SampleRuns.run(root, "a/run", 1, 50, 1000);
        Path other = SampleRuns.run(root, "b/run", 1, 60, 500);
        Files.writeString(other.resolve("job.yaml"), "seed: 2\nmodel:\n  kind: cnn\n");

        Report report = Report.of(List.of(one, other));
        String html = Files.readString(report.writePage(root.resolve("both")));

        assertThat(report.rows()).isEmpty();
        assertThat(html).contains("Comparison of 2 runs", "What differs between the jobs", "run (2)");
        assertThat(html).contains("<td>model.kind</td><td>logistic</td><td>cnn</td>");
        assertThat(SampleRuns.names(report)).contains("runs", "times", "loss");
        assertThat(report.findings())
                .extracting(Finding::text)
                .anyMatch(text -> text.startsWith("run: Computing"))
                .anyMatch(text -> text.startsWith("run (2): Computing"));
    }

    @Test
    @Timeout(60)
    void aRunOfAHundredThousandStepsIsASmallPage() throws Exception {
        Path run = SampleRuns.longRun(root, "long", 100_000);

        Path page = Report.of(List.of(run)).writePage(run);

        assertThat(Files.size(page)).isLessThan(1_000_000);
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Path run = SampleRuns.run(root, "one", 1, 50, 1000);
        Path file = Files.createFile(root.resolve("file"));

        assertThatThrownBy(() -> Report.of(List.of(run)).writePage(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("report cannot be written: path=" + file.resolve("report.html"))
                .hasMessageEndingWith("; choose another --out");
    }

    @Test
    void anEvaluationBetweenTwoReadingsLiesBetweenThem() throws Exception {
        RunRecord record = Report.of(List.of(SampleRuns.run(root, "one", 1, 50, 1000)))
                .runs()
                .get(0);

        assertThat(record.samplesAt(1)).isEqualTo(128);
        assertThat(record.samplesAt(37)).isEqualTo(37 * 128);
        assertThat(record.samplesAt(100)).isEqualTo(100 * 128);
    }

    @Test
    void everyRankHasACurveAndTheMeanIsThatOfAllRanks() throws Exception {
        Path run = SampleRuns.run(root, "ranks", 2, 50, 1000);
        StringBuilder lines = new StringBuilder();
        for (int step = 1; step <= 30; step++) {
            lines.append(rank(0, step, step, 0)).append(rank(1, step, 3 * step, 0.001));
        }
        lines.append(rank(1, 30, 90, 0.002)); // written again by a run that went back
        Files.writeString(run.resolve("metrics.jsonl"), lines, StandardOpenOption.APPEND);

        LineChart chart = (LineChart) Report.of(List.of(run)).charts().stream()
                .filter(one -> one.heading().name().equals("rank-loss"))
                .findFirst()
                .orElseThrow();

        assertThat(chart.series())
                .extracting(LineChart.Series::name)
                .containsExactly("rank 0, raw", "rank 1, raw", "mean, raw", "rank 0", "rank 1", "mean");
        Points mean = chart.series().get(2).points();
        assertThat(mean.size()).isEqualTo(30);
        for (int i = 0; i < 30; i++) {
            assertThat(mean.y(i)).isEqualTo(2 * (i + 1));
        }
        assertThat(chart.series().get(1).points().size()).isEqualTo(30);
    }

    private static String rank(int rank, int step, double loss, double late) {
        return "{\"type\":\"rank\",\"rank\":" + rank + ",\"step\":" + step + ",\"loss\":" + loss
                + ",\"accuracy\":0.5,\"seconds\":" + (step / 10.0 + late) + "}\n";
    }

    @Test
    void aRaceStandsAboveTheRunsThatItWasRunBy() throws Exception {
        SampleRuns.run(root, "race/allreduce-ranks-2-seed-1", 2, 50, 1000);
        Path race = root.resolve("race");
        Target.Arrival arrival = new Target.Arrival(true, 4, 400, true, 0.95);
        RaceReport report = RaceReport.of(
                Target.parse("accuracy=0.9"),
                "rows",
                List.of(
                        new RaceReport.Contestant(
                                "allreduce",
                                2,
                                List.of(new RaceReport.Run(1, Map.of("samplesPerSecond", 100.0), arrival))),
                        new RaceReport.Contestant(
                                "local",
                                2,
                                List.of(new RaceReport.Run(
                                        1, Map.of(), new Target.Arrival(false, Double.NaN, Double.NaN, true, 0.5))))));

        Report page = Report.of(race, RaceLead.of(report));
        String html = Files.readString(page.writePage(race));

        assertThat(SampleRuns.names(page)).contains("race-seconds", "race-samples", "loss");
        assertThat(html).contains("Race to accuracy=0.9", "not reached", "allreduce x2", "judged on held-out rows");
        assertThat(html).contains("allreduce x2, seconds: 4").doesNotContain("local x2, seconds");
    }

    @Test
    void textsOfAJobCannotBreakThePage() throws Exception {
        Path run = SampleRuns.run(root, "x<script>alert(1)<", 1, 50, 1000);
        Files.writeString(run.resolve("job.yaml"), "name: \"<script>alert(2)</script>\"\n");

        String html = Files.readString(Report.of(List.of(run)).writePage(root));

        assertThat(html).doesNotContain("<script").contains("&lt;script&gt;alert(2)");
    }

    @Test
    void bytesStandBesideWhatTheFormulaGives() throws Exception {
        Path run = SampleRuns.run(root, "two", 2, 50, 1000);

        RunRecord record = Report.of(List.of(run)).runs().get(0);

        assertThat(Volume.measuredBytes(record)).isEqualTo(192);
        assertThat(Volume.formulaBytes(record)).isEqualTo(2 * 24 * 4);
        assertThat(Volume.formulaMessages(record)).isEqualTo(2);
    }

    @Test
    void bytesOfRowsThatAreTouchedStandBesideThoseOfADenseExchange() throws Exception {
        Path sparse = SampleRuns.run(root, "sparse", 2, 50, 1000);
        Files.writeString(sparse.resolve("job.yaml"), "data:\n  kind: ctr\n");
        Path served = SampleRuns.run(root, "served", 2, 50, 1000);
        Map<String, Object> summary = SampleRuns.summary(2, 50, 1000);
        summary.put("strategy", "server");
        summary.put("denseBytesPerStep", 336);
        Files.writeString(served.resolve("summary.json"), Json.write(summary));

        List<RunRecord> runs = Report.of(List.of(sparse, served)).runs();

        assertThat(runs).extracting(Volume::formulaBytes).containsExactly(192.0, 336.0);
        assertThat(runs).extracting(Volume::formulaMessages).containsOnly(Double.NaN);
    }
}
