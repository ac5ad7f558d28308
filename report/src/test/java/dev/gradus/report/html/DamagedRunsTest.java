package dev.gradus.report.html;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.StepReading;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedRunsTest {

    @TempDir
    private Path root;

    @Test
    void aRunThatWasCutOffShowsWhatIsThereAndSaysSo() throws Exception {
        Path run = SampleRuns.run(root, "cut", 1, 50, 1000);
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
        assertThat(SampleRuns.names(report)).contains("loss").doesNotContain("timeline");
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
        Path run = SampleRuns.run(root, "half", 2, 50, 1000);
        SampleRuns.trace(run);
        assertThat(SampleRuns.names(Report.of(List.of(run)))).contains("timeline");
        Path trace = run.resolve("trace.json");
        String whole = Files.readString(trace);
        Files.writeString(trace, whole.substring(0, whole.indexOf("{\"name\":\"end\"")));

        Report report = Report.of(List.of(run));

        assertThat(SampleRuns.names(report)).doesNotContain("timeline");
        assertThat(report.notes()).containsExactly("trace was cut off, and its timeline is left out: file=" + trace);
    }

    @Test
    void aLogThatIsRottenInTheMiddleIsReadAroundIt() throws Exception {
        Path run = SampleRuns.run(root, "rotten", 1, 50, 1000);
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
    void aLogWithoutAnEndIsThinnedAsItIsRead() throws Exception {
        Path run = SampleRuns.longRun(root, "endless", 210_000);

        Report report = Report.of(List.of(run));

        assertThat(report.runs().get(0).log().steps()).hasSizeLessThan(200_000);
        assertThat(report.notes())
                .containsExactly("the log has more than 200000 steps, of which the lowest and highest were kept");
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
}
