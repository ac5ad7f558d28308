package dev.gradus.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.sparse.SparseBlock;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SparseNumberingTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    private static SparseBlock random(SplittableRandom random, int entries, int features) {
        SparseBlock block = new SparseBlock();
        for (int i = 0; i < entries; i++) {
            block.add((int) (features * Math.pow(random.nextDouble(), 3)), 1);
        }
        block.endRow(1, 1);
        return block;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void rowsAreAllThatAnyBlockTouchesAndNewNumbersLeadBackToThem(SplittableRandom random) {
        int features = 1 + random.nextInt(random.nextBoolean() ? 200 : 1_000_000);
        SparseNumbering numbering = new SparseNumbering(features);
        for (int round = 0; round < 3; round++) { // what was noted before must not show
            SparseBlock one = random(random, random.nextInt(5000), features);
            SparseBlock two = random(random, random.nextInt(300), Math.min(features, 100));
            int[] before = Arrays.copyOf(one.features(), one.entries());
            TreeSet<Integer> expected = new TreeSet<>();
            expected.add(0);
            Arrays.stream(before).forEach(feature -> expected.add(feature + 1));
            Arrays.stream(two.features(), 0, two.entries()).forEach(feature -> expected.add(feature + 1));

            numbering.clear();
            numbering.note(one);
            numbering.note(two);
            int[] rows = Arrays.copyOf(numbering.rows(), numbering.count());
            numbering.renumber(one);

            assertThat(rows).containsExactly(expected.stream().mapToInt(i -> i).toArray());
            int[] back = Arrays.stream(one.features(), 0, one.entries())
                    .map(number -> rows[number + 1] - 1)
                    .toArray();
            assertThat(back).containsExactly(before);
        }
    }

    @Test
    void aBlockThatWasNotNotedIsRefused() {
        SparseNumbering numbering = new SparseNumbering(10);
        SparseBlock block = new SparseBlock();
        block.add(7, 1);

        assertThatThrownBy(() -> numbering.renumber(block)).hasMessage("feature was not noted: feature=7");
    }
}
