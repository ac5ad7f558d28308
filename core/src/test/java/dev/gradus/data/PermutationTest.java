package dev.gradus.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.math.CounterRandom;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65, 127, 128, 1000, 4096, 100003})
    void everyNumberStandsAtExactlyOnePlace(int n) {
        for (long seed = 0; seed < 8; seed++) {
            Permutation order = new Permutation(n, CounterRandom.key(seed));
            BitSet seen = new BitSet(n);

            IntStream.range(0, n).map(order::at).forEach(seen::set);

            assertThat(seen.cardinality()).isEqualTo(n);
            assertThat(seen.length()).isEqualTo(n);
        }
    }

    @Test
    void theLargestLengthWorks() {
        Permutation order = new Permutation(Integer.MAX_VALUE, 5);

        long distinct = IntStream.range(0, 1000)
                .map(i -> order.at(Integer.MAX_VALUE - 1 - i))
                .filter(value -> value >= 0 && value < Integer.MAX_VALUE)
                .distinct()
                .count();

        assertThat(distinct).isEqualTo(1000);
    }

    @Test
    void everyKeyHasItsOwnOrder() {
        Set<String> orders = new HashSet<>();

        for (long key = 0; key < 500; key++) {
            Permutation order = new Permutation(100, key);
            orders.add(IntStream.range(0, 100).map(order::at).boxed().toList().toString());
        }

        assertThat(orders).hasSize(500);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 8, 13, 16, 40})
    void everyNumberIsAsLikelyAtEveryPlace(int n) {
        int keys = 2000 * n;
        int[][] counts = new int[n][n];

        for (int key = 0; key < keys; key++) {
            for (int i = 0; i < n; i++) {
                counts[i][Permutation.at(n, CounterRandom.key(key), i)]++;
            }
        }

        // 2000 are expected in each cell, with a deviation of at most 45.
        for (int[] row : counts) {
            assertThat(Arrays.stream(row).boxed())
                    .allSatisfy(count -> assertThat(count).isBetween(2000 - 6 * 45, 2000 + 6 * 45));
        }
    }

    @Test
    void neighboursDoNotStayNeighbours() {
        int n = 10000;
        Permutation order = new Permutation(n, 17);

        long neighbours = IntStream.range(1, n)
                .filter(i -> Math.abs(order.at(i) - order.at(i - 1)) == 1)
                .count();

        // Two are expected in a random order.
        assertThat(neighbours).isLessThan(15);
    }

    @Test
    void placesOutsideAreRefused() {
        assertThatThrownBy(() -> new Permutation(3, 0).at(3)).hasMessage("no such place: index=3, n=3");
        assertThatThrownBy(() -> new Permutation(0, 0).at(0)).hasMessage("no such place: index=0, n=0");
        assertThatThrownBy(() -> new Permutation(-1, 0)).hasMessage("negative length: n=-1");
    }
}
