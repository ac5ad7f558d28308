package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Word vectors that are learnt on servers, and who learns how much. */
@Timeout(value = 120, threadMode = ThreadMode.SEPARATE_THREAD)
class ServedWordsTest {

    @TempDir
    Path cache;

    private Job job(String model, String output, Object... more) {
        List<Object> settings = new java.util.ArrayList<>(
                List.of("model.kind", model, "model.output", output, "model.dimension", 24, "data.kind", "relations"));
        int words = output.equals("softmax") ? 3_000 : 40_000; // every prediction of which touches all weights
        settings.addAll(List.of("data.words", words, "data.vocabularySize", 2000, "data.block", words / 100));
        settings.addAll(List.of("optimizer.rate", 0.025, "epochs", 2, "data.cache", cache.toString()));
        settings.addAll(List.of("model.sample", 1e-3)); // or a few words would be in all blocks, and move too far
        settings.addAll(List.of(more));
        Job all = Runs.job(settings.toArray());
        return Job.of(all.keys(), without(all));
    }

    /** Keys of rows say nothing about text. */
    private static java.util.Map<String, Object> without(Job job) {
        java.util.Map<String, Object> written = new java.util.LinkedHashMap<>();
        job.written().forEach(key -> written.put(key.name(), dev.gradus.job.Key.scalar(job.get(key))));
        written.remove("data.rows");
        written.remove("batchSize");
        return written;
    }

    @ParameterizedTest
    @CsvSource({
        "skipgram, negative, async, 1",
        "skipgram, negative, bounded, 3",
        "cbow, negative, async, 2",
        "skipgram, hierarchical, async, 2",
        "cbow, softmax, bounded, 2",
        "cbow, negative, sync, 2"
    })
    void lossOnServersIsThatOfOneAlone(String model, String output, String consistency, int ranks) throws Exception {
        RunResult alone = Runs.run(job(model, output, "strategy.kind", "sequential"));

        RunResult result = Runs.run(job(
                model,
                output,
                "strategy.kind",
                "server",
                "strategy.consistency",
                consistency,
                "ranks",
                ranks,
                "servers",
                2));

        RankReport report = result.reports().get(0);
        RankReport expected = alone.reports().get(0);
        assertThat(report.loss()).isCloseTo(expected.loss(), within(0.03 * expected.loss()));
        assertThat(report.updates()).isCloseTo(expected.updates(), within(expected.updates() / 100));
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(expected.samples());
        assertThat(result.parameters()).hasSameSizeAs(alone.parameters());
    }

    @Test
    void oneWorkerEndsWithTheVectorsOfOneAlone() throws Exception {
        RunResult alone = Runs.run(job("skipgram", "negative", "strategy.kind", "sequential", "epochs", 1));

        RunResult result = Runs.run(job("skipgram", "negative", "strategy.kind", "server", "epochs", 1, "servers", 3));

        // Rounding of differences, over 100 blocks; vectors are of the order of 1.
        assertThat(result.parameters()).containsExactly(alone.parameters(), within(2e-3f));
    }

    @Test
    void aWorkerOfAQuarterOfTheSpeedLearnsLessAndHoldsNobodyUp() throws Exception {
        Job job = Letters.job(
                "strategy.kind", "server", "ranks", 4, "epochs", 3, "data.block", 5, "strategy.staleness", 4);
        Kinds kinds = Letters.kinds(block -> {
            boolean slow = Thread.currentThread().getName().equals("rank-3");
            LockSupport.parkNanos(slow ? 8_000_000 : 2_000_000); // stands for work, since cores are shared here
        });

        RunResult result = new ThreadLauncher()
                .run(job, new Launcher.Surroundings(RunObserver.none(), List.of(), CheckpointStore.none(), kinds));

        long all = Runs.sum(result, RankReport::samples);
        long slow = result.reports().get(3).samples();
        assertThat(all).isEqualTo(3 * 950);
        assertThat(slow).isPositive().isLessThan(all / 6); // a quarter if all were equal, a thirteenth by speed
    }
}
