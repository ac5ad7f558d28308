package dev.gradus.tutorial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.DenseRows;
import dev.gradus.data.LinearKind;
import dev.gradus.data.RowStore;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.ModelContract;
import dev.gradus.run.Gradus;
import dev.gradus.run.JobBuilder;
import dev.gradus.run.TrainedRun;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The model of docs/tutorial.md keeps what every model keeps, and what the page says of it. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class TutorialTest implements ModelContract {

    private static final Path PAGE = Path.of("..", "docs", "tutorial.md");

    @TempDir
    Path folder;

    @Override
    public Model model() {
        Job job = job().build();
        return new SupportVectors().create(job, rows().shape(), Kernels.plain());
    }

    @Override
    public RowStore rows() {
        try {
            Job job = job().set("data.rows", 150).build();
            return DenseRows.load(new LinearKind().open(job).train(), 0, 130);
        } catch (DataException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JobBuilder job() {
        return Gradus.job()
                .model(new SupportVectors())
                .set("data", "linear")
                .set("data.rows", 4000)
                .set("data.features", 6)
                .set("data.test", 0.2)
                .set("launch", "threads")
                .set("launch.warmUp", "0s")
                .set("epochs", 5)
                .set("optimizer.rate", 0.1);
    }

    @ParameterizedTest
    @CsvSource({"sequential, 1", "allreduce, 1", "allreduce, 4", "local, 4", "hogwild, 4"})
    void itTrainsWithEveryStrategy(String strategy, int ranks) throws Exception {
        TrainedRun run = job().strategy(strategy).ranks(ranks).train();

        assertThat(run.figure("accuracy")).isGreaterThan(0.93);
        assertThat(run.summary()).containsEntry("model", "svm").containsEntry("strategy", strategy);
        assertThat(run.parameters()).hasSize(6);
    }

    @Test
    void anyNumberOfRanksGivesTheSameBits() throws Exception {
        float[] one = job().train().parameters();

        assertThat(job().ranks(3).train().parameters()).isEqualTo(one);
    }

    @Test
    void aFolderHoldsTheJobAndTheModel() throws Exception {
        Path out = folder.resolve("run");

        TrainedRun run = job().set("model.margin", 2).out(out).train();

        assertThat(Files.readString(out.resolve("job.yaml"))).contains("kind: svm", "margin: 2.0");
        assertThat(Files.readString(out.resolve("model/model.json"))).contains("\"svm\"");
        assertThat(Files.readString(out.resolve("summary.json"))).contains("\"accuracy\"");
        assertThat(out.resolve("metrics.jsonl")).isNotEmptyFile();
        assertThat(run.figure("no such figure")).isNaN();
    }

    @Test
    void whatCannotRunIsRefused() {
        assertThatThrownBy(() -> job().set("model.margins", 2).build())
                .isInstanceOf(JobException.class)
                .hasMessageContaining("model.margin");
        assertThatThrownBy(() -> job().set("launch", "processes").ranks(2).train())
                .isInstanceOf(JobException.class)
                .hasMessage("launch.kind=processes needs the command that starts a rank, and none was given; set"
                        + " launch.kind to threads, or give the command");
    }

    @Test
    void thePageShowsThisCodeAndItIsShort() throws Exception {
        List<String> code = Files.readAllLines(Path.of("src/test/java/dev/gradus/tutorial/SupportVectors.java"));
        int first = code.indexOf("import dev.gradus.data.Shape;");

        assertThat(code).hasSizeLessThan(60);
        assertThat(Files.readString(PAGE)).contains(String.join("\n", code.subList(first, code.size())));
    }

    @Test
    void settingsAreThoseOfAJobFile() {
        Job job = job().seed(7).build();

        assertThat(job.resolved()).containsAllEntriesOf(Map.of("seed", 7L, "model.kind", "svm", "data.rows", 4000L));
    }
}
