package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.run.ResolvedJob;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResolvedJobTest {

    private static final List<Key<Long>> WHOLES =
            List.of(JobKeys.SEED, JobKeys.STEPS, JobKeys.EPOCHS, SampleKinds.ROWS, JobKeys.BATCH_SIZE);
    private static final List<Key<String>> TEXTS =
            List.of(JobKeys.NAME, SampleKinds.PATH, JobKeys.LAUNCH_HOST, JobKeys.DATA_KIND);

    private final Kinds kinds = SampleKinds.all();

    @TempDir
    Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 200).mapToObj(SplittableRandom::new);
    }

    @Test
    void everyKeyIsWrittenInItsSection() {
        Job job = Job.of(kinds.keys(), Map.of("data", "csv", "data.path", "a b.csv", "ranks", 2L));

        String yaml = ResolvedJob.yaml(job);

        assertThat(yaml).isEqualTo("""
                        # The job as it ran: every key, defaults included.
                        name: ""
                        seed: 1
                        ranks: 2
                        epochs: 1
                        steps: 0
                        batchSize: 1024
                        virtualShards: 16
                        deterministic: true
                        kernels: auto
                        servers: 0
                        model:
                          kind: logistic
                          bias: true
                          layers: "relu; dense 10"
                        data:
                          kind: csv
                          path: "a b.csv"
                          rows: 1000
                          noise: 0.0
                        strategy:
                          kind: allreduce
                          combine: mean
                          every: 50
                          consistency: bounded
                          staleness: 4
                          adaptRate: false
                          depth: 4
                          wire: float32
                          cacheRows: 0
                          cacheSteps: 4
                        launch:
                          kind: processes
                          warmUp: 500ms
                          host: 127.0.0.1
                          port: 0
                          heap: ""
                          servers: beside
                          threads: 1
                        exchange:
                          timeout: 30s
                          silence: 3s
                          link: auto
                          tls: false
                          algorithm: auto
                          bucketBytes: 26214400
                          overlap: auto
                          compression: none
                          topk: 0.01
                        metrics:
                          every: 0
                          trace: true
                          hashes: 0
                        evaluate:
                          every: 1
                          steps: 0
                          target: ""
                        checkpoint:
                          every: 0
                          seconds: 60s
                          keep: 2
                        throttle:
                          ranks: ""
                          slowdown: 1.0
                          others: 1.0
                          megabits: 0.0
                        optimizer:
                          kind: sgd
                          rate: 0.1
                        """);
    }

    @Test
    void aResolvedJobLoadsAndPassesTheChecks() throws Exception {
        Job job = Job.of(kinds.keys(), Map.of("data", "csv", "data.path", "a.csv", "ranks", 2L));
        Path file = Files.writeString(folder.resolve("job.yaml"), ResolvedJob.yaml(job));

        LoadedJob again = JobFile.load(file, List.of(), kinds);

        assertThat(again.job().resolved()).isEqualTo(job.resolved());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyJobReadsBackToItself(SplittableRandom random) throws Exception {
        Job job = randomJob(random);
        Path file = Files.writeString(folder.resolve("job.yaml"), ResolvedJob.yaml(job));

        Job again = JobFile.read(file, List.of(), kinds.keys()).job();

        assertThat(again.resolved()).isEqualTo(job.resolved());
        for (Key<?> key : kinds.keys().all()) {
            assertThat((Object) again.get(key)).as(key.name()).isEqualTo(job.get(key));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "~",
                "null",
                "Null",
                "true",
                "yes",
                "No",
                "on",
                "5",
                "-5",
                "1e3",
                "0x1F",
                "0o7",
                ".inf",
                ".5",
                "12:30:45",
                "2001-01-01",
                "1_000",
                "- a",
                "-",
                "?",
                ":",
                "a:",
                "a: b",
                "a #b",
                "#a",
                "&a",
                "*a",
                "!a",
                "%a",
                "@a",
                "`a",
                "'a'",
                "\"a\"",
                "{a}",
                "[a]",
                "a\nb",
                "a\tb",
                "a\\b",
                "\u0000\u0007\u001b",
                "\u0085",
                "\u2028",
                "\uFEFF",
                "\uD83D\uDE00",
                "\uD800",
                "größe",
                "  a  ",
                "---",
                "...",
                "a,b",
                "|",
                ">",
                "=",
                "<<"
            })
    void textThatYamlWouldMisreadIsQuoted(String name) throws Exception {
        Job job = Job.of(kinds.keys(), Map.of("name", name));
        Path file = Files.writeString(folder.resolve("job.yaml"), ResolvedJob.yaml(job));

        assertThat(ResolvedJob.yaml(job)).contains("\nname: \"");
        assertThat(JobFile.load(file, List.of(), kinds).job().get(JobKeys.NAME)).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logistic", "a-b_c.d", "jobs/a.csv", "/tmp", "500ms", "2g", "10.0.0.1", "nan", "e5"})
    void plainWordsStayPlain(String name) {
        assertThat(ResolvedJob.yaml(Job.of(kinds.keys(), Map.of("name", name)))).contains("\nname: " + name + "\n");
    }

    private Job randomJob(SplittableRandom random) {
        Job job = Job.of(kinds.keys(), Map.of());
        for (Key<Long> key : WHOLES) {
            job = job.with(key, random.nextLong(1, 1L << random.nextInt(1, 24)));
        }
        for (Key<String> key : TEXTS) {
            job = random.nextBoolean() ? job.with(key, randomText(random)) : job;
        }
        return job.with(SampleKinds.NOISE, random.nextDouble())
                .with(SampleKinds.RATE, Math.pow(10, random.nextDouble(-300, 9)))
                .with(SampleKinds.BIAS, random.nextBoolean())
                .with(SampleKinds.LAYERS, randomList(random))
                .with(JobKeys.LAUNCH_WARM_UP, Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 59))))
                .with(JobKeys.EXCHANGE_TIMEOUT, Duration.ofMillis(random.nextLong(1_000_000)));
    }

    private static List<String> randomList(SplittableRandom random) {
        return Stream.generate(() -> randomText(random).replaceAll("[;\\v]", "").strip())
                .limit(random.nextInt(6))
                .filter(item -> !item.isEmpty())
                .toList();
    }

    /** Any code points, half of them from those that mean something in YAML. */
    private static String randomText(SplittableRandom random) {
        String special = " \n\t\r:#-?,[]{}&*!|>'\"%@`\\/.~=<0123456789eExXnulltrue\u0000\u0085\u00a0\u2028\uFEFF\uFFFE";
        int length = random.nextInt(20);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(
                    random.nextBoolean()
                            ? special.charAt(random.nextInt(special.length()))
                            : random.nextInt(Character.MAX_CODE_POINT + 1));
        }
        return text.toString();
    }
}
