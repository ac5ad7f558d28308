package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Reports of real runs, by the commands. */
@Timeout(120)
class ReportCommandTest {

    private static final List<String> SMALL = List.of(
            "data: {kind: linear, rows: 4000}",
            "launch: {kind: threads, warmUp: 0s}",
            "batchSize: 128",
            "epochs: 4",
            "kernels: plain");

    @TempDir
    private Path folder;

    @Test
    void aRunLeavesATraceAndResourcesAndHasAReport() throws Exception {
        Path job = Files.write(folder.resolve("job.yaml"), SMALL);
        Path run = folder.resolve("run");

        assertThat(run("train", "" + job, "--ranks", "2", "--out", "" + run)).isZero();
        assertThat(run("report", "" + run)).isZero();

        assertThat(run.resolve("trace.json")).isNotEmptyFile();
        assertThat(Files.readString(run.resolve("metrics.jsonl"))).contains("\"type\":\"resources\"");
        Map<String, Object> summary = Json.parseObject(Files.readString(run.resolve("summary.json")));
        assertThat(summary).containsKeys("machine", "parameters", "rankTimes", "bottleneckShares");
        String html = Files.readString(run.resolve("report.html"));
        assertThat(html).contains("id=\"timeline\"", "id=\"loss\"", "id=\"cpu\"", "" + summary.get("parametersHash"));
        assertThat(run.resolve("plots/loss.png")).isNotEmptyFile();
    }

    @Test
    void scaleWritesItsReportByItself() throws Exception {
        Path job = Files.write(folder.resolve("job.yaml"), SMALL);
        Path out = folder.resolve("scale");

        assertThat(run("scale", "" + job, "--ranks", "1,2", "--rounds", "1", "--out", "" + out))
                .isZero();

        assertThat(Files.readString(out.resolve("report.html"))).contains("id=\"speedup\"", "id=\"efficiency\"");
        assertThat(out.resolve("plots/speedup.png")).isNotEmptyFile();
    }

    @Test
    void aFolderThatIsNoRunIsWrongUsage() {
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(err, true));

        int code = command.execute("report", folder.toString());

        assertThat(code).isEqualTo(2);
        assertThat(err.toString()).contains("not a run folder: path=" + folder + ", missing=metrics.jsonl");
    }

    private static int run(String... args) {
        return Main.commandLine().execute(args);
    }
}
