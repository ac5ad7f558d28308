package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that shows that all ways to run a job give the same bits, and where they do not. */
@Timeout(240)
class VerifyIT {

    /** Of the tiny job: 4,000 rows of which a fifth is held out, in batches of 256, twice. */
    private static final int STEPS_PER_EPOCH = 13;

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @Test
    void threadsAndProcessesAreTheSameOverAnyLink() throws Exception {
        Path out = folder.resolve("verify");

        Program program = programs.succeed(
                "verify",
                Programs.tinyJob(folder),
                "--ranks",
                "1,2,3",
                "--launch",
                "threads,processes",
                "--link",
                "auto,tcp",
                "--json",
                "--out",
                out);

        assertThat(program.out()).hasSize(1);
        Map<String, Object> result = Json.parseObject(program.out().get(0));
        assertThat(result)
                .containsEntry("same", true)
                .containsEntry("steps", 2L * STEPS_PER_EPOCH)
                .containsEntry("firstDifference", null);
        List<Map<?, ?>> runs = runs(result);
        assertThat(runs).extracting(run -> run.get("ranks")).containsExactly(1L, 2L, 3L, 1L, 2L, 3L, 1L, 2L, 3L);
        assertThat(runs).extracting(run -> run.get("hash")).containsOnly(result.get("parametersHash"));
        assertThat(runs).extracting(run -> run.get("link")).containsOnly(null, "auto", "tcp");
        assertThat(Json.parseObject(Files.readString(out.resolve("verify.json"))))
                .isEqualTo(result);
        assertThat(Files.readAllLines(out.resolve("run-9-ranks-3-processes-link-tcp/hashes.jsonl")))
                .hasSize(2 * STEPS_PER_EPOCH);
    }

    @Test
    void anEarlierRunIsRepeatedBitByBit() throws Exception {
        Path job = Programs.tinyJob(folder);
        Path run = folder.resolve("run");
        programs.succeed("train", job, "--ranks", 2, "--set", "metrics.hashes=5", "--out", run);

        Program program = programs.succeed(
                "verify",
                job,
                "--against",
                run,
                "--launch",
                "threads",
                "--ranks",
                3,
                "--out",
                folder.resolve("verify"));

        assertThat(program.out().get(0)).contains("ranks", "launch", "result");
        assertThat(program.out().get(1)).contains("processes").endsWith("reference");
        assertThat(program.out().get(2)).contains("threads").endsWith("same");
        assertThat(program.out().get(3)).startsWith("same bits after each of 6 hashed steps of 26: parameters ");
    }

    /** The first update is another with other rows or sums, and the fourteenth if the rate falls after an epoch. */
    @ParameterizedTest
    @CsvSource({
        "seed=2, 1, weights",
        "virtualShards=8, 1, weights",
        "model.bias=false, 1, weights",
        "optimizer.rate=0.1000001, 1, weights",
        "schedule.everyEpochs=1, 14, weights",
        "steps=20, 21,"
    })
    void whatDiffersFromAnEarlierRunIsFoundWithItsFirstStep(String setting, long step, String block) throws Exception {
        Path job = Programs.tinyJob(folder);
        Path run = folder.resolve("run");
        train(job, run);

        Program program = programs.gradus(
                "verify",
                job,
                "--against",
                run,
                "--ranks",
                "2",
                "--launch",
                "threads",
                "--set",
                "schedule=step",
                "--set",
                setting,
                "--json",
                "--out",
                folder.resolve("verify"));

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.complaints()).isEmpty();
        Map<String, Object> result = Json.parseObject(program.out().get(0));
        assertThat(result).containsEntry("same", false).containsEntry("parametersHash", null);
        Map<?, ?> difference = (Map<?, ?>) result.get("firstDifference");
        assertThat(difference.get("step")).isEqualTo(step);
        assertThat(difference.get("block")).isEqualTo(block);
        assertThat(runs(difference)).extracting(side -> side.get("hash")).doesNotHaveDuplicates();
        assertThat(runs(difference).get(0).get("folder")).isEqualTo(run.toString());
    }

    private void train(Path job, Path run) throws Exception {
        programs.succeed(
                "train",
                job,
                "--launch",
                "threads",
                "--set",
                "metrics.hashes=1",
                "--set",
                "schedule=step",
                "--out",
                run);
    }

    @Test
    void theFirstDifferenceIsPrintedWithBothRunsAndHashes() throws Exception {
        Path job = Programs.tinyJob(folder);
        Path run = folder.resolve("run");
        train(job, run);

        Program program = programs.gradus(
                "verify", job, "--against", run, "--seed", 2, "--ranks", 1, "--out", folder.resolve("verify"));

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.out()).hasSize(7);
        assertThat(program.out().get(3)).isEqualTo("the runs differ: first in step 1, in block weights");
        assertThat(program.out().get(4)).matches("  [0-9a-f]{16}  ranks 1, threads: .*run");
        assertThat(program.out().get(5)).matches("  [0-9a-f]{16}  ranks 1, processes, link auto: .*run-1-ranks-1-.*");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    --ranks 2               | one run has nothing to be compared with
                    --ranks 1,0             | --ranks 0: bad value: ranks=0
                    --ranks 1,32            | ranks=32 exceeds virtualShards=16
                    --launch threads,thread | did you mean 'threads'?
                    --link auto,radio       | --link radio: bad value: exchange.link=radio
                    --strategy sequential   | exceeds the one rank of strategy.kind=sequential
                    --against nowhere       | --against nowhere: no such run folder
                    --against .             | run has no hashes; repeat it with ./gradus train --set metrics.hashes=1
                    """)
    void wrongUsageIsToldBeforeAnythingRuns(String options, String complaint) throws Exception {
        String[] words = options.split(" ");

        Program program = programs.gradus(
                "verify", Programs.tinyJob(folder), words[0], words[1], "--out", folder.resolve("verify"));

        assertThat(program.awaitExit()).isEqualTo(2);
        assertThat(program.complaints()).singleElement().asString().contains(complaint);
        assertThat(folder.resolve("verify")).doesNotExist();
    }

    @Test
    void aJobThatDivergesIsToldAsSuch() throws Exception {
        Program program = programs.gradus(
                "verify",
                Programs.tinyJob(folder),
                "--launch",
                "threads",
                "--set",
                "optimizer.rate=1e38",
                "--set",
                "optimizer=momentum",
                "--set",
                "epochs=100",
                "--out",
                folder.resolve("verify"));

        assertThat(program.awaitExit()).isEqualTo(3);
        assertThat(program.complaints()).singleElement().asString().contains("not finite: step=");
    }

    private static List<Map<?, ?>> runs(Map<?, ?> result) {
        return assertThat(result.get("runs")).asInstanceOf(InstanceOfAssertFactories.list(Map.class)).actual().stream()
                .<Map<?, ?>>map(run -> run)
                .toList();
    }
}
