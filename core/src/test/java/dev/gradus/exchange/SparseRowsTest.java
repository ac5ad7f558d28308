package dev.gradus.exchange;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.RowOracle.Arrivals;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SparseRowsTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsThatCameTwiceAreAddedInTheOrderInWhichTheyCame(SplittableRandom random) {
        Arrivals arrivals =
                Arrivals.random(1 + random.nextInt(40), 1 + random.nextInt(5), random.nextInt(100), 1, random);

        SparseRows rows = arrivals.sparse();
        rows.merge();

        assertThat(RowOracle.bits(rows)).isEqualTo(RowOracle.bits(arrivals.merged()));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void termsAreAddedInTreeOrder(SplittableRandom random) {
        int matrixRows = 1 + random.nextInt(60);
        int width = 1 + random.nextInt(4);
        List<Arrivals> leaves = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(12); i++) {
            leaves.add(Arrivals.random(matrixRows, width, random.nextInt(50), 1 + random.nextInt(3), random));
        }

        SparseRows[] terms = leaves.stream().map(Arrivals::sparse).toArray(SparseRows[]::new);
        SparseRows.treeSum(terms);

        assertThat(RowOracle.bits(terms[0])).isEqualTo(RowOracle.bits(RowOracle.treeSum(leaves)));
    }

    @Test
    void aRowThatIsNotThereLeavesANegativeZeroAlone() {
        SparseRows negative = new SparseRows(10, 1);
        negative.add(3, -0f);
        SparseRows empty = new SparseRows(10, 1);

        SparseRows sum = new SparseRows(10, 1);
        sum.sum(negative, empty);

        assertThat(sum.count()).isEqualTo(1);
        assertThat(Float.floatToRawIntBits(sum.values()[0])).isEqualTo(0x8000_0000);
    }

    @Test
    void clearedRowsAreGone() {
        SparseRows rows = new SparseRows(10, 2);
        rows.add(7, new float[] {0, 1, 2}, 1);
        rows.add(3, new float[] {3, 4}, 0);
        rows.clear();
        rows.add(5, new float[] {5, 6}, 0);
        rows.merge();

        assertThat(RowOracle.bits(rows)).isEqualTo("5:40a00000,40c00000, ");
    }

    @Test
    void rowsThatAreAppendedOutOfOrderAreMergedToo() {
        SparseRows rows = new SparseRows(10, 1);
        rows.add(5, 1f);
        SparseRows before = new SparseRows(10, 1);
        before.add(2, 2f);
        before.add(5, 3f);

        rows.append(before, 0, 2);
        rows.merge();

        assertThat(RowOracle.bits(rows)).isEqualTo("2:40000000, 5:40800000, ");
        assertThat(rows.place(3)).isEqualTo(1);
        assertThat(rows.place(5)).isEqualTo(1);
        assertThat(rows.place(6)).isEqualTo(2);
    }

    @Test
    void whatDoesNotFitTheMatrixIsRefused() {
        SparseRows rows = new SparseRows(10, 2);

        assertThatThrownBy(() -> rows.add(10, new float[2], 0)).hasMessage("row outside the matrix: row=10, rows=10");
        assertThatThrownBy(() -> rows.add(-1, new float[2], 0)).hasMessage("row outside the matrix: row=-1, rows=10");
        assertThatThrownBy(() -> rows.add(1, 1f)).hasMessage("one float does not fill a row: width=2");
        assertThatThrownBy(() -> rows.swap(new SparseRows(9, 2)))
                .hasMessage("parts of different matrices: rows=10 and 9, width=2 and 2");
        assertThatThrownBy(() -> new SparseRows(1, 0)).hasMessage("matrix has no shape: rows=1, width=0");
        assertThatThrownBy(() -> new SparseRows(1 << 30, 1 << 20).grow(1 << 20))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("rows do not fit an array: rows=1048576, width=1048576");
    }
}
