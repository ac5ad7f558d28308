package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import dev.gradus.model.ModelFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Networks from a job file to a stored model and back, by the commands. */
@Timeout(120)
class NetworkCommandsTest {

    /** What a command wrote to its error stream and how it ended. */
    private record Result(int code, String err) {}

    @TempDir
    Path folder;

    private Path job(String... layers) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                "launch: {kind: threads, warmUp: 0s}",
                "ranks: 2",
                "virtualShards: 2",
                "batchSize: 20",
                "data: {kind: images, size: 12, channels: 2, classes: 3, rows: 200}",
                "model:",
                "  kind: cnn",
                "  layers:"));
        for (String layer : layers) {
            lines.add("  - " + layer);
        }
        return Files.write(folder.resolve("job.yaml"), lines);
    }

    @Test
    void aTrainedNetworkIsStoredAndScoresTheSameWhenReadBack() throws Exception {
        Path job = job("convolution 4", "batchnorm", "relu", "maxpool 2", "dropout 0.1", "flatten", "dense classes");
        Path run = folder.resolve("run");

        assertThat(run("train", "" + job, "--out", "" + run)).returns(0, Result::code);

        ModelFolder stored = ModelFolder.read(run.resolve("model"));
        assertThat(stored.shape()).hasToString("Shape[features=288, classes=3, image=2x12x12]");
        assertThat(stored.layout().blocks().stream().map(block -> block.name() + block.dimensions()))
                .containsExactly(
                        "conv1.weight[4, 2, 3, 3]",
                        "conv1.bias[4]",
                        "batchnorm1.weight[4]",
                        "batchnorm1.bias[4]",
                        "batchnorm1.running_mean[4]",
                        "batchnorm1.running_var[4]",
                        "dense1.weight[3, 100]",
                        "dense1.bias[3]");
        Map<String, Object> summary = Json.parseObject(Files.readString(run.resolve("summary.json")));
        Scorer.Score score = new RowScorer().score(run);
        assertThat(score.figures()).containsEntry("accuracy", summary.get("accuracy"));
        assertThat(score.figures()).containsEntry("parametersHash", summary.get("parametersHash"));
    }

    @Test
    void aLayerThatDoesNotFitIsNamedWithItsLineOfTheFile() throws IOException {
        Result result = run("train", "" + job("maxpool 20", "flatten", "dense classes"), "--out", folder + "/run");

        assertThat(result.code()).isEqualTo(2);
        assertThat(result.err())
                .contains("job.yaml:8:3: model.layers: layer 1 (maxpool 20): output would be empty: input=2x12x12");
    }

    private static Result run(String... args) {
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setErr(new PrintWriter(err));
        return new Result(line.execute(args), err.toString());
    }
}
