package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CtrColumnsTest {

    @Test
    void sizesAreThoseOfTheKaggleSet() {
        assertThat(CtrColumns.sizes(33_762_578))
                .hasSize(26)
                .startsWith(1460, 583, 10131215, 2202608, 305, 24)
                .endsWith(7046547, 18, 15, 286181, 105, 142572);
    }

    @Test
    void sizesFillAnySpace() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 200; i++) {
            int space = i == 0 ? CtrColumns.smallestSpace() : (int) Math.scalb(1 + random.nextDouble(), 11 + i % 19);

            int[] sizes = CtrColumns.sizes(space);

            assertThat(Arrays.stream(sizes).sum() + 13).isEqualTo(space);
            assertThat(sizes[8]).isEqualTo(3);
            assertThat(sizes[5]).isEqualTo(24);
            assertThat(sizes[2]).isEqualTo(Arrays.stream(sizes).max().orElseThrow());
            assertThat(sizes[0]).isBetween(64, Math.max(64, (int) (1461.0 * space / 33_762_578)));
        }
    }

    @Test
    void fewerFeaturesThanTheSmallColumnsHaveAreRefused() {
        assertThatThrownBy(() -> CtrColumns.sizes(1000))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("too few features: space=1000, least=1330");
    }
}
