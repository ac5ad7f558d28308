package dev.gradus.exchange.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.Bucket;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.FloatMath;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
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

    /** How ranks are linked. */
    enum Kind {
        THREADS,
        SHARED_FILES,
        TCP
    }

    /** A group, a way to link it, and how it sums. */
    record Case(int ranks, Kind kind, Algorithm algorithm) {

        RankGroup group() throws Exception {
            return switch (kind) {
                case THREADS -> RankGroup.inMemory(ranks, TIMEOUT);
                case SHARED_FILES -> RankGroup.inSharedMemory(ranks, TIMEOUT);
                case TCP -> RankGroup.overTcp(ranks, TIMEOUT);
            };
        }

        Exchange exchange(Mesh mesh) {
            return new MeshExchange(mesh, algorithm, Kernels.plain());
        }
    }

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        IntStream.concat(IntStream.rangeClosed(1, 9), IntStream.of(16))
                .forEach(n -> cases.add(new Case(n, Kind.THREADS, Algorithm.AUTO)));
        IntStream.of(2, 3, 4, 8).forEach(n -> cases.add(new Case(n, Kind.SHARED_FILES, Algorithm.AUTO)));
        IntStream.of(2, 3, 4, 8, 16).forEach(n -> cases.add(new Case(n, Kind.TCP, Algorithm.AUTO)));
        for (Algorithm algorithm : Algorithm.values()) {
            IntStream.of(2, 3, 4, 7, 8).forEach(n -> cases.add(new Case(n, Kind.THREADS, algorithm)));
        }
        return cases.stream();
    }

    private static int[] lengths(int ranks) {
        return new int[] {0, 1, 2, ranks - 1, ranks, 1000, 8192, 8193, 16_385, 300_003};
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("cases")
    void everyRankEndsWithTheSameSumAndLeavesTheRestAlone(Case some) throws Exception {
        try (RankGroup group = some.group()) {
            List<float[][]> sums = group.run(mesh -> {
                Exchange exchange = some.exchange(mesh);
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

    static Stream<Case> bitExactCases() {
        return cases().filter(some -> some.algorithm != Algorithm.RING);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("bitExactCases")
    void everyAlgorithmButTheRingGivesTheBitsOfTheTree(Case some) throws Exception {
        for (int leaves : new int[] {some.ranks, 16}) {
            TreeShare share = new TreeShare(Math.max(leaves, some.ranks), some.ranks);
            for (int length : new int[] {1, 500, 20_000}) {
                float[] expected = treeSum(0, share.leaves(), length);
                try (RankGroup group = some.group()) {
                    List<float[]> sums = group.run(mesh -> {
                        float[][] nodes = nodes(share, mesh.rank(), length);
                        exchange(some, mesh).sum(share, nodes, 0, expected.length);
                        return nodes[0];
                    });

                    assertThat(sums).allMatch(sum -> Arrays.equals(sum, expected), "length " + length);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("bitExactCases")
    void aBucketIsSummedLikeAnArray(Case some) throws Exception {
        TreeShare share = new TreeShare(Math.max(16, some.ranks), some.ranks);
        int length = 50_001;
        float[] expected = treeSum(0, share.leaves(), length);
        try (RankGroup group = some.group()) {
            List<float[]> sums = group.run(mesh -> {
                Exchange exchange = exchange(some, mesh);
                Bucket bucket = exchange.bucket(share, expected.length);
                float[][] nodes = nodes(share, mesh.rank(), length);
                for (int node = 0; node < nodes.length; node++) {
                    bucket.node(node).put(0, nodes[node]);
                }
                exchange.sum(bucket, MARGIN, expected.length - MARGIN);
                float[] sum = new float[expected.length];
                bucket.node(0).get(0, sum);
                assertThat(sum[0]).isEqualTo(nodes[0][0]);
                return Arrays.copyOfRange(sum, MARGIN, expected.length - MARGIN);
            });

            float[] inner = Arrays.copyOfRange(expected, MARGIN, expected.length - MARGIN);
            assertThat(sums).allMatch(sum -> Arrays.equals(sum, inner));
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("cases")
    void chunksAreSummedSpreadAndCopied(Case some) throws Exception {
        for (int length : lengths(some.ranks)) {
            float[] expected = treeSum(0, some.ranks, length);
            int root = length % some.ranks;
            try (RankGroup group = some.group()) {
                group.run(mesh -> {
                    Exchange exchange = exchange(some, mesh);
                    float[] values = values(mesh.rank(), length);
                    int to = length + MARGIN;
                    exchange.reduceScatter(values, MARGIN, to);
                    int start = Exchange.chunkStart(mesh.rank(), some.ranks, MARGIN, to);
                    int end = Exchange.chunkStart(mesh.rank() + 1, some.ranks, MARGIN, to);
                    assertThat(Arrays.equals(values, start, end, expected, start, end))
                            .isTrue();
                    exchange.allGather(values, MARGIN, to);
                    assertThat(Arrays.equals(values, MARGIN, to, expected, MARGIN, to))
                            .isTrue();
                    checkMargins(values(mesh.rank(), length), values);

                    float[] copied = values(mesh.rank(), length);
                    exchange.broadcast(root, copied, MARGIN, to);
                    assertThat(Arrays.equals(copied, MARGIN, to, values(root, length), MARGIN, to))
                            .isTrue();
                    checkMargins(values(mesh.rank(), length), copied);
                    return copied;
                });
            }
        }
    }

    private static Exchange exchange(Case some, Mesh mesh) {
        return some.ranks == 1 ? Exchange.none() : some.exchange(mesh);
    }

    private static float[][] nodes(TreeShare share, int rank, int length) {
        return share.nodes(rank).stream()
                .map(node -> treeSum(node.from(), node.to(), length))
                .toArray(float[][]::new);
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
        for (int length : new int[] {100, 10_000, 40_000}) {
            float[] expected = treeSum(0, leaves, length);
            TreeShare share = new TreeShare(leaves, ranks);
            try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
                List<float[]> sums = group.run(mesh -> {
                    float[][] nodes = nodes(share, mesh.rank(), length);
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

        assertThat(traffic).isEqualTo(new Traffic(3 * 4000, 3 * 4000, 3, 0));
    }

    @Test
    void aLongSumCostsTwoTimesItsLengthLessARanksShare() throws Exception {
        int floats = 60_000;

        for (int ranks = 2; ranks <= 5; ranks++) {
            Traffic traffic = trafficOf(ranks, floats);

            // Chunks start at cache lines, so the shares of ranks differ by a few floats.
            assertThat((double) traffic.bytesSent())
                    .as("ranks %d", ranks)
                    .isCloseTo(8.0 * floats * (ranks - 1) / ranks, within(64.0 * ranks));
        }
    }

    private static Traffic trafficOf(int ranks, int floats) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
            List<Traffic> traffic = group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                exchange.sum(new float[floats], 0, floats); // finds out what the ranks share, once
                Traffic before = exchange.traffic();
                exchange.sum(new float[floats], 0, floats);
                return exchange.traffic().minus(before);
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
