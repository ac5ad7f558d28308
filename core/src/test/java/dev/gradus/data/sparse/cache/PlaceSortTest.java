package dev.gradus.data.sparse.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PlaceSortTest {

    @Test
    void entriesAreInTheOrderOfTheJdk() {
        PlaceSort sort = new PlaceSort();
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int count = seed < 100 ? seed : random.nextInt(600);
            long[] entries = new long[count + 1];
            for (int i = 0; i < count; i++) {
                int place = random.nextInt() >>> (1 + random.nextInt(31));
                entries[i] = (long) place << 32 | i;
            }
            long[] expected = entries.clone();
            Arrays.sort(expected, 0, count);

            sort.sort(entries, count);

            assertThat(entries).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void theLargestPlacesHaveABucket() {
        long[] entries = {(long) Integer.MAX_VALUE << 32, (long) (Integer.MAX_VALUE - 1) << 32, 0};

        new PlaceSort().sort(entries, 3);

        assertThat(entries).isSorted();
    }
}
