package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sparse rows from files or a generator to a stored model, by the commands. */
@Timeout(240)
class SparseIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private Path job(String... more) throws Exception {
        List<String> lines = new ArrayList<>(List.of(
                "model: logistic",
                "data: {kind: ctr, rows: 4000, featureSpace: 20000, cache: " + folder.resolve("cache") + "}",
                "strategy: allreduce",
                "ranks: 2",
                "virtualShards: 4",
                "batchSize: 100",
                "launch: {warmUp: 0ms}",
                "optimizer: {kind: adagrad, rate: 0.07}"));
        lines.addAll(List.of(more));
        return Files.write(folder.resolve("clicks.yaml"), lines);
    }

    private Map<String, Object> train(Path job, Object... options) throws Exception {
        List<Object> words = new ArrayList<>(List.of("train", job, "--json"));
        words.addAll(List.of(options));
        return Json.parseObject(programs.succeed(words.toArray()).out().get(0));
    }

    @Test
    void clicksAreLearntScoredAndStored() throws Exception {
        Path run = folder.resolve("run");

        Map<String, Object> summary = train(job(), "--out", run);

        assertThat(summary).containsEntry("steps", 40L).containsEntry("samples", 4000L);
        assertThat((Double) summary.get("loss")).isLessThan(0.58); // that of guessing the share of clicks is 0.57
        assertThat((Double) summary.get("auc")).isGreaterThan(0.6);
        assertThat(summary).containsKeys("precision", "recall");
        assertThat((Long) summary.get("bytesSent")).isPositive();
        Map<String, Object> score = Json.parseObject(
                programs.succeed("evaluate", run, "--json").out().get(0));
        assertThat((Double) score.get("loss")).isCloseTo((Double) summary.get("loss"), Offset.offset(1e-5));
        assertThat(score).containsEntry("samples", 400L);
        assertThat(run.resolve("model/features.txt")).isNotEmptyFile();
    }

    @Test
    void rowsWrittenAsTextScoreAsThoseThatWereMade() throws Exception {
        Path train = folder.resolve("train.svm");
        Path test = folder.resolve("test.svm");
        programs.succeed(
                "data",
                "make",
                "ctr",
                "--out",
                train,
                "--test-out",
                test,
                "--set",
                "data.rows=4000",
                "--set",
                "data.featureSpace=20000");
        Map<String, Object> made = train(job(), "--out", folder.resolve("made"));

        Map<String, Object> read = train(
                Files.writeString(
                        folder.resolve("file.yaml"),
                        Files.readString(job())
                                .replace(
                                        "kind: ctr, rows: 4000, featureSpace: 20000,",
                                        "kind: libsvm, path: " + train + ", testPath: " + test + ",")),
                "--out",
                folder.resolve("read"));

        assertThat(read).containsEntry("parametersHash", made.get("parametersHash"));
        assertThat(read).containsEntry("loss", made.get("loss"));
        Program score = programs.succeed("evaluate", folder.resolve("read"), "--data", test, "--json");
        assertThat((Double) Json.parseObject(score.out().get(0)).get("loss"))
                .isCloseTo((Double) made.get("loss"), Offset.offset(1e-5));
        // Both name features alike, so the model of one scores the rows of the other.
        Program crossed = programs.succeed("evaluate", folder.resolve("made/model"), "--data", test, "--json");
        Map<String, Object> own = Json.parseObject(programs.succeed("evaluate", folder.resolve("made"), "--json")
                .out()
                .get(0));
        Map<String, Object> other = Json.parseObject(crossed.out().get(0));
        assertThat((Double) other.get("loss")).isCloseTo((Double) own.get("loss"), Offset.offset(1e-9));
        assertThat((Double) other.get("auc")).isCloseTo((Double) own.get("auc"), Offset.offset(1e-9));
    }

    @Test
    void threadsAndProcessesGiveTheSameBits() throws Exception {
        Program verify = programs.succeed(
                "verify",
                job(),
                "--ranks",
                "1,2,3",
                "--launch",
                "threads,processes",
                "--out",
                folder.resolve("verify"),
                "--json");

        assertThat(Json.parseObject(verify.out().get(0))).containsEntry("same", true);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hogwild", "local", "sequential"})
    void everyStrategyLearns(String strategy) throws Exception {
        Path job = job();

        Map<String, Object> summary = train(
                job,
                "--strategy",
                strategy,
                "--launch",
                strategy.equals("local") ? "processes" : "threads",
                "--ranks",
                strategy.equals("sequential") ? 1 : 2,
                "--set",
                "optimizer.kind=ftrl",
                "--set",
                "optimizer.rate=0.1",
                "--set",
                strategy.equals("local") ? "strategy.every=2" : "strategy.every=50",
                "--out",
                folder.resolve("run"));

        assertThat((Double) summary.get("auc")).isGreaterThan(0.6);
        assertThat((Long) summary.get("samples")).isEqualTo(4000);
    }

    @Test
    void aRunGoesOnWhereItsCheckpointIs() throws Exception {
        Path job = job("checkpoint: {every: 10}");
        Map<String, Object> whole = train(job, "--out", folder.resolve("whole"));
        train(job, "--set", "steps=20", "--out", folder.resolve("parted"));

        Program rest = programs.succeed(
                "train", "--resume", folder.resolve("parted"), "--set", "steps=0", "--ranks", 3, "--json");

        assertThat(Json.parseObject(rest.out().get(0)))
                .containsEntry("parametersHash", whole.get("parametersHash"))
                .containsKey("resumedFrom");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"+1 3:1 2:1 | bad.svm:2:8", "+1 0:1 | bad.svm:2:4", "5 1:1 | bad.svm:2:1", "+1 1:x | bad.svm:2:6"})
    void aBadRowIsOneLineWithItsPlace(String row, String expected) throws Exception {
        Path file = Files.writeString(folder.resolve("bad.svm"), "-1 1:1 2:0.5\n" + row + "\n");

        Program program = programs.gradus(
                "train",
                Files.writeString(
                        folder.resolve("bad.yaml"),
                        "model: logistic\ndata: {kind: libsvm, path: " + file + ", cache: " + folder.resolve("c")
                                + "}\n"),
                "--out",
                folder.resolve("run"));

        assertThat(program.awaitExit()).isEqualTo(2);
        assertThat(program.complaints()).last().asString().contains(expected);
        assertThat(folder.resolve("run")).doesNotExist();
    }
}
