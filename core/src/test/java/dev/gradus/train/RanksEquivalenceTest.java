package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.job.Job;
import dev.gradus.metrics.RankReport;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A run gives the same parameters on any number of ranks. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RanksEquivalenceTest {

    static Stream<Named<Job>> jobs() {
        return Stream.of(
                Named.of("plain", Runs.job("epochs", 2)),
                Named.of("momentum and clipping", Runs.job("optimizer", "momentum", "optimizer.clip", 0.05)),
                Named.of("adam and a penalty", Runs.job("optimizer", "adam", "model.l2", 0.01)),
                Named.of("images", Runs.job("data", "images", "data.size", 8, "data.rows", 300)),
                Named.of("several classes", Runs.job("data", "blobs", "data.classes", 5)),
                Named.of("a batch that does not divide the rows", Runs.job("data.rows", 1003, "batchSize", 100)),
                Named.of("fewer rows than a batch", Runs.job("data.rows", 50, "batchSize", 1024, "epochs", 5)),
                Named.of("a batch of fewer rows than shards", Runs.job("data.rows", 200, "batchSize", 7)),
                Named.of("a long gradient", Runs.job("data.rows", 64, "batchSize", 32, "data.features", 9000)));
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void anyNumberOfRanksGivesTheSameBits(Job job) throws Exception {
        String alone = Runs.hash(Runs.run(job));

        for (long ranks : new long[] {3, 4}) {
            assertThat(hashes(job, ranks)).as("ranks %d", ranks).containsOnly(alone);
        }
    }

    @Test
    void soDoesEveryNumberUpToThatOfTheShards() throws Exception {
        Job job = Runs.job("data.rows", 300, "batchSize", 50);
        String alone = Runs.hash(Runs.run(job));

        for (long ranks : new long[] {2, 4, 5, 7, 8, 11, 16}) {
            assertThat(hashes(job, ranks)).as("ranks %d", ranks).containsOnly(alone);
        }
    }

    /** Several buckets, so a thread of its own exchanges; the only bits that may differ are those of no fixed order. */
    @Test
    void bucketsBesideTheComputationChangeNoBit() throws Exception {
        Job job = Runs.job("data.rows", 64, "batchSize", 32, "data.features", 9000, "exchange.bucketBytes", 4096);
        String alone = Runs.hash(Runs.run(job));

        for (String overlap : List.of(Overlap.FALSE, Overlap.TRUE, Overlap.AUTO)) {
            for (long ranks : new long[] {2, 3}) {
                Job cut = job.with(JobKeys.EXCHANGE_OVERLAP, overlap);
                assertThat(hashes(cut, ranks))
                        .as("overlap %s, ranks %d", overlap, ranks)
                        .containsOnly(alone);
            }
        }
    }

    @Test
    void withoutAFixedOrderRanksStillAgreeWithEachOther() throws Exception {
        Job job = Runs.job("data.rows", 300, "batchSize", 50).with(JobKeys.DETERMINISTIC, false);

        for (long ranks : new long[] {1, 2, 3, 5}) {
            assertThat(Set.copyOf(hashes(job, ranks))).as("ranks %d", ranks).hasSize(1);
        }
    }

    private static List<String> hashes(Job job, long ranks) throws RunFailedException {
        return Runs.run(job.with(JobKeys.RANKS, ranks)).reports().stream()
                .map(RankReport::parametersHash)
                .toList();
    }

    @Test
    void sequentialAndAllreduceOnOneRankGiveTheSameBits() throws Exception {
        Job job = Runs.job("optimizer", "momentum", "epochs", 2);

        RunResult sequential = Runs.run(job.with(JobKeys.STRATEGY_KIND, "sequential"));

        assertThat(Runs.hash(sequential)).isEqualTo(Runs.hash(Runs.run(job)));
    }

    @Test
    void warmingUpChangesNothing() throws Exception {
        Job job = Runs.job("ranks", 2, "optimizer", "adam");
        RunResult cold = Runs.run(job);

        RunResult warm = Runs.run(Runs.job("ranks", 2, "optimizer", "adam", "launch.warmUp", "50ms"));

        assertThat(Runs.hash(warm)).isEqualTo(Runs.hash(cold));
        assertThat(Runs.sum(warm, r -> r.samples())).isEqualTo(1000);
        assertThat(Runs.sum(warm, r -> r.messages())).isEqualTo(Runs.sum(cold, r -> r.messages()));
        assertThat(Runs.sum(warm, r -> r.syncs())).isEqualTo(Runs.sum(cold, r -> r.syncs()));
    }

    @Test
    void anotherSeedGivesAnotherOrder() throws Exception {
        String one = Runs.hash(Runs.run(Runs.job("seed", 1, "data.pageRows", 1)));

        assertThat(Runs.hash(Runs.run(Runs.job("seed", 2, "data.pageRows", 1)))).isNotEqualTo(one);
        assertThat(Runs.hash(Runs.run(Runs.job("seed", 1, "data.pageRows", 1)))).isEqualTo(one);
    }
}
