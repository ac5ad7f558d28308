package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.job.Job;
import dev.gradus.metrics.RankReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every model of words with every strategy: N ranks against one, and against the race. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class Word2vecEquivalenceTest {

    @TempDir
    static Path folder;

    @BeforeAll
    static void writeText() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        List<String> lines = new ArrayList<>();
        for (int line = 0; line < 400; line++) {
            // Words of one line share a topic, so that there is something to learn.
            int topic = random.nextInt(8);
            List<String> words = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                words.add("t" + topic + "w" + random.nextInt(1 + random.nextInt(10)));
            }
            lines.add(String.join(" ", words));
        }
        Files.write(folder.resolve("text.txt"), lines);
    }

    static Stream<Arguments> models() {
        return Stream.of("cbow", "skipgram")
                .flatMap(kind ->
                        Stream.of("negative", "hierarchical", "softmax").map(output -> Arguments.of(kind, output)));
    }

    private static Job job(String kind, String output, Object... settings) {
        List<Object> all = new ArrayList<>(List.of(
                "model.kind",
                kind,
                "model.output",
                output,
                "data.kind",
                "text",
                "data.path",
                folder.resolve("text.txt").toString(),
                "data.cache",
                folder.resolve("cache").toString(),
                "data.block",
                200,
                "model.dimension",
                10,
                "model.batch",
                8,
                "model.sample",
                0.01,
                "epochs",
                3,
                "virtualShards",
                6));
        all.addAll(List.of("data.rows", 0, "batchSize", 1024)); // their defaults: a text has no rows
        Collections.addAll(all, settings);
        return Runs.job(all.toArray());
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("models")
    void summedChangesGiveTheSameBitsOnAnyNumberOfRanks(String kind, String output) throws Exception {
        Job job = job(kind, output, "strategy.kind", "allreduce", "optimizer.rate", 0.05);
        RunResult one = Runs.run(job);

        for (long ranks : new long[] {2, 3, 5}) {
            RunResult several = Runs.run(job.with(JobKeys.RANKS, ranks));
            assertThat(several.reports())
                    .extracting(RankReport::parametersHash)
                    .as("%s ranks", ranks)
                    .containsOnly(Runs.hash(one));
            assertThat(several.reports().get(0).loss())
                    .isEqualTo(one.reports().get(0).loss());
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("models")
    void everyStrategyLearns(String kind, String output) throws Exception {
        for (String strategy : List.of("sequential", "hogwild", "allreduce", "local")) {
            long ranks = strategy.equals("sequential") ? 1 : 3;
            double rate = output.equals("softmax") ? 0.2 : 0.05;
            Runs.Recorder recorder = new Runs.Recorder();
            Job job =
                    job(kind, output, "strategy.kind", strategy, "ranks", ranks, "optimizer.rate", rate, "epochs", 12);
            Job averaging = strategy.equals("local") ? job.with(TableKeys.EVERY, 2L) : job;

            RunResult result = Runs.run(averaging, recorder);

            double first = recorder.evaluations().get(0).loss();
            double last = recorder.evaluations().get(11).loss();
            assertThat(last)
                    .as("%s: loss of the last epoch against %s of the first", strategy, first)
                    .isLessThan(0.97 * first);
            assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(12L * 4800);
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void oneRankGivesTheSameBitsEveryTime(String kind, String output) throws Exception {
        Job job = job(kind, output, "strategy.kind", "sequential", "optimizer.rate", 0.05);

        assertThat(Runs.hash(Runs.run(job))).isEqualTo(Runs.hash(Runs.run(job)));
    }
}
