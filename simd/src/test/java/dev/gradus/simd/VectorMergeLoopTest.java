package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.model.MergeLoop;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VectorMergeLoopTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 15, 16, 17, 31, 112, 1001})
    void mergesAsPlainLoopsDoAndNothingBeside(int length) {
        for (int from : new int[] {3, 7}) {
            int copyAt = from + 5;
            float[][] plain = arrays(length);
            float[][] vector = arrays(length);

            MergeLoop.plain().merge(plain[0], 7, new MergeLoop.Copies(plain[1], 5, plain[2]), from, length);
            new VectorMergeLoop().merge(vector[0], 7, new MergeLoop.Copies(vector[1], 5, vector[2]), from, length);

            assertThat(vector).isDeepEqualTo(plain);
            float[][] before = arrays(length);
            for (int i = 0; i < before[0].length; i++) {
                boolean merged = i >= 7 && i < 7 + length;
                float sum =
                        merged ? before[0][i] + (before[1][i - 7 + copyAt] - before[2][i - 7 + from]) : before[0][i];
                assertThat(plain[0][i]).as("table at %d", i).isEqualTo(sum);
            }
            for (int i = 0; i < length; i++) {
                assertThat(plain[1][copyAt + i]).isEqualTo(plain[0][7 + i]);
                assertThat(plain[2][from + i]).isEqualTo(plain[0][7 + i]);
            }
        }
    }

    /** A table, copies and their base, of more floats than merge. */
    private static float[][] arrays(int length) {
        SplittableRandom random = new SplittableRandom(length);
        float[][] arrays = new float[3][length + 20];
        for (float[] array : arrays) {
            for (int i = 0; i < array.length; i++) {
                array[i] = (float) random.nextDouble(-1, 1);
            }
        }
        return arrays;
    }
}
