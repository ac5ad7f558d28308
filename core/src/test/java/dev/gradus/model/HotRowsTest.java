package dev.gradus.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class HotRowsTest {

    private static final int STRIDE = 2;
    private static final int ROWS = 23;

    /** Where the second table begins; both have more rows than have copies. */
    private static final int OUTPUT = 40 * STRIDE;

    /** Behind the tables there is room for the copies of two threads. */
    private static final int COPIES = (2 * ROWS - 2) * STRIDE;

    private final float[] parameters = new float[2 * OUTPUT + 2 * COPIES];
    private final Object lock = new Object();

    private HotRows copies(int racer) {
        HotRows copies = HotRows.behind(
                new HotRows.Rows(ROWS, ROWS - 2, OUTPUT),
                STRIDE,
                2 * OUTPUT + racer * COPIES,
                new HotRows.Merging(new HotRows.Pace(10, 2), lock, MergeLoop.plain()));
        copies.load(parameters);
        return copies;
    }

    private void add(HotRows copies, int row, float more) {
        parameters[copies.inputAt(row)] += more;
        parameters[copies.outputAt(row)] += more;
    }

    @Test
    void rarerRowsMergeInMoreTurns() {
        HotRows copies = copies(0);
        List<List<Integer>> merged = new ArrayList<>();
        for (int turn = 0; turn < 16; turn++) {
            for (int row = 0; row < ROWS; row++) {
                add(copies, row, 1);
            }
            float[] before = parameters.clone();
            copies.passed(10, parameters);
            List<Integer> rows = new ArrayList<>();
            for (int row = 0; row < ROWS; row++) {
                if (parameters[row * STRIDE] != before[row * STRIDE]) {
                    rows.add(row);
                }
            }
            merged.add(rows);
        }

        // Two rows in every turn, six in four turns, 24 (of which there are 15) in sixteen.
        assertThat(merged.get(0)).containsExactly(0, 1, 2, 3, 8, 9);
        assertThat(merged.get(1)).containsExactly(0, 1, 4, 5, 10, 11);
        assertThat(merged.get(3)).containsExactly(0, 1, 14, 15);
        assertThat(merged.get(4)).containsExactly(0, 1, 2, 3, 16, 17);
        assertThat(merged.get(7)).containsExactly(0, 1, 22);
        assertThat(merged.get(15)).containsExactly(0, 1);
        copies.settle(parameters);
        for (int row = 0; row < ROWS; row++) {
            assertThat(parameters[row * STRIDE]).as("row %d", row).isEqualTo(16);
        }
    }

    @Test
    void whatTwoThreadsAddIsAddedUpWheneverTheyMerge() {
        HotRows one = copies(0);
        HotRows other = copies(1);
        for (int turn = 0; turn < 33; turn++) {
            for (int row = 0; row < 30; row++) {
                add(one, row, 1);
                add(other, row, 2);
            }
            one.passed(turn % 3 == 0 ? 10 : 4, parameters);
            other.passed(7, parameters);
        }
        one.settle(parameters);
        other.settle(parameters);

        for (int row = 0; row < 40; row++) {
            float expected = row < 30 ? 33 * 3 : 0;
            assertThat(parameters[row * STRIDE]).as("input %d", row).isEqualTo(expected);
            assertThat(parameters[OUTPUT + row * STRIDE]).as("output %d", row).isEqualTo(expected);
            assertThat(parameters[OUTPUT + row * STRIDE + 1]).as("not touched").isZero();
        }
    }

    @Test
    void nothingMergesBeforeItsTime() {
        HotRows copies = copies(0);
        add(copies, 0, 1);

        copies.passed(9, parameters);

        assertThat(Arrays.copyOf(parameters, 2 * OUTPUT)).containsOnly(0);
    }

    @Test
    void copiesApartMergeAsThoseBehindTheTablesDo() {
        HotRows behind = copies(0);
        float[] other = new float[2 * OUTPUT];
        HotRows apart = HotRows.apart(
                new HotRows.Rows(ROWS, 0, 0),
                STRIDE,
                new HotRows.Merging(new HotRows.Pace(10, 2), lock, MergeLoop.plain()));
        apart.load(other);
        for (int turn = 0; turn < 9; turn++) {
            for (int row = 0; row < ROWS; row++) {
                add(behind, row, row);
                apart.copies(other)[row * STRIDE] += row;
            }
            behind.passed(10, parameters);
            apart.passed(10, other);

            assertThat(Arrays.copyOf(other, OUTPUT)).isEqualTo(Arrays.copyOf(parameters, OUTPUT));
        }
        apart.settle(other);

        for (int row = 0; row < ROWS; row++) {
            assertThat(other[row * STRIDE]).isEqualTo(9 * row);
        }
    }

    @Test
    void whereNoRowHasACopyRowsAreThoseOfTheTable() {
        HotRows none = HotRows.apart(
                new HotRows.Rows(0, 0, 0),
                STRIDE,
                new HotRows.Merging(new HotRows.Pace(10, 2), lock, MergeLoop.plain()));
        none.load(parameters);

        assertThat(none.copies(parameters)).isSameAs(parameters);
    }
}
