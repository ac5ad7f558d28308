package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Networks in processes of their own, by the commands. */
@Timeout(240)
class NetworkIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private Path images = Path.of("");
    private Path rings = Path.of("");

    @BeforeEach
    void writeJobs() throws Exception {
        images = Files.write(
                folder.resolve("images.yaml"),
                List.of(
                        "epochs: 2",
                        "batchSize: 64",
                        "virtualShards: 4",
                        "data: {kind: images, size: 12, classes: 3, rows: 600, augment: both}",
                        "model:",
                        "  kind: cnn",
                        "  layers:",
                        "    - convolution 8 padding=1",
                        "    - batchnorm",
                        "    - relu as=before",
                        "    - convolution 8 padding=1",
                        "    - add before",
                        "    - relu",
                        "    - maxpool 2",
                        "    - flatten",
                        "    - dropout 0.1",
                        "    - dense classes",
                        "optimizer: {kind: momentum, rate: 0.05}",
                        "launch: {kind: processes, warmUp: 0ms}",
                        "exchange: {bucketBytes: 2048, overlap: true}"));
        rings = Files.write(
                folder.resolve("rings.yaml"),
                List.of(
                        "epochs: 8",
                        "batchSize: 64",
                        "virtualShards: 8",
                        "data: {kind: rings, rows: 4000, classes: 3, pageRows: 1}",
                        "model: mlp",
                        "optimizer: {kind: momentum, rate: 0.1}",
                        "launch: {kind: processes, warmUp: 0ms}"));
    }

    private Map<String, Object> train(Path job, Object... options) throws Exception {
        List<Object> words = new ArrayList<>(List.of("train", job, "--json"));
        words.addAll(List.of(options));
        return Json.parseObject(programs.succeed(words.toArray()).out().get(0));
    }

    /** Batch normalisation, dropout, varied images and buckets that travel during the backward pass included. */
    @Test
    void processesGiveTheBitsOfOneRank() throws Exception {
        Map<String, Object> one = train(images, "--ranks", 1, "--out", folder.resolve("one"));

        for (int ranks : new int[] {2, 3}) {
            Map<String, Object> several = train(images, "--ranks", ranks, "--out", folder.resolve("run" + ranks));
            assertThat(several).containsEntry("parametersHash", one.get("parametersHash"));
            assertThat(several).containsEntry("loss", one.get("loss"));
        }
    }

    @Test
    void aStoredNetworkTellsWhichClassIsTakenForWhich() throws Exception {
        Path run = folder.resolve("run");
        Map<String, Object> summary = train(images, "--ranks", 2, "--out", run);

        Map<String, Object> score = Json.parseObject(
                programs.succeed("evaluate", run, "--json").out().get(0));

        assertThat(score).containsEntry("accuracy", summary.get("accuracy"));
        long rows = ((List<?>) Objects.requireNonNull(score.get("confusion")))
                .stream()
                        .flatMap(row -> ((List<?>) row).stream())
                        .mapToLong(count -> (Long) count)
                        .sum();
        assertThat(rows).isEqualTo((Long) score.get("samples")).isPositive();
        assertThat(programs.succeed("evaluate", run).out()).anyMatch(line -> line.contains("taken for"));
    }

    @ParameterizedTest
    @CsvSource({"allreduce, processes, 2", "local, processes, 2", "local, threads, 4", "hogwild, threads, 4"})
    void everyStrategyLearns(String strategy, String launch, int ranks) throws Exception {
        List<Object> options = new ArrayList<>(List.of("--strategy", strategy, "--launch", launch, "--ranks", ranks));
        if (strategy.equals("local")) {
            options.addAll(List.of("--set", "strategy.every=20"));
        }
        options.addAll(List.of("--out", folder.resolve("run")));

        Map<String, Object> summary = train(rings, options.toArray());

        assertThat((Double) summary.get("accuracy")).isGreaterThan(0.9);
        assertThat(summary).containsEntry("samples", 32000L);
    }
}
