package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplePlanTest {

    static Stream<SamplePlan> plans() {
        int[] pages = {0, 1, 2, 7, 64};
        return LongStream.range(0, 150).mapToObj(seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            return new SamplePlan(
                    1 + random.nextInt(seed % 3 == 0 ? 20 : 3000),
                    1 + random.nextInt(seed % 2 == 0 ? 8 : 700),
                    1 + random.nextInt(17),
                    seed,
                    pages[random.nextInt(pages.length)]);
        });
    }

    @ParameterizedTest
    @MethodSource("plans")
    void everyStepButTheLastIsFullAndTheLastHasTheRest(SamplePlan plan) throws DataException {
        List<Slice> slices = slices(plan);
        long left = plan.rows();

        for (int step = 0; step < plan.stepsPerEpoch(); step++) {
            int size = rowsOf(plan, slices, 0, plan.virtualShards(), 0, step).size();

            assertThat(size).isEqualTo(plan.globalSize(step)).isEqualTo((int) Math.min(left, plan.batchSize()));
            left -= size;
        }
        assertThat(left).isZero();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void aBriefPlanHasTheSameRowsInTheSameShards(SamplePlan plan) throws DataException {
        SamplePlan brief = plan.brief();

        if (brief == null) {
            return;
        }
        assertThat(brief.batchSize()).isEqualTo(4 * plan.virtualShards()).isLessThanOrEqualTo(plan.batchSize() / 4);
        for (int shard = 0; shard < plan.virtualShards(); shard++) {
            assertThat(brief.shardFrom(shard)).isEqualTo(plan.shardFrom(shard));
            assertThat(brief.shardTo(shard)).isEqualTo(plan.shardTo(shard));
        }
        assertThat(epoch(brief, slices(plan), 0).stream().sorted())
                .isEqualTo(LongStream.range(0, plan.rows()).boxed().toList());
    }

    @Test
    void onlyLongStepsHaveABriefPlan() {
        assertThat(new SamplePlan(20_000, 128, 2, 1, 1).brief()).isEqualTo(new SamplePlan(20_000, 8, 2, 1, 1));
        assertThat(new SamplePlan(20_000, 31, 2, 1, 1).brief()).isNull();
        assertThat(new SamplePlan(20_003, 127, 2, 1, 1).brief())
                .as("shards of 9,922 and 10,081 rows cannot have 4 each in every step")
                .isNull();
    }

    @ParameterizedTest
    @MethodSource("plans")
    void everyRowComesExactlyOnceInEveryEpoch(SamplePlan plan) throws DataException {
        List<Slice> slices = slices(plan);

        for (int epoch = 0; epoch < 4; epoch++) {
            List<Long> rows = epoch(plan, slices, epoch);

            assertThat(rows).hasSize((int) plan.rows());
            assertThat(rows.stream().sorted())
                    .isEqualTo(LongStream.range(0, plan.rows()).boxed().toList());
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void theNumberOfRanksDoesNotChangeAStep(SamplePlan plan) throws DataException {
        List<Slice> slices = slices(plan);
        int step = plan.stepsPerEpoch() / 2;
        List<Long> expected = rowsOf(plan, slices, 0, plan.virtualShards(), 3, step);

        for (int ranks = 1; ranks <= plan.virtualShards(); ranks++) {
            List<Long> rows = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                int from = plan.firstShard(rank, ranks);
                int to = plan.firstShard(rank + 1, ranks);
                assertThat(to).isGreaterThan(from);
                rows.addAll(rowsOf(plan, slices, from, to, 3, step));
            }
            assertThat(rows).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @MethodSource("plans")
    void stepsMayBeReadInAnyOrder(SamplePlan plan) throws DataException {
        List<Slice> slices = slices(plan);
        List<Long> forwards = epoch(plan, slices, 2);

        List<List<Long>> backwards = new ArrayList<>();
        for (int step = plan.stepsPerEpoch() - 1; step >= 0; step--) {
            backwards.add(0, rowsOf(plan, slices, 0, plan.virtualShards(), 2, step));
        }

        assertThat(backwards.stream().flatMap(List::stream)).isEqualTo(forwards);
    }

    @Test
    void epochsAndSeedsHaveTheirOwnOrders() throws DataException {
        SamplePlan plan = new SamplePlan(1000, 100, 4, 1, 10);
        SamplePlan other = new SamplePlan(1000, 100, 4, 2, 10);
        List<Slice> slices = slices(plan);

        List<List<Long>> orders = List.of(
                epoch(plan, slices, 0), epoch(plan, slices, 1), epoch(other, slices, 0), epoch(other, slices, 1));

        assertThat(orders).doesNotHaveDuplicates();
        assertThat(epoch(plan, slices, 0)).isEqualTo(orders.get(0));
    }

    @Test
    void withoutPagesRowsComeInOrder() throws DataException {
        SamplePlan plan = new SamplePlan(103, 10, 1, 1, 0);

        assertThat(epoch(plan, slices(plan), 5))
                .isEqualTo(LongStream.range(0, 103).boxed().toList());
    }

    @Test
    void runsAreWholeAlignedPagesWhereTheQuotaPermits() throws DataException {
        SamplePlan plan = new SamplePlan(8 * (128 * 20 + 37), 8 * 128, 8, 1, 64);
        Slice slice = slices(plan).get(3);
        int tiles = 0;

        for (int epoch = 0; epoch < 20; epoch++) {
            int cut = 0;
            for (int step = 0; step < plan.stepsPerEpoch(); step++) {
                plan.fill(slice, 3, epoch, step);
                for (int run = 0; run < slice.runs(); run++) {
                    tiles += (slice.to(run) + 63) / 64 - slice.from(run) / 64;
                    cut += slice.from(run) % 64 == 0 && slice.to(run) % 64 == 0 ? 0 : 1;
                }
            }
            // The page that trades with the rows at the end, and those rows.
            assertThat(cut).isLessThanOrEqualTo(3);
        }

        // 40 whole tiles; the traded page is two parts more than one, the rest is one.
        assertThat(tiles).isBetween(20 * 41, 20 * 42);
    }

    @Test
    void otherRowsComeLastInOtherEpochs() throws DataException {
        SamplePlan plan = new SamplePlan(64 * 10 + 5, 64, 1, 1, 64);
        Slice slice = slices(plan).get(0);

        List<Integer> last = IntStream.range(0, 200)
                .map(epoch -> {
                    plan.fill(slice, 0, epoch, 10);
                    assertThat(slice.size()).isEqualTo(5);
                    return slice.from(0) / 64;
                })
                .distinct()
                .boxed()
                .toList();

        assertThat(last).containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    }

    @Test
    void rowsBeyondTheRangeOfAnIntAreShared() {
        SamplePlan plan = new SamplePlan(1L << 40, 1 << 20, 1 << 12, 1, 64);

        assertThat(plan.stepsPerEpoch()).isEqualTo(1 << 20);
        assertThat(plan.shardFrom(4095)).isEqualTo(4095L << 28);
        assertThat(plan.shardTo(4095)).isEqualTo(1L << 40);
    }

    @Test
    void badSettingsAreRefused() throws DataException {
        assertThatThrownBy(() -> new SamplePlan(0, 8, 2, 1, 64))
                .hasMessage("bad sample plan: rows=0, batchSize=8, virtualShards=2, pageRows=64");
        assertThatThrownBy(() -> new SamplePlan(9, 0, 2, 1, 64)).hasMessageContaining("batchSize=0");
        assertThatThrownBy(() -> new SamplePlan(9, 8, 0, 1, 64)).hasMessageContaining("virtualShards=0");
        assertThatThrownBy(() -> new SamplePlan(9, 8, 2, 1, -1)).hasMessageContaining("pageRows=-1");
        assertThatThrownBy(() -> new SamplePlan(1L << 40, 1000, 2, 1, 64))
                .hasMessageStartingWith("too many rows for one virtual shard: rows=1099511627776");

        SamplePlan plan = new SamplePlan(9, 8, 2, 1, 64);
        Slice slice = slices(plan).get(0);
        assertThatThrownBy(() -> plan.fill(slice, 0, 0, 2)).hasMessage("no such step: step=2, stepsPerEpoch=2");
        assertThatThrownBy(() -> plan.shardFrom(3)).hasMessage("no such shard: shard=3, virtualShards=2");
        assertThatThrownBy(() -> plan.firstShard(3, 2)).hasMessage("no such rank: rank=3, ranks=2");
    }

    private static List<Slice> slices(SamplePlan plan) throws DataException {
        RowSource source = new NumberedRows(plan.rows());
        List<Slice> slices = new ArrayList<>();
        for (int shard = 0; shard < plan.virtualShards(); shard++) {
            slices.add(new Slice(DenseRows.load(source, plan.shardFrom(shard), plan.shardTo(shard))));
        }
        return slices;
    }

    private static List<Long> epoch(SamplePlan plan, List<Slice> slices, int epoch) {
        List<Long> rows = new ArrayList<>();
        for (int step = 0; step < plan.stepsPerEpoch(); step++) {
            rows.addAll(rowsOf(plan, slices, 0, plan.virtualShards(), epoch, step));
        }
        return rows;
    }

    /** The rows, by their numbers in the source, that the shards meet in a step. */
    private static List<Long> rowsOf(SamplePlan plan, List<Slice> slices, int from, int to, int epoch, int step) {
        List<Long> rows = new ArrayList<>();
        for (int shard = from; shard < to; shard++) {
            Slice slice = slices.get(shard);
            plan.fill(slice, shard, epoch, step);
            for (int run = 0; run < slice.runs(); run++) {
                for (int row = slice.from(run); row < slice.to(run); row++) {
                    rows.add(plan.shardFrom(shard) + row);
                }
            }
        }
        return rows;
    }

    @Test
    void quotasOfABatchSmallerThanTheShardsAreZeroOrOne() throws DataException {
        SamplePlan plan = new SamplePlan(10, 3, 8, 1, 0);
        List<Slice> slices = slices(plan);
        int[] sizes = new int[8];

        for (int shard = 0; shard < 8; shard++) {
            plan.fill(slices.get(shard), shard, 0, 0);
            sizes[shard] = slices.get(shard).size();
        }

        assertThat(Arrays.stream(sizes).sum()).isEqualTo(3);
        assertThat(sizes).containsExactly(0, 0, 1, 0, 0, 1, 0, 1);
    }
}
