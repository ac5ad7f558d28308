package dev.gradus.exchange.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.SparseRows;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RowPlanTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void chunksFollowEachOtherFromTheFirstRowToTheLastAndHoldAboutAsManyTouchedRows(SplittableRandom random)
            throws Exception {
        int ranks = 1 + random.nextInt(9);
        int rows = 1 + random.nextInt(100_000);
        SparseRows[] nodes = new SparseRows[ranks];
        long touched = 0;
        for (int rank = 0; rank < ranks; rank++) {
            nodes[rank] = rows(rows, random.nextInt(5_000), 1 + random.nextInt(8), random);
            touched += nodes[rank].count();
        }

        RowChunk[] chunks = plan(nodes).chunks();

        int next = 0;
        for (RowChunk chunk : chunks) {
            assertThat(chunk.from()).isEqualTo(next);
            next = chunk.to();
            long here = Arrays.stream(nodes)
                    .mapToLong(node -> node.place(chunk.to()) - node.place(chunk.from()))
                    .sum();
            // A share, an eighth for the spacing of samples, one sample's weight of each node, a few shared rows.
            assertThat((double) here).isLessThanOrEqualTo(touched * 1.25 / ranks + 3 * ranks);
        }
        assertThat(next).isEqualTo(rows);
    }

    @Test
    void onlyTheRangeOfHotRowsIsSentWhole() throws Exception {
        SplittableRandom random = new SplittableRandom(1);
        SparseRows[] nodes = new SparseRows[4];
        Arrays.setAll(nodes, rank -> rows(100_000, 10_000, 6, random));

        RowChunk[] chunks = plan(nodes).chunks();

        assertThat(chunks[0].dense()).isTrue();
        assertThat(chunks[0].length()).isLessThan(chunks[3].length() / 10);
        assertThat(chunks[3].dense()).isFalse();
    }

    @Test
    void nothingToSumLeavesTheChunksSparse() throws Exception {
        RowPlan plan = plan(new SparseRows(10, 1), new SparseRows(10, 1));

        assertThat(plan.floats()).isZero();
        assertThat(plan.chunks()).noneMatch(RowChunk::dense);
    }

    private static RowPlan plan(SparseRows... nodes) throws Exception {
        RowPlan plan = new RowPlan(nodes.length, nodes.length, nodes[0]);
        float[] announcement = new float[RowPlan.floats(nodes.length, 1)];
        for (int rank = 0; rank < nodes.length; rank++) {
            plan.announce(new SparseRows[] {nodes[rank]}, announcement);
            plan.take(rank, 1, announcement);
        }
        return plan;
    }

    private static SparseRows rows(int rows, int draws, double skew, SplittableRandom random) {
        SparseRows sparse = new SparseRows(rows, 1);
        for (int i = 0; i < draws; i++) {
            sparse.add((int) (rows * Math.pow(random.nextDouble(), skew)), 1f);
        }
        sparse.merge();
        return sparse;
    }
}
