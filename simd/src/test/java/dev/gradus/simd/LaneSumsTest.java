package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LaneSumsTest {

    @Test
    void everySumStandsWhereItsRegisterDid() {
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            float[] x = new float[LaneSums.COUNT * Lanes.COUNT];
            double[] expected = new double[LaneSums.COUNT];
            for (int i = 0; i < x.length; i++) {
                x[i] = (float) (random.nextDouble() - 0.5);
                expected[i / Lanes.COUNT] += x[i];
            }
            float[] sums = new float[LaneSums.COUNT + 3];

            LaneSums.sum(x, sums, 3);

            for (int i = 0; i < expected.length; i++) {
                assertThat((double) sums[3 + i]).isCloseTo(expected[i], within(1e-6));
            }
        }
    }
}
