package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.train.Buckets.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class BucketSumsTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int LENGTH = 1000;
    private static final Buckets BUCKETS =
            new Buckets(List.of(new Range(900, LENGTH), new Range(400, 900), new Range(100, 400), new Range(0, 100)));

    /** Ranks report their progress at different places, so buckets become ready at different times and in clusters. */
    @ParameterizedTest
    @CsvSource({"1,0", "2,1", "3,2", "4,3", "5,4"})
    void bucketsThatTravelDuringTheBackwardPassGiveTheSameBits(int ranks, long seed) throws Exception {
        List<float[]> after = step(ranks, seed, false);

        List<float[]> during = step(ranks, seed, true);

        for (int rank = 0; rank < ranks; rank++) {
            assertThat(during.get(rank)).as("rank %d", rank).containsExactly(after.get(0));
        }
    }

    /** Three steps on every rank; the sums of all of them, one after the other. */
    private static List<float[]> step(int ranks, long seed, boolean overlap) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
            return group.run(mesh -> {
                Exchange exchange = ranks == 1 ? Exchange.none() : new MeshExchange(mesh);
                TreeShare share = TreeShare.oneLeafEach(ranks);
                BucketSums.RangeSum sum = (nodes, from, to) -> exchange.sum(share, nodes, from, to);
                float[] results = new float[3 * LENGTH];
                try (BucketSums sums = overlap
                        ? new OverlappedSums(sum, BUCKETS, exchange, mesh.ledger(), new Ledger(ranks))
                        : new InlineSums(sum, BUCKETS)) {
                    SplittableRandom values = new SplittableRandom(seed * 100 + mesh.rank());
                    SplittableRandom places = new SplittableRandom(seed * 1000 + mesh.rank());
                    for (int step = 0; step < 3; step++) {
                        float[] gradient = new float[LENGTH];
                        backward(gradient, sums, values, places);
                        sums.finish();
                        System.arraycopy(gradient, 0, results, step * LENGTH, LENGTH);
                    }
                }
                return results;
            });
        }
    }

    private static void backward(float[] gradient, BucketSums sums, SplittableRandom values, SplittableRandom places) {
        sums.begin(new float[][] {gradient});
        for (int to = LENGTH, from; to > 0; to = from) {
            from = Math.max(0, to - places.nextInt(1, 400));
            for (int i = to - 1; i >= from; i--) {
                gradient[i] = (float) values.nextDouble(-1, 1);
            }
            sums.finishedFrom(from);
        }
    }

    @Test
    void bucketsAreLaunchedInOrderAndOnlyWhenTheyAreFinished() throws Exception {
        List<Range> launched = new ArrayList<>();
        List<Range> finishedAtLaunch = new ArrayList<>();
        int[] finished = {LENGTH};
        BucketSums.RangeSum sum = (nodes, from, to) -> {
            synchronized (launched) {
                launched.add(new Range(from, to));
                finishedAtLaunch.add(new Range(finished[0], LENGTH));
            }
        };

        try (BucketSums sums = new OverlappedSums(sum, BUCKETS, Exchange.none(), new Ledger(1), new Ledger(1))) {
            sums.begin(new float[1][LENGTH]);
            for (int from : new int[] {950, 500, 350, 90, 0}) {
                synchronized (launched) {
                    finished[0] = from;
                }
                sums.finishedFrom(from);
            }
            sums.finish();
        }

        assertThat(launched).containsExactlyElementsOf(BUCKETS.ranges());
        for (int i = 0; i < launched.size(); i++) {
            assertThat(finishedAtLaunch.get(i).from())
                    .isLessThanOrEqualTo(launched.get(i).from());
        }
    }

    @Test
    void theThreadHasEndedWhenItIsClosed() throws Exception {
        Thread[] used = new Thread[1];
        BucketSums.RangeSum sum = (nodes, from, to) -> used[0] = Thread.currentThread();
        BucketSums sums = new OverlappedSums(sum, BUCKETS, Exchange.none(), new Ledger(1), new Ledger(1));
        sums.begin(new float[1][LENGTH]);
        sums.finishedFrom(0);
        sums.finish();
        assertThat(used[0]).isNotSameAs(Thread.currentThread());

        sums.close();

        assertThat(used[0].isAlive()).isFalse();
    }

    @Test
    void aFailureNamesTheBucketAndReachesTheRanksThread() {
        BucketSums.RangeSum sum = (nodes, from, to) -> {
            if (from == 100) {
                throw new ExchangeException(3, "rank 3 is silent: waited=1.0s");
            }
        };

        for (boolean overlap : new boolean[] {false, true}) {
            assertThatThrownBy(() -> {
                        try (BucketSums sums = overlap
                                ? new OverlappedSums(sum, BUCKETS, Exchange.none(), new Ledger(1), new Ledger(1))
                                : new InlineSums(sum, BUCKETS)) {
                            sums.begin(new float[1][LENGTH]);
                            sums.finishedFrom(0);
                            sums.finish();
                        }
                    })
                    .isInstanceOf(ExchangeException.class)
                    .hasMessage("rank 3 is silent: waited=1.0s, bucket=2");
        }
    }

    @Test
    void timeBesideTheComputationIsBookedApart() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            List<Ledger> beside = group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                TreeShare share = TreeShare.oneLeafEach(2);
                Ledger other = new Ledger(2);
                try (BucketSums sums = new OverlappedSums(
                        (nodes, from, to) -> exchange.sum(share, nodes, from, to),
                        BUCKETS,
                        exchange,
                        mesh.ledger(),
                        other)) {
                    sums.begin(new float[1][LENGTH]);
                    sums.finishedFrom(0);
                    sums.finish();
                }
                exchange.barrier(); // on the rank's thread again, so on its ledger
                return other;
            });

            for (int rank = 0; rank < 2; rank++) {
                assertThat(beside.get(rank).entries())
                        .filteredOn(entry -> entry.account() == Account.SEND)
                        .hasSizeGreaterThanOrEqualTo(BUCKETS.count());
                assertThat(group.mesh(rank).ledger().nanos(Account.SEND)).isPositive();
            }
        }
    }
}
