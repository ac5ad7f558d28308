package dev.gradus.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.StepReading;
import dev.gradus.report.RaceReport;
import dev.gradus.report.Target;
import dev.gradus.report.chart.LineChart;
import dev.gradus.report.chart.Points;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {

    @TempDir
    private Path root;

    @Test
    void aRunHasItsFindingsFiguresAndPicturesOnOnePageThatNeedsNothingElse() throws Exception {
        Path run = run("one", 2, 500, 1000);
        trace(run);

        Report report = Report.of(List.of(run));
        Path page = report.writePage(run);

        String html = Files.readString(page);
        assertThat(html).contains("Run one", "What limits it", "What would help", "How sure we are");
        assertThat(html).contains("1,000", "00ff00ff", "batchSize: 128", "a CPU");
        assertThat(names(report))
                .contains("loss", "accuracy", "test-loss", "rank-times", "cpu", "cores", "memory", "traffic")
                .contains("timeline", "staleness");
        assertThat(html).doesNotContain("http", "src=", "@import", "url(", "<script");
        assertThat(html).contains("prefers-color-scheme: dark", "@media print", "width=device-width");
        assertThat(report.notes()).isEmpty();
    }

    @Test
    void plotsAreFilesOfTheSamePictures() throws Exception {
        Path run = run("one", 1, 50, 1000);
        Report report = Report.of(List.of(run));

        List<Path> plots = report.writePlots(run);

        assertThat(plots)
                .extracting(plot -> plot.getFileName().toString().replace(".png", ""))
                .containsExactlyInAnyOrderElementsOf(names(report));
        assertThat(plots).allSatisfy(plot -> assertThat(plot).isNotEmptyFile());
    }

    @Test
    void runsAtSeveralNumbersOfRanksAreAScaling() throws Exception {
        run("scale/ranks-1-round-1", 1, 50, 1000);
        run("scale/ranks-1-round-2", 1, 50, 1100);
        run("scale/ranks-1-round-3", 1, 50, 900);
        run("scale/ranks-2-round-1", 2, 50, 1800);
        Files.writeString(
                root.resolve("scale/scale.json"),
                Json.write(Map.of("rows", List.of(Map.of("ranks", 2, "forecastSpeedup", 1.9)))));

        Report report = Report.of(List.of(root.resolve("scale")));

        assertThat(report.rows()).extracting(ScaleRow::ranks).containsExactly(1, 2);
        assertThat(report.rows().get(1).speedup()).isEqualTo(1.8);
        assertThat(report.rows().get(1).efficiency()).isEqualTo(0.9);
        assertThat(report.rows().get(0).low()).isEqualTo(0.9);
        assertThat(report.rows().get(0).high()).isEqualTo(1.1);
        assertThat(names(report)).contains("speedup", "efficiency", "throughput", "times", "bytes");
        String html = Files.readString(report.writePage(root.resolve("scale")));
        assertThat(html).contains("Scaling of logistic, 4 runs", "forecast", "class=\"loss\"");
    }

    @Test
    void runsOfDifferentJobsAreComparedAndWhatDiffersIsSaid() throws Exception {
        Path one = run("a/run", 1, 50, 1000);
        Path other = run("b/run", 1, 60, 500);
        Files.writeString(other.resolve("job.yaml"), "seed: 2\nmodel:\n  kind: cnn\n");

        Report report = Report.of(List.of(one, other));
        String html = Files.readString(report.writePage(root.resolve("both")));

        assertThat(report.rows()).isEmpty();
        assertThat(html).contains("Comparison of 2 runs", "What differs between the jobs", "run (2)");
        assertThat(html).contains("<td>model.kind</td><td>logistic</td><td>cnn</td>");
        assertThat(names(report)).contains("runs", "times", "loss");
        assertThat(report.findings())
                .extracting(Finding::text)
                .anyMatch(text -> text.startsWith("run: Computing"))
                .anyMatch(text -> text.startsWith("run (2): Computing"));
    }

    @Test
    void aRunThatWasCutOffShowsWhatIsThereAndSaysSo() throws Exception {
        Path run = run("cut", 1, 50, 1000);
        Files.delete(run.resolve("summary.json"));
        String log = Files.readString(run.resolve("metrics.jsonl"));
        Files.writeString(run.resolve("metrics.jsonl"), log.substring(0, log.length() - 20));
        Files.writeString(run.resolve("trace.json"), "{\"traceEvents\":[\n{\"cat\":\"step\",\"ph\":\"X\",\"na");

        Report report = Report.of(List.of(run));

        assertThat(report.notes()).hasSize(3);
        assertThat(report.notes().get(0)).startsWith("the last line of metrics.jsonl was cut off and is left out");
        assertThat(report.notes().get(1))
                .isEqualTo("no summary: the run was cut off, failed, or still goes on; last step in its log: 50");
        assertThat(report.notes().get(2)).startsWith("trace cannot be read: file=");
        assertThat(names(report)).contains("loss").doesNotContain("timeline");
        assertThat(Files.readString(report.writePage(run))).contains("Missing or left out");
    }

    @Test
    void aLongRunThatWasCutOffGotAsFarAsItsLastEvaluation() throws Exception {
        Path path = root.resolve("long");
        try (RunFolder folder = RunFolder.create(path, "seed: 1\n")) {
            folder.add(new StepReading(1, 0, 128, 0.5, 0.5, 0.1, 0.01));
            folder.add(new EvaluationReading(35_547, 0, 100, 0.1, 0.6, 0.7, 0.8, 0.9, 2.3));
        }

        assertThat(Report.of(List.of(path)).notes())
                .containsExactly(
                        "no summary: the run was cut off, failed, or still goes on; last step in its log: 35547");
    }

    @Test
    void aTraceThatWasCutOffBetweenTwoLinesHasNoTimelineAndSaysSo() throws Exception {
        Path run = run("half", 2, 50, 1000);
        trace(run);
        assertThat(names(Report.of(List.of(run)))).contains("timeline");
        Path trace = run.resolve("trace.json");
        String whole = Files.readString(trace);
        Files.writeString(trace, whole.substring(0, whole.indexOf("{\"name\":\"end\"")));

        Report report = Report.of(List.of(run));

        assertThat(names(report)).doesNotContain("timeline");
        assertThat(report.notes()).containsExactly("trace was cut off, and its timeline is left out: file=" + trace);
    }

    @Test
    void aLogThatIsRottenInTheMiddleIsReadAroundIt() throws Exception {
        Path run = run("rotten", 1, 50, 1000);
        String log = Files.readString(run.resolve("metrics.jsonl"));
        Files.writeString(run.resolve("metrics.jsonl"), "{}\n\0\0\0\nnonsense\n" + log);

        Report report = Report.of(List.of(run));

        assertThat(report.notes())
                .containsExactly("lines of metrics.jsonl cannot be read and are left out: lines=2, first=2");
    }

    @Test
    void aFolderThatIsNoRunIsRefused() throws Exception {
        Path empty = Files.createDirectories(root.resolve("empty"));

        assertThatThrownBy(() -> Report.of(List.of(empty)))
                .isInstanceOf(NoRunException.class)
                .hasMessage("not a run folder: path=" + empty
                        + ", missing=metrics.jsonl; give a folder that train or scale wrote");
        assertThatThrownBy(() -> Report.of(List.of(root.resolve("absent")))).isInstanceOf(NoRunException.class);
    }

    @Test
    @Timeout(60)
    void aRunOfAHundredThousandStepsIsASmallPage() throws Exception {
        Path run = longRun("long", 100_000);

        Path page = Report.of(List.of(run)).writePage(run);

        assertThat(Files.size(page)).isLessThan(1_000_000);
    }

    @Test
    void aLogWithoutAnEndIsThinnedAsItIsRead() throws Exception {
        Path run = longRun("endless", 210_000);

        Report report = Report.of(List.of(run));

        assertThat(report.runs().get(0).log().steps()).hasSizeLessThan(200_000);
        assertThat(report.notes())
                .containsExactly("the log has more than 200000 steps, of which the lowest and highest were kept");
    }

    @Test
    void aFolderThatCannotBeWrittenIsNamed() throws Exception {
        Path run = run("one", 1, 50, 1000);
        Path file = Files.createFile(root.resolve("file"));

        assertThatThrownBy(() -> Report.of(List.of(run)).writePage(file))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("report cannot be written: path=" + file.resolve("report.html"))
                .hasMessageEndingWith("; choose another --out");
    }

    @Test
    void anEvaluationBetweenTwoReadingsLiesBetweenThem() throws Exception {
        RunRecord record = Report.of(List.of(run("one", 1, 50, 1000))).runs().get(0);

        assertThat(record.samplesAt(1)).isEqualTo(128);
        assertThat(record.samplesAt(37)).isEqualTo(37 * 128);
        assertThat(record.samplesAt(100)).isEqualTo(100 * 128);
    }

    @Test
    void aRunThatFailedSaysWhyAndWhomItLostBefore() throws Exception {
        Path path = root.resolve("failed");
        try (RunFolder folder = RunFolder.create(path, "seed: 1\n")) {
            folder.add(new StepReading(3, 0, 128, 0.5, 0.5, 0.1, 0.01));
            folder.lost(2, "rank 2 is lost: its process was killed");
            folder.failed("rank 1 is lost: its process was killed, step=4");
        }

        assertThat(Report.of(List.of(path)).notes())
                .containsExactly(
                        "lost on the way, while the others went on: rank 2 is lost: its process was killed",
                        "no summary: the run failed: rank 1 is lost: its process was killed, step=4;"
                                + " last step in its log: 3");
    }

    @Test
    void everyRankHasACurveAndTheMeanIsThatOfAllRanks() throws Exception {
        Path run = run("ranks", 2, 50, 1000);
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
        run("race/allreduce-ranks-2-seed-1", 2, 50, 1000);
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

        assertThat(names(page)).contains("race-seconds", "race-samples", "loss");
        assertThat(html).contains("Race to accuracy=0.9", "not reached", "allreduce x2", "judged on held-out rows");
        assertThat(html).contains("allreduce x2, seconds: 4").doesNotContain("local x2, seconds");
    }

    @Test
    void textsOfAJobCannotBreakThePage() throws Exception {
        Path run = run("x<script>alert(1)<", 1, 50, 1000);
        Files.writeString(run.resolve("job.yaml"), "name: \"<script>alert(2)</script>\"\n");

        String html = Files.readString(Report.of(List.of(run)).writePage(root));

        assertThat(html).doesNotContain("<script").contains("&lt;script&gt;alert(2)");
    }

    @Test
    void bytesStandBesideWhatTheFormulaGives() throws Exception {
        Path run = run("two", 2, 50, 1000);

        RunRecord record = Report.of(List.of(run)).runs().get(0);

        assertThat(Volume.measuredBytes(record)).isEqualTo(192);
        assertThat(Volume.formulaBytes(record)).isEqualTo(2 * 24 * 4);
        assertThat(Volume.formulaMessages(record)).isEqualTo(2);
    }

    @Test
    void bytesOfRowsThatAreTouchedStandBesideThoseOfADenseExchange() throws Exception {
        Path sparse = run("sparse", 2, 50, 1000);
        Files.writeString(sparse.resolve("job.yaml"), "data:\n  kind: ctr\n");
        Path served = run("served", 2, 50, 1000);
        Map<String, Object> summary = summary(2, 50, 1000);
        summary.put("strategy", "server");
        summary.put("denseBytesPerStep", 336);
        Files.writeString(served.resolve("summary.json"), Json.write(summary));

        List<RunRecord> runs = Report.of(List.of(sparse, served)).runs();

        assertThat(runs).extracting(Volume::formulaBytes).containsExactly(192.0, 336.0);
        assertThat(runs).extracting(Volume::formulaMessages).containsOnly(Double.NaN);
    }

    private static Set<String> names(Report report) {
        return report.charts().stream().map(chart -> chart.heading().name()).collect(Collectors.toSet());
    }

    /** A run folder as train leaves it. */
    private Path run(String name, int ranks, int steps, double speed) throws IOException {
        String job = "# The job\nname: \"\"\nseed: 1\nranks: " + ranks
                + "\nbatchSize: 128\nmodel:\n  kind: logistic\ndata:\n  kind: linear\nexchange:\n  algorithm: auto\n";
        Path path = root.resolve(name);
        try (RunFolder folder = RunFolder.create(path, job)) {
            for (int step = 1; step <= steps; step++) {
                folder.add(new StepReading(step, 0, step * 128L, 1.0 / step, 0.5, 0.1, step / 1000.0));
                if (step % Math.max(1, steps / 10) == 0) {
                    folder.add(new EvaluationReading(step, 0, 100, 2.0 / step, 0.6, 0.7, 0.8, 0.9, step / 1000.0));
                    folder.add(new ResourceReading(
                            0, "p", step / 1000.0, 90, List.of(80.0, 10.0), 2e8, 1e8, 0, 0, 0, 1e6, 2e6, 3e6));
                }
            }
            folder.summary(summary(ranks, steps, speed));
        }
        return path;
    }

    /** A run whose log is long; made as text, since a run writes no faster than it trains. */
    private Path longRun(String name, int steps) throws IOException {
        Path run = run(name, 1, 50, 1000);
        StringBuilder lines = new StringBuilder();
        for (int step = 51; step <= steps; step++) {
            lines.append("{\"type\":\"step\",\"step\":").append(step);
            lines.append(",\"epoch\":0,\"samples\":").append(step * 128L);
            lines.append(",\"loss\":0.").append(step % 997).append(",\"accuracy\":0.5,\"rate\":0.1,\"seconds\":");
            lines.append(step / 1000).append('.').append(1000 + step % 1000).append("}\n");
        }
        Files.writeString(run.resolve("metrics.jsonl"), lines, StandardOpenOption.APPEND);
        return run;
    }

    private static Map<String, Object> summary(int ranks, int steps, double speed) {
        Map<String, Object> summary = new LinkedHashMap<>();
        summary.put("model", "logistic");
        summary.put("strategy", "allreduce");
        summary.put("launch", "threads");
        summary.put("ranks", ranks);
        summary.put("steps", steps);
        summary.put("seconds", 10.0);
        summary.put("samplesPerSecond", speed);
        summary.put("computeSeconds", 8.0);
        summary.put("exchangeSeconds", 2.0);
        summary.put("waitSeconds", 1.0);
        summary.put("bytesSent", steps * 192);
        summary.put("messages", steps * 2);
        summary.put("parameters", 21);
        summary.put("bottleneck", "cpu");
        summary.put("bottleneckShares", Map.of("cpu", 0.8, "network", 0.2));
        summary.put("parametersHash", "00ff00ff");
        summary.put("staleness", List.of(5, 3, 1));
        summary.put("machine", Map.of("cpu", "a CPU", "cores", 4));
        summary.put(
                "rankTimes",
                List.of(
                        Map.of("rank", 0, "computeSeconds", 8.0, "exchangeSeconds", 2.0, "waitSeconds", 1.0),
                        Map.of("rank", 1, "computeSeconds", 7.0, "exchangeSeconds", 3.0, "waitSeconds", 2.0)));
        return summary;
    }

    private static void trace(Path run) throws IOException {
        String events = "{\"traceEvents\":[\n";
        for (int step = 1; step <= 3; step++) {
            for (int rank = 0; rank < 2; rank++) {
                String place = ",\"ts\":" + step * 100 + ",\"dur\":90,\"pid\":" + rank
                        + ",\"tid\":0,\"args\":{\"step\":" + step + "}},\n";
                events += "{\"name\":\"step " + step + "\",\"cat\":\"step\",\"ph\":\"X\"" + place;
                events += "{\"name\":\"compute\",\"cat\":\"compute\",\"ph\":\"X\"" + place;
            }
        }
        Files.writeString(
                run.resolve("trace.json"), events + "{\"name\":\"end\",\"ph\":\"M\"}\n]}\n", StandardOpenOption.CREATE);
    }
}
