package dev.gradus.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HotWeightsTest {

    private static final HotWeights.Extent EXTENT = new HotWeights.Extent(5, 2, 2);

    @Test
    void theFirstTierMergesOftenAndAllOfThemLater() {
        float[] table = new float[20];
        HotWeights hot = new HotWeights(EXTENT, new Object());
        float[] copies = hot.home(table);
        copies[1] = 3;
        copies[9] = 5;

        hot.passed(499, table);
        assertThat(table).containsOnly(0);
        hot.passed(1, table);
        assertThat(table[1]).isEqualTo(3);
        assertThat(table[9]).isZero();
        for (int merges = 1; merges < 8; merges++) {
            hot.passed(500, table);
        }

        assertThat(table[1]).isEqualTo(3);
        assertThat(table[9]).isEqualTo(5);
    }

    @Test
    void whatTwoThreadsHaveLearntAddsUp() {
        float[] table = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 7, 7};
        HotWeights one = new HotWeights(EXTENT, new Object());
        HotWeights other = new HotWeights(EXTENT, new Object());

        one.home(table)[8] += 2;
        other.home(table)[8] += 4;
        other.home(table)[0] -= 3;
        one.settle(table);
        other.settle(table);

        assertThat(table).containsExactly(-2, 1, 1, 1, 1, 1, 1, 1, 7, 1, 7, 7);
        assertThat(one.home(table)[8]).as("taken anew").isEqualTo(7);
    }

    @Test
    void withoutCopiesTheTableIsTheirHome() {
        float[] table = new float[4];
        HotWeights none = new HotWeights(new HotWeights.Extent(0, 1024, 2), new Object());

        assertThat(none.home(table)).isSameAs(table);
        none.passed(10_000, table);
        none.settle(table);
    }
}
