package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.format.LibsvmKind;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.SparseModel;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.model.sparse.SparseWeights;
import dev.gradus.optim.OptimKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job learns the same from its text as from the cache that is made of it; with few features, the same bits. */
@Timeout(60)
class TextTrainingTest {

    private static final LibsvmKind LIBSVM = new LibsvmKind();
    private static final Kinds KINDS =
            new Kinds(List.of(new LogisticKind()), List.of(LIBSVM), List.of(new ThreadLauncher()), OptimKeys.all());

    @TempDir
    private Path folder;

    /** The rows of {@link Clicks} as libsvm has them, which knows no weights of rows. */
    private Path text() throws Exception {
        SparseBlock rows = Clicks.all();
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows.rows(); row++) {
            text.append((int) rows.labels()[row]);
            for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                text.append(' ').append(rows.features()[i] + 1).append(':').append(rows.values()[i]);
            }
            text.append('\n');
        }
        return Files.writeString(folder.resolve("clicks.svm"), text);
    }

    private Job job(String read, String strategy, int ranks) throws Exception {
        Map<String, Object> scalars = new LinkedHashMap<>();
        scalars.put("data.kind", "libsvm");
        scalars.put("data.path", text().toString());
        scalars.put("data.cache", folder.resolve("cache").toString());
        scalars.put("data.read", read);
        scalars.put("strategy.kind", strategy);
        scalars.put("ranks", (long) ranks);
        scalars.put("launch.kind", "threads");
        scalars.put("launch.warmUp", "0s");
        scalars.put("data.block", 40L);
        scalars.put("batchSize", 40L);
        scalars.put("optimizer.kind", "adagrad");
        scalars.put("optimizer.rate", 0.1);
        return Job.of(KINDS.keys(), scalars);
    }

    private static RunResult run(Job job, CheckpointStore checkpoints) throws Exception {
        return new ThreadLauncher()
                .run(job, new Launcher.Surroundings(RunObserver.none(), List.of(), checkpoints, KINDS));
    }

    /** What a job has learnt, by what features are called. */
    private static SparseWeights learn(Job job) throws Exception {
        RunResult result = run(job, CheckpointStore.none());
        try (SparseSet set = SparseSetup.open(job, KINDS, LIBSVM)) {
            SparseModel.Weights weights =
                    SparseSetup.model(job, KINDS, set.features().size()).weights(result.parameters());
            return SparseWeights.of(set.features(), weights);
        }
    }

    @ParameterizedTest
    @CsvSource({"sequential, 1", "allreduce, 1", "allreduce, 3", "local, 2"})
    void theSameBitsAreLearntFromTextAndFromACache(String strategy, int ranks) throws Exception {
        SparseWeights fromText = learn(job("text", strategy, ranks));
        assertThat(folder.resolve("cache")).doesNotExist();

        SparseWeights fromCache = learn(job("cache", strategy, ranks));

        assertThat(fromText.ids()).hasSizeGreaterThan(Clicks.FEATURES / 2).isEqualTo(fromCache.ids());
        assertThat(fromText.weights()).isEqualTo(fromCache.weights());
        assertThat(fromText.bias()).isEqualTo(fromCache.bias());
    }

    @Test
    void threadsThatRaceLearnFromTextUnlessTheJobSaysOtherwise() throws Exception {
        SparseWeights racing = learn(job("auto", "hogwild", 2));
        assertThat(folder.resolve("cache")).doesNotExist();

        SparseWeights alone = learn(job("cache", "sequential", 1));

        assertThat(folder.resolve("cache")).exists();
        assertThat(racing.ids()).isEqualTo(alone.ids());
        assertThat(racing.bias()).isCloseTo(alone.bias(), within(0.2f));
    }

    /**
     * A run of one epoch may be told to go on for more, and then needs rows again; so do runs of before there was a
     * choice.
     */
    @ParameterizedTest
    @CsvSource({"auto, text, 7", "auto, text, 16", "cache, cache, 7"})
    void aRunGoesOnAsItBegan(String begun, String same, long stop) throws Exception {
        RunResult whole = run(job(same, "sequential", 1).with(JobKeys.EPOCHS, 2L), CheckpointStore.none());
        KeptCheckpoints kept = new KeptCheckpoints(null);
        run(job(begun, "sequential", 1).with(JobKeys.CHECKPOINT_EVERY, stop), kept);

        for (long epochs = 1; epochs <= 2; epochs++) {
            Job longer = job("auto", "sequential", 1).with(JobKeys.EPOCHS, epochs);
            RunResult rest = run(longer, new KeptCheckpoints(kept.first()));
            assertThat(rest.parameters()).hasSameSizeAs(whole.parameters());
            if (epochs == 2) {
                assertThat(rest.parameters()).isEqualTo(whole.parameters());
            }
            try (SparseSet set = SparseSetup.openAgain(longer, KINDS, LIBSVM, rest.parameters().length)) {
                assertThat(set.features().complete()).isEqualTo(same.equals("cache"));
                assertThat(rest.reports().get(0).data()).isEqualTo(set.facts());
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "cache"})
    void aRunDoesNotGoOnWithOtherRowsOfTheSameNumber(String read) throws Exception {
        KeptCheckpoints kept = new KeptCheckpoints(null);
        Job job = job(read, "sequential", 1).with(JobKeys.CHECKPOINT_EVERY, 7L);
        run(job, kept);
        Path file = folder.resolve("clicks.svm");
        String rows = Files.readString(file);
        Files.writeString(file, (rows.startsWith("1") ? "0" : "1") + rows.substring(1));

        assertThatThrownBy(() -> run(job, new KeptCheckpoints(kept.first())))
                .hasMessageContaining("checkpoint is of other rows: data=813 and 90 rows, ")
                .hasMessageEndingWith("; bring back the data of the run or train anew");
    }

    @Test
    void rowsThatAreNeededTwiceOrBySeveralProcessesAreKept() throws Exception {
        learn(job("auto", "sequential", 1).with(JobKeys.EPOCHS, 2L));
        assertThat(folder.resolve("cache")).isDirectoryContaining("glob:**.rows");
        try (SparseSet set = SparseSetup.open(job("auto", "allreduce", 2), KINDS, LIBSVM)) {
            assertThat(set.train().storedBytes()).isPositive();
        }
    }
}
