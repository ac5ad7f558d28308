package dev.gradus.exchange.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.TreeShare;
import dev.gradus.math.FloatMath;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Traffic;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class MeshExchangeTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final int MARGIN = 3;

    /** A group and a way to link it. */
    record Case(int ranks, boolean tcp) {

        RankGroup group() throws Exception {
            return tcp ? RankGroup.overTcp(ranks, TIMEOUT) : RankGroup.inMemory(ranks, TIMEOUT);
        }
    }

    static Stream<Case> cases() {
        IntStream all = IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(16));
        return Stream.concat(
                all.mapToObj(n -> new Case(n, false)), Stream.of(2, 3, 4, 8).map(n -> new Case(n, true)));
    }

    private static int[] lengths(int ranks) {
        return new int[] {0, 1, 2, ranks - 1, ranks, 1000, 8192, 8193, 100_003};
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyRankEndsWithTheSameSumAndLeavesTheRestAlone(Case some) throws Exception {
        try (RankGroup group = some.group()) {
            List<float[][]> sums = group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                float[][] results = new float[lengths(some.ranks).length][];
                for (int i = 0; i < results.length; i++) {
                    results[i] = values(mesh.rank(), lengths(some.ranks)[i]);
                    exchange.sum(results[i], MARGIN, results[i].length - MARGIN);
                }
                return results;
            });

            for (int i = 0; i < sums.get(0).length; i++) {
                checkSum(some.ranks, lengths(some.ranks)[i], sums.get(0)[i]);
                for (int rank = 1; rank < some.ranks; rank++) {
                    float[] first = Arrays.copyOfRange(sums.get(0)[i], MARGIN, sums.get(0)[i].length - MARGIN);
                    float[] other = Arrays.copyOfRange(sums.get(rank)[i], MARGIN, sums.get(rank)[i].length - MARGIN);
                    assertThat(Arrays.equals(other, first))
                            .as("rank %d, case %d", rank, i)
                            .isTrue();
                    checkMargins(values(rank, lengths(some.ranks)[i]), sums.get(rank)[i]);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 7, 16})
    void ranksAreSummedInTheOrderOfTheTreeWhateverTheLength(int ranks) throws Exception {
        for (int length : new int[] {8192, 8193, 20_001}) {
            float[] expected = treeSum(0, ranks, length);
            try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
                List<float[]> sums = group.run(mesh -> {
                    float[] values = values(mesh.rank(), length);
                    new MeshExchange(mesh).sum(values, 0, values.length);
                    return values;
                });

                assertThat(Arrays.equals(sums.get(0), expected))
                        .as("length %d", length)
                        .isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8, 13})
    void theSumOfLeavesDoesNotDependOnHowManyRanksHoldThem(int ranks) throws Exception {
        int leaves = 13;
        for (int length : new int[] {100, 10_000}) {
            float[] expected = treeSum(0, leaves, length);
            TreeShare share = new TreeShare(leaves, ranks);
            try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
                List<float[]> sums = group.run(mesh -> {
                    float[][] nodes = share.nodes(mesh.rank()).stream()
                            .map(node -> treeSum(node.from(), node.to(), length))
                            .toArray(float[][]::new);
                    new MeshExchange(mesh).sum(share, nodes, 0, expected.length);
                    return nodes[0];
                });

                assertThat(sums).allMatch(sum -> Arrays.equals(sum, expected), "length " + length);
            }
        }
    }

    private static float[] treeSum(int from, int to, int length) {
        float[][] leaves = new float[to - from][];
        for (int leaf = from; leaf < to; leaf++) {
            leaves[leaf - from] = values(leaf, length);
        }
        FloatMath.treeSum(leaves, leaves[0].length);
        return leaves[0];
    }

    @Test
    void aShortSumCostsOneMessageToEveryPeer() throws Exception {
        Traffic traffic = trafficOf(4, 1000);

        assertThat(traffic).isEqualTo(new Traffic(3 * 4008, 3 * 4008, 3, 0));
    }

    @Test
    void aLongSumCostsTwoTimesItsLengthLessARanksShare() throws Exception {
        int floats = 60_000;

        for (int ranks = 2; ranks <= 5; ranks++) {
            Traffic traffic = trafficOf(ranks, floats);

            long headers = 8 * traffic.messages();
            assertThat(traffic.bytesSent())
                    .as("ranks %d", ranks)
                    .isEqualTo(8L * floats * (ranks - 1) / ranks + headers);
        }
    }

    private static Traffic trafficOf(int ranks, int floats) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
            List<Traffic> traffic = group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                exchange.sum(new float[floats], 0, floats);
                return exchange.traffic();
            });
            return traffic.get(0);
        }
    }

    @Test
    void aRankThatSkippedASumIsFoundOutAtTheNext() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            assertThatThrownBy(() -> group.run(mesh -> {
                        Exchange exchange = new MeshExchange(mesh);
                        for (int i = mesh.rank(); i < 3; i++) {
                            exchange.sum(new float[i + 1], 0, i + 1);
                        }
                        return exchange.syncs();
                    }))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(ExchangeException.class)
                    .hasMessageContaining("is out of step: expected tag=0");
        }
    }

    @Test
    void theAccountThatWasOpenBeforeASumIsOpenAfterIt() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            List<Account> open = group.run(mesh -> {
                mesh.ledger().enter(Account.COMPUTE);
                new MeshExchange(mesh).sum(new float[20_000], 0, 20_000);
                return mesh.ledger().open();
            });

            assertThat(open).containsOnly(Account.COMPUTE);
        }
    }

    @Test
    void aRankAloneSumsNothingAndSendsNothing() throws Exception {
        try (Exchange alone = Exchange.none()) {
            float[] values = {1, 2, 3};
            alone.sum(values, 0, 3);
            alone.barrier();

            assertThat(values).containsExactly(1, 2, 3);
            assertThat(alone.traffic()).isEqualTo(Traffic.NONE);
        }
    }

    /** A rank's numbers, with a margin before and after them that is not summed. */
    private static float[] values(int rank, int length) {
        SplittableRandom random = new SplittableRandom(31L * length + rank);
        float[] values = new float[length + 2 * MARGIN];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }

    private static void checkSum(int ranks, int length, float[] sum) {
        double[] expected = new double[length];
        for (int rank = 0; rank < ranks; rank++) {
            float[] values = values(rank, length);
            for (int i = 0; i < length; i++) {
                expected[i] += values[MARGIN + i];
            }
        }
        for (int i = 0; i < length; i++) {
            double error = Math.abs(sum[MARGIN + i] - expected[i]);
            if (error > 1e-7 * ranks * ranks) {
                assertThat(error).as("length %d, place %d", length, i).isLessThan(1e-7 * ranks * ranks);
            }
        }
    }

    private static void checkMargins(float[] before, float[] after) {
        for (int i = 0; i < MARGIN; i++) {
            assertThat(after[i]).isEqualTo(before[i]);
            assertThat(after[after.length - 1 - i]).isEqualTo(before[before.length - 1 - i]);
        }
    }
}
