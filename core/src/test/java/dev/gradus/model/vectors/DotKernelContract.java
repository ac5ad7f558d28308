package dev.gradus.model.vectors;

import static dev.gradus.model.vectors.DotKernel.TILE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the loop of a search keeps to, however it is written. */
public interface DotKernelContract {

    DotKernel kernel();

    @Test
    default void productsAgreeWithTheOracleForAnyNumberOfQueriesAndAnyWidth() {
        SplittableRandom random = new SplittableRandom(1);
        for (int count : new int[] {0, 1, 2, 3, 4, 5, 7, 8, 129}) {
            for (int width : new int[] {1, 2, 15, 16, 17, 100, 301}) {
                float[] queries = randoms(random, count * width);
                float[] tile = randoms(random, width * TILE);
                float[] into = new float[count * TILE];
                Arrays.fill(into, Float.NaN);

                kernel().dots(queries, count, width, tile, into);

                for (int q = 0; q < count; q++) {
                    for (int i = 0; i < TILE; i++) {
                        double expected = 0;
                        for (int j = 0; j < width; j++) {
                            expected += (double) queries[q * width + j] * tile[j * TILE + i];
                        }
                        assertThat((double) into[q * TILE + i])
                                .as("count=%d width=%d q=%d i=%d", count, width, q, i)
                                .isCloseTo(expected, within(1e-6 * width));
                    }
                }
            }
        }
    }

    private static float[] randoms(SplittableRandom random, int length) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }
}
