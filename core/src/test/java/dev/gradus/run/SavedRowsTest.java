package dev.gradus.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model is saved with the names of the features and words that were learnt, or not at all. */
@Timeout(60)
class SavedRowsTest {

    @TempDir
    private Path folder;

    private final String often = "1 3:1 4:1\n0 4:1\n".repeat(200);

    private TrainedRun train(String read, RunObserver observer) throws Exception {
        Files.writeString(folder.resolve("rows"), often);
        return Gradus.job()
                .set("data", "libsvm")
                .set("data.path", folder.resolve("rows").toString())
                .set("data.cache", folder.resolve("cache").toString())
                .set("data.read", read)
                .set("launch", "threads")
                .set("launch.warmUp", "0s")
                .ranks(1)
                .observer(observer)
                .out(folder.resolve("run"))
                .train();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "cache"})
    void rowsThatChangeBeforeTheModelIsSavedAreRefused(String read) {
        // As many rows and features, of which the other one is the more frequent now.
        String other = "1 3:1 4:1\n0 3:1\n".repeat(200);

        assertThatThrownBy(() -> train(read, new Changing(folder.resolve("rows"), other)))
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("data changed during the run, so that its weights cannot be told apart: ");
        assertThat(folder.resolve("run/model")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "cache"})
    void rowsThatAreOnlyWrittenAgainAreTheSame(String read) throws Exception {
        train(read, new Changing(folder.resolve("rows"), often));

        assertThat(folder.resolve("run/model/features.txt")).hasContent("3\n4");
    }

    @Test
    void wordsThatChangeBeforeTheModelIsSavedAreRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("text"), "one two two three three three ".repeat(300));
        String other = "two one one three three three ".repeat(300);

        assertThatThrownBy(() -> Gradus.job()
                        .set("model", "skipgram")
                        .set("model.dimension", 8)
                        .set("data", "text")
                        .set("data.path", text.toString())
                        .set("data.cache", folder.resolve("cache").toString())
                        .set("launch", "threads")
                        .set("launch.warmUp", "0s")
                        .set("strategy", "sequential")
                        .ranks(1)
                        .observer(new Changing(text, other))
                        .out(folder.resolve("run"))
                        .train())
                .isInstanceOf(DataException.class)
                .hasMessageStartingWith("data changed during the run, so that its weights cannot be told apart: ");
        assertThat(folder.resolve("run/model")).doesNotExist();
    }

    /** Changes a file when training is over and its model is not yet saved. */
    private record Changing(Path file, String text) implements RunObserver {

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {}

        @Override
        public void step(StepReading reading) {}

        @Override
        public void evaluated(EvaluationReading reading) {
            try {
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void hashed(HashReading reading) {}

        @Override
        public void log(int rank, String line) {}
    }
}
