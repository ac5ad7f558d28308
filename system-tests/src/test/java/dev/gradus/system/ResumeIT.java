package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs that are killed and go on: whatever the moment, they end with the parameters of a run that was left alone. */
@Timeout(300)
@EnabledOnOs(value = OS.LINUX, disabledReason = "finds ranks by /proc")
class ResumeIT {

    /** Lines that depend on how many ranks there are, which changes while runs go on. */
    private static final Set<String> PER_RANK = Set.of("resources", "rank");

    /** Kills of one run; {@code -Dgradus.kills=200} looks longer. */
    private static final int KILLS = Integer.getInteger("gradus.kills", 12);

    private static final int STEPS = 100 + 15 * KILLS;

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    private Path run = Path.of("");
    private Path job = Path.of("");

    private @Nullable Program started;

    /** Adam on 90,001 parameters: 1 MB a checkpoint, always one on its way to the disk. */
    @BeforeEach
    void writeJob() throws Exception {
        run = folder.resolve("run");
        job = Files.writeString(folder.resolve("large.yaml"), """
                epochs: 1000000
                steps: %d
                batchSize: 16
                virtualShards: 3
                kernels: plain
                data:
                  kind: linear
                  rows: 80
                  features: 90000
                optimizer:
                  kind: adam
                  rate: 0.001
                schedule:
                  kind: cosine
                  warmUpEpochs: 3
                launch:
                  kind: threads
                  warmUp: 0ms
                metrics:
                  every: 1
                evaluate:
                  every: 7
                checkpoint:
                  every: 1
                """.formatted(STEPS));
    }

    @Test
    void aRunThatIsKilledAtAnyMomentEndsAsIfItWereNot() throws Exception {
        Map<String, Object> expected = summary(programs.succeed(
                "train", job, "--out", folder.resolve("whole"), "--json", "--set", "checkpoint.every=0"));
        SplittableRandom random = new SplittableRandom(Long.getLong("gradus.seed", 1));
        List<String> moments = new ArrayList<>();

        start("train", job, "--out", run);
        for (int kill = 0; kill < KILLS; kill++) {
            moments.add(kill(random));
            boolean processes = kill % 3 == 2;
            resume("--launch", processes ? "processes" : "threads", "--ranks", random.nextInt(1, 4));
        }
        Map<String, Object> summary = summary(end());

        assertThat(summary)
                .as("killed %s", moments)
                .containsEntry("parametersHash", expected.get("parametersHash"))
                .containsEntry("loss", expected.get("loss"))
                .containsEntry("steps", (long) STEPS)
                .containsEntry("samples", expected.get("samples"));
        assertThat(lines(run)).isEqualTo(lines(folder.resolve("whole")));
        assertThat(checkpoints()).hasSize(2).allMatch(name -> name.endsWith(".safetensors"));
    }

    private void start(Object... arguments) throws IOException {
        started = programs.gradus(arguments);
    }

    private Program running() {
        return Objects.requireNonNull(started);
    }

    private void resume(Object... more) throws IOException {
        List<Object> arguments = new ArrayList<>(List.of("train", "--resume", run, "--json"));
        arguments.addAll(List.of(more));
        start(arguments.toArray());
    }

    private Program end() throws Exception {
        assertThat(running().awaitExit()).as("exit code, %s", running().err()).isZero();
        return running();
    }

    /** Kills the launcher, or one of its ranks, some time after its log has begun to grow. */
    private String kill(SplittableRandom random) throws Exception {
        long before = logBytes();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(50);
        while (running().handle().isAlive() && logBytes() <= before && System.nanoTime() - deadline < 0) {
            TimeUnit.MILLISECONDS.sleep(2);
        }
        TimeUnit.MICROSECONDS.sleep(random.nextInt(150_000));
        List<ProcessHandle> ranks = running().handle().children().toList();
        boolean rank = !ranks.isEmpty() && random.nextBoolean();
        (rank ? ranks.get(random.nextInt(ranks.size())) : running().handle()).destroyForcibly();
        running().awaitHandle();
        return (rank ? "a rank" : "the launcher") + " with " + checkpoints();
    }

    private long logBytes() throws IOException {
        Path log = run.resolve("metrics.jsonl");
        return Files.exists(log) ? Files.size(log) : 0;
    }

    private List<String> checkpoints() throws IOException {
        if (!Files.exists(run.resolve("checkpoints"))) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(run.resolve("checkpoints"))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private static Map<String, Object> summary(Program program) {
        return Json.parseObject(String.join("\n", program.out()));
    }

    /** The lines of a log about steps and evaluations, without the times. */
    private static List<Map<String, Object>> lines(Path run) throws IOException {
        List<Map<String, Object>> lines = new ArrayList<>();
        for (String line : Files.readAllLines(run.resolve("metrics.jsonl"))) {
            Map<String, Object> members = Json.parseObject(line);
            members.remove("seconds");
            if (!PER_RANK.contains(String.valueOf(members.get("type")))) {
                lines.add(members);
            }
        }
        return lines;
    }

    /** Leaves a run that was stopped in its middle by a limit of steps. */
    private void runSome(int steps, String... more) throws Exception {
        List<Object> arguments = new ArrayList<>(
                List.of("train", job, "--out", run, "--set", "steps=" + steps, "--set", "schedule.kind=constant"));
        for (String setting : more) {
            arguments.addAll(List.of("--set", setting));
        }
        programs.succeed(arguments.toArray());
    }

    private long stepBefore(long step) throws IOException {
        return checkpoints().stream()
                .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                .filter(found -> found < step)
                .max()
                .orElseThrow();
    }

    @Test
    void aRunThatHasEndedSaysSoAndMayBecomeLonger() throws Exception {
        runSome(20, "checkpoint.every=5");

        Program again = programs.succeed("train", "--resume", run, "--json");
        assertThat(again.err()).anyMatch(line -> line.startsWith("run has ended already"));
        assertThat(summary(again)).containsEntry("steps", 20L).doesNotContainKey("resumedFrom");

        Program longer = programs.succeed("train", "--resume", run, "--set", "steps=30", "--ranks", 2, "--json");
        Map<String, Object> whole = summary(programs.succeed(
                "train",
                job,
                "--out",
                folder.resolve("whole"),
                "--json",
                "--set",
                "steps=30",
                "--set",
                "schedule.kind=constant"));
        assertThat(summary(longer))
                .containsEntry("steps", 30L)
                .containsEntry("resumedFrom", 20L)
                .containsEntry("samples", whole.get("samples"))
                .containsEntry("parametersHash", whole.get("parametersHash"));
        assertThat(Files.readString(run.resolve("job.yaml"))).contains("steps: 30", "ranks: 2");
    }

    @Test
    void aDamagedCheckpointIsNamedAndTheOneBeforeTaken() throws Exception {
        runSome(20, "checkpoint.every=5");
        long before = stepBefore(20); // 15, unless a slow disk made the run skip it
        Path newest = run.resolve("checkpoints/00000020.safetensors");
        byte[] bytes = Files.readAllBytes(newest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(newest, bytes);
        String hash = String.valueOf(summaryOf(run).get("parametersHash"));
        Files.delete(run.resolve("summary.json"));

        Program again = programs.succeed("train", "--resume", run, "--json");

        again.awaitLine("checkpoint is damaged: file=" + newest + ", its SHA-256 differs");
        assertThat(summary(again)).containsEntry("parametersHash", hash).containsEntry("resumedFrom", before);
    }

    @Test
    void aRunWithoutACheckpointStartsAtTheBeginning() throws Exception {
        runSome(20, "checkpoint.every=0");
        String hash = String.valueOf(summaryOf(run).get("parametersHash"));
        Files.delete(run.resolve("summary.json"));

        Program again = programs.succeed("train", "--resume", run, "--json");

        again.awaitLine("run has no checkpoint yet, so it starts at the beginning");
        assertThat(summary(again)).containsEntry("parametersHash", hash).doesNotContainKey("resumedFrom");
        assertThat(lines(run)).filteredOn("type", "step").hasSize(20);
    }

    @Test
    void aChainOfHashesDoesNotGoOnInTheMiddle() throws Exception {
        runSome(20, "checkpoint.every=5");
        Files.delete(run.resolve("summary.json"));

        Program refused = programs.gradus("train", "--resume", run, "--set", "metrics.hashes=1");

        assertThat(refused.awaitExit()).isEqualTo(2);
        assertThat(refused.complaints()).singleElement().asString().contains("add --set metrics.hashes=0");
    }

    @Test
    void aRunThatIsStillGoingOnIsLeftAlone() throws Exception {
        start("train", job, "--out", run, "--set", "steps=0", "--set", "schedule.kind=constant");
        running().awaitLine("step ");

        Program second = programs.gradus("train", "--resume", run, "--set", "checkpoint.every=9");

        assertThat(second.awaitExit()).isEqualTo(2);
        assertThat(second.complaints())
                .containsExactly("gradus: run is still going on: path=" + run + "; wait for its end or stop it");
        assertThat(running().handle().isAlive()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--seed 2 | --seed 2: seed=2 would change the result: so far seed=1",
                "--set batchSize=8 | --set batchSize=8: batchSize=8 would change the result: so far batchSize=16",
                "--set steps=10 | --set steps=10: steps=10 would make the run shorter than it was: so far steps=12",
                "--out elsewhere | the run has its own job and folder; remove --out elsewhere",
                "jobs/logistic.yaml | the run has its own job and folder; remove JOB jobs/logistic.yaml"
            })
    void whatDoesNotFitTheRunIsRefusedInOneLine(String options, String message) throws Exception {
        runSome(12, "checkpoint.every=0");
        List<Object> arguments = new ArrayList<>(List.of("train", "--resume", run));
        arguments.addAll(List.of((Object[]) options.split(" ")));

        Program refused = programs.gradus(arguments.toArray());

        assertThat(refused.awaitExit()).isEqualTo(2);
        assertThat(refused.complaints()).singleElement().asString().contains(message);
        assertThat(summaryOf(run)).containsEntry("steps", 12L);
    }

    @Test
    void aFolderWithoutARunIsRefused() throws Exception {
        Program refused = programs.gradus("train", "--resume", folder.resolve("nothing"));

        assertThat(refused.awaitExit()).isEqualTo(2);
        assertThat(refused.complaints()).singleElement().asString().contains("not a run folder: it has no job.yaml");
    }

    private static Map<String, Object> summaryOf(Path run) throws IOException {
        return Json.parseObject(Files.readString(run.resolve("summary.json")));
    }
}
