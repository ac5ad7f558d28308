package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlacementTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 60).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyRowHasOnePlaceOnOneShard(SplittableRandom random) {
        int rows = random.nextInt(1, 9000);
        int shards = random.nextInt(1, 9);
        TableSpec table = table(rows, traffic(random, random.nextInt(0, rows + 1)));
        Placement placement =
                Placement.of(List.of(table("other", 3), table), shards).get(1);

        int[] all = IntStream.range(0, rows).toArray();
        int[] shardOf = new int[rows];
        int[] placeOf = new int[rows];
        placement.locate(all, rows, shardOf, placeOf);

        boolean[][] seen = new boolean[shards][];
        Arrays.setAll(seen, shard -> new boolean[placement.count(shard)]);
        int[] last = new int[shards];
        Arrays.fill(last, -1);
        for (int row = 0; row < rows; row++) {
            int shard = placement.shardOf(row);
            int place = placement.placeOf(row);
            assertThat(placement.placesBefore(shard, row)).isEqualTo(place);
            assertThat(shardOf[row]).isEqualTo(shard);
            assertThat(placeOf[row]).isEqualTo(place);
            assertThat(place).as("places ascend with rows").isEqualTo(last[shard] + 1);
            assertThat(placement.rowAt(shard, place)).isEqualTo(row);
            last[shard] = place;
            seen[shard][place] = true;
        }

        assertThat(IntStream.range(0, shards).map(placement::count).sum()).isEqualTo(rows);
        assertThat(Arrays.stream(seen).allMatch(PlacementTest::all)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 7, 8})
    void theBusiestShardHasHardlyMoreThanItsShareOfZipfTraffic(int shards) {
        int rows = 100_000;
        double[] expected = new double[rows];
        float[] told = new float[rows];
        // Beyond 8 shards the first word of an unbounded Zipf law is more than a shard's share by itself.
        for (int row = 0; row < rows; row++) {
            expected[row] = 1.0 / (row + 2.7);
            told[row] = (float) expected[row];
        }
        Placement placement = Placement.of(List.of(table(rows, told)), shards).get(0);

        double[] load = new double[shards];
        for (int row = 0; row < rows; row++) {
            load[placement.shardOf(row)] += expected[row];
        }

        double mean = Arrays.stream(load).sum() / shards;
        double largest = expected[0];
        assertThat(Arrays.stream(load).max().orElseThrow()).isLessThanOrEqualTo(Math.max(largest, 1.05 * mean));
        int[] counts = IntStream.range(0, shards).map(placement::count).toArray();
        assertThat(Arrays.stream(counts).max().orElseThrow())
                .as("bytes of the fullest shard")
                .isLessThanOrEqualTo((int) (1.05 * rows / shards));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void tablesOfOneRowAreSpread(int shards) {
        List<TableSpec> tables =
                IntStream.range(0, 2 * shards).mapToObj(i -> table("t" + i, 1)).toList();

        List<Placement> placements = Placement.of(tables, shards);

        int[] counts = new int[shards];
        placements.forEach(placement -> counts[placement.shardOf(0)]++);
        assertThat(counts).containsOnly(2);
    }

    private static boolean all(boolean[] values) {
        return IntStream.range(0, values.length).allMatch(i -> values[i]);
    }

    private static float[] traffic(SplittableRandom random, int length) {
        float[] traffic = new float[length];
        for (int i = 0; i < length; i++) {
            traffic[i] = (float) random.nextDouble();
        }
        return traffic;
    }

    private static TableSpec table(String name, int rows) {
        return new TableSpec(name, rows, 1, RowInit.zero(), ServerRule.add());
    }

    private static TableSpec table(int rows, float[] traffic) {
        return new TableSpec("table", rows, 4, RowInit.zero(), ServerRule.add(), traffic);
    }
}
