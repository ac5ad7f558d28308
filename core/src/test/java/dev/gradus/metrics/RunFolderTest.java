package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RunFolderTest {

    @TempDir
    private Path temporary;

    private Path path;

    @BeforeEach
    void chooseAFolderThatIsNotThereYet() {
        path = temporary.resolve("runs").resolve("one");
    }

    @Test
    void aRunLeavesItsJobItsLogAndItsSummary() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "seed: 1\n")) {
            folder.add(new StepReading(1, 0, 64, 0.5, 0.75, 0.1, 0.001));
            folder.add(new EvaluationReading(1, 0, 10, 0.25, 1, Double.NaN, 1, 1, 0.001));
            folder.summary(Map.of("loss", 0.25));
        }

        assertThat(path.resolve("job.yaml")).hasContent("seed: 1\n");
        List<String> lines = Files.readAllLines(path.resolve("metrics.jsonl"));
        assertThat(lines).hasSize(2);
        assertThat(Json.parseObject(lines.get(0)))
                .containsEntry("type", "step")
                .containsEntry("samples", 64L)
                .containsEntry("loss", 0.5);
        assertThat(Json.parseObject(lines.get(1)))
                .containsEntry("type", "evaluation")
                .containsEntry("auc", null)
                .containsEntry("rows", 10L);
        assertThat(Json.parseObject(Files.readString(path.resolve("summary.json"))))
                .containsEntry("loss", 0.25);
    }

    @Test
    @Timeout(30)
    void aLineComesIntoTheFileSoonThoughNothingFollowsIt() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.add(new StepReading(1, 0, 64, 0.5, 0.75, 0.1, 0.001));

            while (Files.readString(path.resolve("metrics.jsonl")).isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(Files.readAllLines(path.resolve("metrics.jsonl"))).hasSize(1);
        }
    }

    @Test
    void whereARunIsStandsInAFileThatTheSummaryTakesAway() throws Exception {
        Path now = path.resolve("now.json");
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.now(new StepReading(7, 0, 64, 0.5, 0.75, 0.1, 0.001));
            folder.now(new StepReading(8, 0, 64, 0.5, 0.75, 0.1, 0.001));

            assertThat(Json.parseObject(Files.readString(now))).containsEntry("step", 8L);
            folder.summary(Map.of("loss", 0.25));
            assertThat(now).doesNotExist();
            folder.flush();
            assertThat(path.resolve("metrics.jsonl")).isEmptyFile();
        }
    }

    @Test
    void whatARunFailedOfIsTakenBackWhenItGoesOnAndLostRanksAreNot() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.add(new StepReading(1, 0, 64, 0.5, 0.75, 0.1, 0.001));
            folder.lost(2, "rank 2 is lost");
            folder.add(new RankReading(1, 9, 0.5, 0.75, 0.001));
            folder.add(new StepReading(2, 0, 64, 0.5, 0.75, 0.1, 0.001));
            folder.now(new StepReading(3, 0, 64, 0.5, 0.75, 0.1, 0.001));
            folder.failed("rank 1 is lost");
            assertThat(Files.readAllLines(path.resolve("metrics.jsonl")))
                    .last()
                    .isEqualTo("{\"type\":\"failed\",\"reason\":\"rank 1 is lost\"}");

            folder.goBackTo(2);

            assertThat(Files.readAllLines(path.resolve("metrics.jsonl")))
                    .extracting(line -> Json.parseObject(line).get("type"))
                    .containsExactly("step", "lost", "rank", "step");
            assertThat(path.resolve("now.json")).doesNotExist();
        }
    }

    @Test
    void anEvaluationPutsAllLinesSoFarOnTheDisk() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.add(new StepReading(1, 0, 64, 0.5, 0.75, 0.1, 0.001));
            folder.add(new EvaluationReading(1, 0, 10, 0.25, 1, 1, 1, 1, 0.001));

            assertThat(Files.readAllLines(path.resolve("metrics.jsonl"))).hasSize(2);
        }
    }

    @Test
    void linesOfSeveralThreadsDoNotMix() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            CompletableFuture.allOf(IntStream.range(0, 4)
                            .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                                for (int step = 0; step < 500; step++) {
                                    folder.add(new StepReading(step, thread, 1, 0.1, 0.2, 0.3, 0.4));
                                }
                            }))
                            .toArray(CompletableFuture[]::new))
                    .join();
        }

        List<String> lines = Files.readAllLines(path.resolve("metrics.jsonl"));
        assertThat(lines)
                .hasSize(2000)
                .allSatisfy(line -> assertThat(Json.parseObject(line)).hasSize(8));
    }

    @Test
    void aFolderThatHoldsARunIsRefusedAndLeftAlone() throws Exception {
        RunFolder.create(path, "first\n").close();

        assertThatThrownBy(() -> RunFolder.create(path, "second\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run folder is taken: path=" + path + "; choose another --out or remove it");
        assertThat(path.resolve("job.yaml")).hasContent("first\n");
    }

    @Test
    void aFileIsNoFolder() throws Exception {
        Files.createDirectories(path.getParent());
        Files.writeString(path, "a file");

        assertThatThrownBy(() -> RunFolder.create(path, ""))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run folder is a file: path=" + path);
    }

    @Test
    void aLogThatCannotBeWrittenSaysWhich() throws Exception {
        RunFolder folder = RunFolder.create(path, "");
        folder.close();

        assertThatThrownBy(() -> folder.add(new EvaluationReading(1, 0, 10, 0.25, 1, 1, 1, 1, 0.001)))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageStartingWith("run log cannot be written: path=" + path.resolve("metrics.jsonl"));
    }

    @Test
    void aRunThatNeverBeganCanBeTakenAwayAndOthersFilesStay() throws Exception {
        RunFolder.create(path, "").discard();
        assertThat(path).doesNotExist();

        Files.createDirectories(path);
        Files.writeString(path.resolve("notes.txt"), "mine");
        RunFolder.create(path, "").discard();
        assertThat(path).isDirectoryContaining("glob:**notes.txt");
        assertThat(path.resolve("metrics.jsonl")).doesNotExist();
    }

    @Test
    void aRunGoesBackToAStepAndWritesWhatFollowsAgain() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "ranks: 1\n")) {
            for (int step = 1; step <= 40; step++) {
                folder.add(new StepReading(step, 0, step, 0.5, 0.75, 0.1, 0.001));
                if (step % 10 == 0) {
                    folder.add(new EvaluationReading(step, 0, 10, 0.25, 1, 1, 1, 1, 0.001));
                }
            }
            folder.summary(Map.of("loss", 0.25));
        }

        try (RunFolder folder = RunFolder.reopen(path)) {
            assertThat(folder.finished()).contains("loss");
            folder.goBackTo(20);
            folder.job("ranks: 2\n");
            folder.add(new EvaluationReading(20, 0, 10, 0.125, 1, 1, 1, 1, 0.001));
            assertThat(folder.finished()).isNull();
        }

        List<Map<String, Object>> lines = Files.readAllLines(path.resolve("metrics.jsonl")).stream()
                .map(Json::parseObject)
                .toList();
        assertThat(lines).hasSize(22);
        assertThat(lines).filteredOn("type", "step").extracting("step").endsWith(19L, 20L);
        assertThat(lines).filteredOn("type", "evaluation").extracting("loss").containsExactly(0.25, 0.125);
        assertThat(path.resolve("job.yaml")).hasContent("ranks: 2\n");
    }

    @Test
    void aRunGoesBackWhileItsFolderIsOpen() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            for (int step = 1; step <= 4; step++) {
                folder.add(new StepReading(step, 0, step, 0.5, 0.75, 0.1, 0.001));
                folder.add(new HashReading(step, "a".repeat(16), Map.of()));
            }
            folder.goBackTo(2);
            folder.add(new StepReading(3, 0, 3, 0.25, 0.75, 0.1, 0.001));
            folder.add(new HashReading(1, "b".repeat(16), Map.of()));
        }

        List<Map<String, Object>> lines = Files.readAllLines(path.resolve("metrics.jsonl")).stream()
                .map(Json::parseObject)
                .toList();
        assertThat(lines).extracting("step").containsExactly(1L, 2L, 3L);
        assertThat(lines).extracting("loss").containsExactly(0.5, 0.5, 0.25);
        assertThat(Files.readAllLines(path.resolve("hashes.jsonl")))
                .singleElement()
                .asString()
                .contains("b".repeat(16));
    }

    @Test
    void aLineThatWasCutShortIsWrittenAgain() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.add(new StepReading(1, 0, 1, 0.5, 0.75, 0.1, 0.001));
            folder.add(new StepReading(2, 0, 2, 0.5, 0.75, 0.1, 0.001));
        }
        Path log = path.resolve("metrics.jsonl");
        String text = Files.readString(log);
        Files.writeString(log, text.substring(0, text.length() - 3));

        try (RunFolder folder = RunFolder.reopen(path)) {
            folder.goBackTo(2);
            folder.add(new StepReading(2, 0, 2, 0.5, 0.75, 0.1, 0.001));
        }

        assertThat(log).hasContent(text);
    }

    @Test
    void aRunThatIsStillGoingOnCannotBeReopened() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            assertThatThrownBy(() -> RunFolder.reopen(path))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("run is still going on: path=" + folder.path());
        }
        RunFolder.reopen(path).close();
    }

    @Test
    void whatAPowerCutLeftBehindTheLinesIsTakenAway() throws Exception {
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.add(new StepReading(1, 0, 1, 0.5, 0.75, 0.1, 0.001));
        }
        Path log = path.resolve("metrics.jsonl");
        String text = Files.readString(log);
        Files.writeString(log, text + "\0\0\0\n{}\n" + text);

        try (RunFolder folder = RunFolder.reopen(path)) {
            folder.goBackTo(5);
        }

        assertThat(log).hasContent(text);
    }

    @Test
    void linesAboutResourcesStayIfALineThatStaysFollowsThem() throws Exception {
        ResourceReading resources = ResourceReading.between(SystemCounters.read(), SystemCounters.read(), 0, 1);
        try (RunFolder folder = RunFolder.create(path, "")) {
            folder.add(resources);
            folder.add(new StepReading(1, 0, 1, 0.5, 0.75, 0.1, 0.001));
            folder.add(resources);
            folder.add(new StepReading(2, 0, 2, 0.5, 0.75, 0.1, 0.001));
        }

        try (RunFolder folder = RunFolder.reopen(path)) {
            folder.goBackTo(1);
        }

        List<Map<String, Object>> lines = Files.readAllLines(path.resolve("metrics.jsonl")).stream()
                .map(Json::parseObject)
                .toList();
        assertThat(lines).extracting("type").containsExactly("resources", "step");
    }
}
