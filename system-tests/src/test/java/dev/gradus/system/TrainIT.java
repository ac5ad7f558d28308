package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.json.Json;
import dev.gradus.model.ModelFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Whole training runs: what they print, what they leave, and that the number of ranks changes neither. */
@Timeout(120)
class TrainIT {

    /** DESIGN.md, section 3; the ones that apply to every model. */
    private static final List<String> KEYS =
            List.of(("model strategy launch ranks servers steps epochs samples seconds startupSeconds samplesPerSecond"
                            + " loss accuracy auc computeSeconds exchangeSeconds hiddenExchangeSeconds waitSeconds"
                            + " overlap computeToExchange bytesSent messages syncs cpuPercent peakMemoryBytes"
                            + " diskBytes networkBytes bottleneck parametersHash")
                    .split(" "));

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    static Path folder = Path.of("");

    /** A run of one rank in a thread that several tests look at, made by the first that needs it. */
    private static @Nullable Program shared;

    private final Path run = folder.resolve("shared");

    private Path job = Path.of("");

    @BeforeEach
    void writeJob() throws Exception {
        job = Programs.tinyJob(folder);
    }

    @Test
    void anyNumberOfProcessesGivesTheSameParameters() throws Exception {
        List<Object> hashes = new ArrayList<>();

        for (int ranks : new int[] {1, 2, 4}) {
            Map<String, Object> summary = train("r" + ranks, "--ranks", ranks);
            assertThat(summary).containsEntry("ranks", (long) ranks).containsEntry("launch", "processes");
            hashes.add(summary.get("parametersHash"));
        }

        assertThat(hashes).containsOnly(sharedRun().get("parametersHash"));
    }

    @Test
    void everyProcessHandsOverItsTraceAndItsResources() throws Exception {
        train("traced", "--ranks", 3);

        List<String> log = Files.readAllLines(folder.resolve("traced/metrics.jsonl"));
        Map<String, Object> trace = Json.parseObject(Files.readString(folder.resolve("traced/trace.json")));
        List<?> events = trace.get("traceEvents") instanceof List<?> list ? list : List.of();

        assertThat(log.stream().map(Json::parseObject).toList())
                .filteredOn("type", "resources")
                .extracting("rank")
                .contains(0L, 1L, 2L);
        for (long rank = 0; rank < 3; rank++) {
            long number = rank;
            assertThat(events)
                    .filteredOn(event -> event instanceof Map<?, ?> slice
                            && "step".equals(slice.get("cat"))
                            && Long.valueOf(number).equals(slice.get("pid")))
                    .hasSize(32);
        }
    }

    @Test
    void threeProcessesTrainToo() throws Exception {
        Map<String, Object> summary = train("r3", "--ranks", 3);

        assertThat(summary).containsEntry("ranks", 3L).containsEntry("samples", 8000L);
        assertThat(number(summary, "accuracy")).isGreaterThan(0.9);
        assertThat(number(summary, "bytesSent")).isPositive();
    }

    @Test
    void threadsGiveTheParametersOfProcesses() throws Exception {
        Map<String, Object> threads = train("threads", "--ranks", 2, "--launch", "threads");

        assertThat(threads.get("parametersHash")).isEqualTo(sharedRun().get("parametersHash"));
        assertThat(threads.get("loss")).isEqualTo(sharedRun().get("loss"));
    }

    @Test
    void jsonIsOneObjectWithAllKeysAndTheSummaryOfTheFolder() throws Exception {
        Map<String, Object> printed = sharedRun();

        assertThat(printed.keySet()).containsAll(KEYS);
        assertThat(Json.parseObject(Files.readString(run.resolve("summary.json"))))
                .isEqualTo(printed);
    }

    @Test
    void aRunFolderIsComplete() throws Exception {
        Map<String, Object> summary = sharedRun();

        List<Map<String, Object>> lines = Files.readAllLines(run.resolve("metrics.jsonl")).stream()
                .map(Json::parseObject)
                .filter(line -> !"resources".equals(line.get("type")))
                .toList();
        ModelFolder model = ModelFolder.read(run.resolve("model"));

        assertThat(lines).filteredOn("type", "step").hasSize(32);
        assertThat(lines).filteredOn("type", "evaluation").hasSize(2);
        assertThat(lines.get(lines.size() - 1)).containsEntry("loss", summary.get("loss"));
        assertThat(model.kind()).isEqualTo("logistic");
        assertThat(model.parameters()).hasSize(9);
    }

    @Test
    void theJobOfARunFolderRunsAgainToTheSameParameters() throws Exception {
        Map<String, Object> first = train("first", "--launch", "threads", "--set", "optimizer.kind=adam", "--seed", 7);

        Program again =
                programs.succeed("train", folder.resolve("first/job.yaml"), "--out", folder.resolve("again"), "--json");

        assertThat(summary(again).get("parametersHash")).isEqualTo(first.get("parametersHash"));
    }

    @Test
    void evaluateGivesTheScoresOfTheSummary() throws Exception {
        Map<String, Object> trained = sharedRun();

        Map<String, Object> scores = summary(programs.succeed("evaluate", run, "--json"));

        assertThat(number(scores, "loss")).isCloseTo(number(trained, "loss"), within(1e-5));
        assertThat(number(scores, "accuracy")).isCloseTo(number(trained, "accuracy"), within(1e-6));
        assertThat(scores.get("parametersHash")).isEqualTo(trained.get("parametersHash"));
    }

    @Test
    void evaluateScoresTheRowsOfACsvFile() throws Exception {
        sharedRun();
        Path csv = folder.resolve("few.csv");
        programs.succeed("data", "make", "linear", "--rows", 1000, "--features", 8, "--out", csv);

        Map<String, Object> scores =
                summary(programs.succeed("evaluate", run.resolve("model"), "--data", csv, "--json"));

        assertThat(scores).containsEntry("samples", 1000L);
        assertThat(number(scores, "accuracy")).isGreaterThan(0.9);
    }

    @Test
    void aCsvFileTrainsLikeTheSetItWasMadeOf() throws Exception {
        Path csv = folder.resolve("rows.csv");
        programs.succeed("data", "make", "linear", "--rows", 2000, "--features", 8, "--out", csv);
        Path csvJob = Files.writeString(folder.resolve("csv.yaml"), """
                epochs: 2
                batchSize: 256
                ranks: 2
                data:
                  kind: csv
                  path: %s
                  test: 0
                launch:
                  kind: threads
                  warmUp: 0ms
                """.formatted(csv));

        Map<String, Object> fromFile =
                summary(programs.succeed("train", csvJob, "--out", folder.resolve("csv"), "--json"));
        Map<String, Object> generated =
                train("generated", "--launch", "threads", "--set", "data.test=0", "--set", "data.rows=2000");

        assertThat(fromFile.get("parametersHash")).isEqualTo(generated.get("parametersHash"));
    }

    @Test
    void plainAndVectorKernelsAgree() throws Exception {
        Map<String, Object> plain = train("plain", "--launch", "threads", "--set", "kernels=plain");

        assertThat(plain).containsEntry("kernels", "plain");
        assertThat(number(sharedRun(), "loss")).isCloseTo(number(plain, "loss"), within(1e-4));
    }

    private Map<String, Object> train(String name, Object... more) throws Exception {
        List<Object> arguments = new ArrayList<>(List.of("train", job, "--out", folder.resolve(name), "--json"));
        arguments.addAll(List.of(more));
        return summary(programs.succeed(arguments.toArray()));
    }

    private Map<String, Object> sharedRun() throws Exception {
        if (shared == null) {
            shared = programs.succeed("train", job, "--launch", "threads", "--out", run, "--json");
        }
        return summary(shared);
    }

    /** What it printed, which must be one line and nothing else. */
    private static Map<String, Object> summary(Program program) {
        assertThat(program.out()).hasSize(1);
        return Json.parseObject(program.out().get(0));
    }

    private static double number(Map<String, Object> map, String key) {
        return map.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
