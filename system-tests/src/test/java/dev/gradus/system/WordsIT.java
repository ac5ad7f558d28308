package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Vectors of words from a text to what people ask of them, by the commands. */
@Timeout(240)
class WordsIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    /** A job on generated text that takes seconds. */
    private Path job(String... more) throws Exception {
        List<String> lines = new ArrayList<>(List.of(
                "model: {kind: skipgram, dimension: 32}",
                "data: {kind: relations, words: 120000, vocabularySize: 2000, block: 2000}",
                "strategy: hogwild",
                "launch: {kind: threads, warmUp: 0ms}",
                "ranks: 2",
                "virtualShards: 4",
                "kernels: plain", // these programs do not compile vector code
                "epochs: 2",
                "optimizer: {rate: 0.025}",
                "schedule: {kind: linear}"));
        lines.addAll(List.of(more));
        return Files.write(folder.resolve("words.yaml"), lines);
    }

    private Map<String, Object> train(Path job, Object... options) throws Exception {
        List<Object> words = new ArrayList<>(List.of("train", job, "--json"));
        words.addAll(List.of(options));
        return Json.parseObject(programs.succeed(words.toArray()).out().get(0));
    }

    @Test
    void vectorsAreLearntAskedScoredAndExported() throws Exception {
        Path run = folder.resolve("run");

        Map<String, Object> summary = train(job(), "--out", run);

        assertThat(summary).containsEntry("model", "skipgram").containsEntry("strategy", "hogwild");
        assertThat((Double) summary.get("wordsPerSecond")).isPositive();
        assertThat((Double) summary.get("analogyAccuracy")).isBetween(0.0, 1.0);
        assertThat((Long) summary.get("samples")).isBetween(240_000L, 250_000L);
        Program score = programs.succeed("evaluate", run, "--json");
        assertThat(Json.parseObject(score.out().get(0))).containsKeys("words", "sections");
        Path text = folder.resolve("vectors.txt");
        programs.succeed("export", run, "--to", "word2vec", "--out", text);
        assertThat(Files.readAllLines(text).get(0)).matches("(19\\d\\d|2000) 32");
        String word = Files.readAllLines(text).get(40).replaceFirst(" .*", "");
        assertThat(programs.succeed("similar", run, word).out()).hasSizeGreaterThan(5);
        assertThat(programs.succeed("similar", text, word).out())
                .isEqualTo(programs.succeed("similar", run, word).out());
    }

    @Test
    void summedChangesAreTheSameBitsForThreadsAndProcesses() throws Exception {
        Path job = job();

        Program verify = programs.succeed(
                "verify",
                job,
                "--ranks",
                "1,2,3",
                "--launch",
                "threads,processes",
                "--set",
                "strategy.kind=allreduce",
                "--set",
                "epochs=1",
                "--out",
                folder.resolve("verify"),
                "--json");

        assertThat(Json.parseObject(verify.out().get(0))).containsEntry("same", true);
    }

    @Test
    void aRunGoesOnWhereItsCheckpointIs() throws Exception {
        Path job = job("checkpoint: {every: 10}");
        Path whole = folder.resolve("whole");
        Path parted = folder.resolve("parted");
        Map<String, Object> expected = train(job, "--set", "strategy.kind=allreduce", "--out", whole);
        train(
                job,
                "--set",
                "strategy.kind=allreduce",
                "--set",
                "schedule.kind=constant",
                "--set",
                "steps=20",
                "--out",
                parted);

        Map<String, Object> constant = train(
                job,
                "--set",
                "strategy.kind=allreduce",
                "--set",
                "schedule.kind=constant",
                "--out",
                folder.resolve("c"));
        Program rest = programs.succeed("train", "--resume", parted, "--set", "steps=0", "--json");

        assertThat(Json.parseObject(rest.out().get(0)))
                .containsEntry("parametersHash", constant.get("parametersHash"))
                .containsEntry("steps", expected.get("steps"));
    }

    @Test
    void ranksInProcessesAverage() throws Exception {
        Map<String, Object> summary = train(
                job(),
                "--launch",
                "processes",
                "--set",
                "strategy.kind=local",
                "--set",
                "strategy.every=5",
                "--out",
                folder.resolve("run"));

        assertThat(summary).containsEntry("strategy", "local").containsEntry("ranks", 2L);
        assertThat((Long) summary.get("bytesSent")).isPositive();
    }

    @ParameterizedTest
    @CsvSource({
        "launch.kind=processes, needs ranks that share one memory",
        "model.kind=logistic, does not apply to model.kind=logistic",
        "optimizer.kind=adam, does not apply to model.kind=skipgram",
        "strategy.every=7, strategy.every does not apply to strategy.kind=hogwild",
        "model.window=0, model.window"
    })
    void whatDoesNotFitIsOneLine(String setting, String expected) throws Exception {
        Program program = programs.gradus("train", job(), "--set", setting, "--out", folder.resolve("run"));

        assertThat(program.awaitExit()).isEqualTo(2);
        assertThat(program.complaints()).last().asString().contains(expected);
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void textsThatCannotBeLearntFromAreOneLine() throws Exception {
        Path empty = Files.write(folder.resolve("empty.txt"), new byte[0]);
        Path binary = Files.write(folder.resolve("binary.txt"), new byte[] {'a', ' ', 0, 1, 2});
        Path bad = Files.write(folder.resolve("bad.txt"), new byte[] {'a', ' ', (byte) 0xC3, ' ', 'b'});
        Path few = Files.writeString(folder.resolve("few.txt"), "one word only here\n");

        for (Path file : List.of(empty, binary, bad, few, folder.resolve("none.txt"))) {
            Program program = programs.gradus(
                    "train",
                    job(),
                    "--set",
                    "data=text",
                    "--set",
                    "data.path=" + file,
                    "--set",
                    "data.words=3000000",
                    "--set",
                    "data.vocabularySize=5000",
                    "--set",
                    "data.cache=" + folder.resolve("cache"),
                    "--out",
                    folder.resolve("run"));

            assertThat(program.awaitExit()).as(file.toString()).isNotZero();
            assertThat(program.complaints())
                    .last()
                    .asString()
                    .contains(file.equals(few) ? "too few words in the vocabulary" : file.toString());
            assertThat(folder.resolve("run")).doesNotExist();
        }
    }

    @Test
    void aWordThatIsNotThereIsAnsweredWithNearOnes() throws Exception {
        Path vectors = Files.write(folder.resolve("v.txt"), List.of("3 2", "house 1 0", "mouse 0.9 0.1", "tree 0 1"));

        Program program = programs.gradus("similar", vectors, "hause");

        assertThat(program.awaitExit()).isEqualTo(2);
        assertThat(program.complaints()).last().asString().contains("hause").contains("house");
    }
}
