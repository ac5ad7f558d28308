package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The command that shows that all ways to run a job give the same bits, and where they do not. */
@Timeout(240)
class VerifyIT {

    /** Of the tiny job, which trains on 4,000 rows in batches of 256, two epochs. */
    private static final int STEPS_PER_EPOCH = 16;

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @Test
    void threadsAndProcessesAreTheSameOnAnyNumberOfRanks() throws Exception {
        Path out = folder.resolve("verify");

        Map<String, Object> result = verify("--ranks", "1,2,3", "--launch", "threads,processes", "--out", out);

        assertThat(result)
                .containsEntry("same", true)
                .containsEntry("steps", 2L * STEPS_PER_EPOCH)
                .containsEntry("firstDifference", null);
        assertThat(figures(result, "ranks")).containsExactly("1", "2", "3", "1", "2", "3");
        assertThat(figures(result, "hash")).containsOnly(String.valueOf(result.get("parametersHash")));
        assertThat(Json.parseObject(Files.readString(out.resolve("verify.json"))))
                .isEqualTo(result);
        assertThat(Files.readAllLines(out.resolve("run-6-ranks-3-processes-link-auto/hashes.jsonl")))
                .hasSize(2 * STEPS_PER_EPOCH);
    }

    @Test
    void everyLinkIsTheSameAndThreadsHaveNone() throws Exception {
        Map<String, Object> result = verify(
                "--ranks", 2, "--launch", "threads,processes", "--link", "auto,tcp", "--out", folder.resolve("verify"));

        assertThat(result).containsEntry("same", true);
        assertThat(figures(result, "launch")).containsExactly("threads", "processes", "processes");
        assertThat(figures(result, "link")).containsExactly("null", "auto", "tcp");
    }

    /** The result of the tiny job, which must be the only line on standard output. */
    private Map<String, Object> verify(Object... options) throws Exception {
        List<Object> words = new ArrayList<>(List.of("verify", Programs.tinyJob(folder), "--json"));
        words.addAll(List.of(options));
        Program program = programs.succeed(words.toArray());
        assertThat(program.out()).hasSize(1);
        return Json.parseObject(program.out().get(0));
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
        assertThat(program.out().get(3)).startsWith("same bits after each of 7 hashed steps of 32: parameters ");
    }

    /**
     * The first update is another with other rows or sums, and the seventeenth if the rate falls after an epoch.
     * Without a bias, the first update of the weights is the same, since all starts at zero.
     */
    @ParameterizedTest
    @CsvSource({
        "seed=2, 1, weights",
        "virtualShards=8, 1, weights",
        "model.bias=false, 1, bias",
        "optimizer.rate=0.1000001, 1, weights",
        "schedule.everyEpochs=1, 17, weights",
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
                "data.pageRows=1",
                "--set",
                setting,
                "--json",
                "--out",
                folder.resolve("verify"));

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.complaints()).isEmpty();
        Map<String, Object> result = Json.parseObject(program.out().get(0));
        assertThat(result).containsEntry("same", false).containsEntry("parametersHash", null);
        Map<?, ?> difference = (Map<?, ?>) Objects.requireNonNull(result.get("firstDifference"));
        assertThat(difference.get("step")).isEqualTo(step);
        assertThat(difference.get("block")).isEqualTo(block);
        assertThat(figures(difference, "hash")).hasSize(2).doesNotHaveDuplicates();
        assertThat(figures(difference, "folder").get(0)).isEqualTo(run.toString());
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
                "--set",
                "data.pageRows=1",
                "--out",
                run);
    }

    @Test
    void theFirstDifferenceIsPrintedWithBothRunsAndHashes() throws Exception {
        Path job = Programs.tinyJob(folder);
        Path run = folder.resolve("run");
        train(job, run);

        Program program = programs.gradus(
                "verify",
                job,
                "--against",
                run,
                "--seed",
                2,
                "--set",
                "data.pageRows=1",
                "--ranks",
                1,
                "--out",
                folder.resolve("verify"));

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
        String[] words = options.split(" ", -1);

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

    /** One figure of each run, as text. */
    private static List<String> figures(Map<?, ?> result, String name) {
        List<String> figures = new ArrayList<>();
        for (Object run : (List<?>) Objects.requireNonNull(result.get("runs"))) {
            figures.add(String.valueOf(((Map<?, ?>) run).get(name)));
        }
        return figures;
    }
}
