package dev.gradus.exchange.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.RowOracle;
import dev.gradus.exchange.RowOracle.Arrivals;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.TreeShare;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class SparseSumTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    /** A group, a way to link it, and the number that its rows are drawn from. */
    record Case(int ranks, boolean tcp, long seed) {

        RankGroup group() throws Exception {
            return tcp ? RankGroup.overTcp(ranks, TIMEOUT) : RankGroup.inMemory(ranks, TIMEOUT);
        }
    }

    static Stream<Case> cases() {
        Stream<Case> memory =
                IntStream.rangeClosed(1, 8).boxed().flatMap(n -> seeds(4).map(seed -> new Case(n, false, seed)));
        Stream<Case> tcp = Stream.of(2, 3, 8).flatMap(n -> seeds(2).map(seed -> new Case(n, true, seed)));
        return Stream.concat(memory, tcp);
    }

    private static Stream<Long> seeds(int count) {
        return IntStream.range(0, count).mapToObj(Long::valueOf);
    }

    /** Leaves of several matrices: few rows, none, all, hot ones; sent directly, by owners, and whole. */
    private static List<List<Arrivals>> matrices(int leaves, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int width = 1 + random.nextInt(7);
        return List.of(
                leaves(leaves, 1, 1, 3, 1, random),
                leaves(leaves, 1000, 1 + random.nextInt(3), 0, 1, random),
                leaves(leaves, 100 + random.nextInt(1000), 2, 40, 1, random),
                leaves(leaves, 1_000_000, 1, 2_000, 1, random), // owners, sparse
                leaves(leaves, 200, 9, 1_000, 1, random), // owners, all rows: whole
                leaves(leaves, 20_000, width, 2_000, 6, random), // owners, hot rows whole and the others not
                leaves(leaves, 20_000, 16, 20, 1, random));
    }

    private static List<Arrivals> leaves(
            int leaves, int rows, int width, int most, double skew, SplittableRandom random) {
        List<Arrivals> list = new ArrayList<>();
        for (int leaf = 0; leaf < leaves; leaf++) {
            boolean empty = random.nextInt(5) == 0;
            int count = empty ? 0 : most - random.nextInt(most / 10 + 1);
            list.add(Arrivals.random(rows, width, count, skew, random));
        }
        return list;
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("cases")
    void everyRankEndsWithTheSumOfTheLeavesInTreeOrderHoweverManyRanksThereAre(Case some) throws Exception {
        int leaves = some.seed % 2 == 0 ? 8 : 11;
        TreeShare share = new TreeShare(leaves, some.ranks);
        List<List<Arrivals>> matrices = matrices(leaves, some.seed);

        try (RankGroup group = some.group()) {
            List<List<String>> results = group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                List<String> sums = new ArrayList<>();
                for (List<Arrivals> matrix : matrices) {
                    SparseRows[] nodes = nodes(share, mesh.rank(), matrix);
                    exchange.sumRows(share, nodes);
                    sums.add(RowOracle.bits(nodes[0]));
                }
                return sums;
            });

            for (int i = 0; i < matrices.size(); i++) {
                String expected = RowOracle.bits(RowOracle.treeSum(matrices.get(i)));
                for (int rank = 0; rank < some.ranks; rank++) {
                    assertThat(results.get(rank).get(i).equals(expected))
                            .as("matrix %d, rank %d", i, rank)
                            .isTrue();
                }
            }
        }
    }

    private static SparseRows[] nodes(TreeShare share, int rank, List<Arrivals> leaves) {
        return share.nodes(rank).stream()
                .map(node -> {
                    SparseRows[] terms = leaves.subList(node.from(), node.to()).stream()
                            .map(Arrivals::sparse)
                            .toArray(SparseRows[]::new);
                    SparseRows.treeSum(terms);
                    return terms[0];
                })
                .toArray(SparseRows[]::new);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 5})
    void sumsAreThoseOfDoublePrecisionButForRounding(int ranks) throws Exception {
        SplittableRandom random = new SplittableRandom(ranks);
        List<Arrivals> terms = leaves(ranks, 5_000, 4, 4_000, 3, random);
        Map<Integer, double[]> exact = RowOracle.exactSum(terms);

        try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
            SparseRows sum = sums(group, terms).get(0);

            assertThat(sum.count()).isEqualTo(exact.size());
            for (int i = 0; i < sum.count(); i++) {
                for (int j = 0; j < 4; j++) {
                    double expected = exact.getOrDefault(sum.ids()[i], new double[4])[j];
                    assertThat((double) sum.values()[4 * i + j]).isCloseTo(expected, within(0.5));
                }
            }
        }
    }

    private static List<SparseRows> sums(RankGroup group, List<Arrivals> terms) throws Exception {
        return group.run(mesh -> {
            SparseRows rows = terms.get(mesh.rank()).sparse();
            new MeshExchange(mesh).sumRows(rows);
            return rows;
        });
    }

    @Test
    void theSameExchangeSumsMatricesOfAnyShapeByTurnsAndRangesInBetween() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        List<Arrivals> few = leaves(3, 100, 2, 10, 1, random);
        List<Arrivals> many = leaves(3, 100_000, 1, 5_000, 1, random);
        try (RankGroup group = RankGroup.inMemory(3, TIMEOUT)) {
            List<String> results = group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                StringBuilder text = new StringBuilder();
                for (List<Arrivals> terms : List.of(few, many, few)) {
                    SparseRows rows = terms.get(mesh.rank()).sparse();
                    exchange.sumRows(rows);
                    float[] one = {1};
                    exchange.sum(one, 0, 1);
                    text.append(RowOracle.bits(rows)).append(one[0]);
                }
                return text.toString();
            });

            String ofFew = RowOracle.bits(RowOracle.treeSum(few)) + "3.0";
            assertThat(results).containsOnly(ofFew + RowOracle.bits(RowOracle.treeSum(many)) + "3.0" + ofFew);
        }
    }

    @Test
    void ownersHaveAboutTheSameWorkWhateverTheIds() throws Exception {
        int ranks = 4;
        SplittableRandom random = new SplittableRandom(2);
        for (double skew : new double[] {1, 4, 12}) {
            List<Arrivals> terms = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                terms.add(Arrivals.random(1_000_000, 8, 8_000, skew, random));
            }
            try (RankGroup group = RankGroup.inMemory(ranks, TIMEOUT)) {
                sums(group, terms);
                List<Long> received = IntStream.range(0, ranks)
                        .mapToObj(rank -> group.mesh(rank).traffic().bytesReceived())
                        .toList();

                long most = received.stream().mapToLong(Long::longValue).max().orElseThrow();
                long least = received.stream().mapToLong(Long::longValue).min().orElseThrow();
                assertThat(most).as("skew %s: %s", skew, received).isLessThan(least * 5 / 4);
            }
        }
    }

    @Test
    void bytesAreProportionalToTheTouchedRows() throws Exception {
        int rows = 1_000_000;
        int width = 16;
        for (int touched : new int[] {1_000, 10_000, 50_000}) {
            SplittableRandom random = new SplittableRandom(touched);
            List<Arrivals> terms = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                terms.add(Arrivals.random(rows, width, touched, 1, random));
            }
            int union = RowOracle.treeSum(terms).size();
            try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
                sums(group, terms);
                long sent = group.mesh(0).traffic().bytesSent()
                        + group.mesh(1).traffic().bytesSent();

                // Half of what a rank has goes to the other, as does each sum; at most 2 bytes for an id.
                double least = (touched + union) * 4.0 * width;
                assertThat((double) sent).as("touched %d", touched).isBetween(least * 0.95, least * 1.08 + 2_000);
            }
        }
    }

    @Test
    void aChunkThatIsSentWholeCostsABitARowMoreThanADenseSum() throws Exception {
        int rows = 10_000;
        Arrivals all = new Arrivals(rows, 8, IntStream.range(0, rows).toArray(), new float[rows][8]);
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            sums(group, List.of(all, all));
            Traffic traffic = group.mesh(0).traffic();

            long announcement = 4 * (2 + 2 + 16);
            long bits = rows / 8;
            assertThat(traffic.messages()).isEqualTo(3);
            assertThat((double) traffic.bytesSent())
                    .isCloseTo(4.0 * rows * 8 + announcement + bits + 3 * 8, within(8.0));
        }
    }

    @Test
    void whoHasNothingSendsNothingButThat() throws Exception {
        SparseRows some = new SparseRows(100, 1);
        some.add(3, 1f);
        try (RankGroup group = RankGroup.inMemory(3, TIMEOUT)) {
            group.run(mesh -> {
                SparseRows rows = mesh.rank() == 0 ? some : new SparseRows(100, 1);
                new MeshExchange(mesh).sumRows(rows);
                return rows;
            });

            assertThat(group.mesh(0).traffic().messages()).isEqualTo(4);
            assertThat(group.mesh(1).traffic().messages()).isEqualTo(2);
        }
    }

    @Test
    void ranksThatSumDifferentMatricesAreToldApart() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            assertThatThrownBy(() -> group.run(mesh -> {
                        new MeshExchange(mesh).sumRows(new SparseRows(100 + mesh.rank(), 1));
                        return 0;
                    }))
                    .isInstanceOf(ExecutionException.class)
                    .cause()
                    .isInstanceOf(ExchangeException.class)
                    .hasMessage("rank 1 sums another matrix: expected rows=100 width=1, received rows=101 width=1");
        }
    }

    @Test
    void nodesThatDoNotFitTheTreeAreRefused() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            Exchange exchange = new MeshExchange(group.mesh(0));

            assertThatThrownBy(() -> exchange.sumRows(
                            new TreeShare(3, 2), new SparseRows[] {new SparseRows(1, 1), new SparseRows(1, 1)}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("nodes do not fit the tree: nodes=2, expected=1, TreeShare[leaves=3, ranks=2]");
        }
    }

    @Test
    void aSumOfRowsIsBookedAndCountedLikeAnyOther() throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, TIMEOUT)) {
            List<Long> syncs = group.run(mesh -> {
                mesh.ledger().enter(Account.COMPUTE);
                Exchange exchange = new MeshExchange(mesh);
                exchange.sumRows(new SparseRows(5, 1));
                assertThat(mesh.ledger().open()).isEqualTo(Account.COMPUTE);
                return exchange.syncs();
            });

            assertThat(syncs).containsOnly(1L);
        }
    }

    @Test
    void aRankAloneMergesItsRows() throws Exception {
        try (Exchange alone = Exchange.none()) {
            SparseRows rows = new SparseRows(10, 1);
            rows.add(4, 1f);
            rows.add(2, 2f);
            rows.add(4, 3f);

            alone.sumRows(rows);

            assertThat(RowOracle.bits(rows)).isEqualTo("2:40000000, 4:40800000, ");
        }
    }
}
