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
        for (int copyAt : new int[] {3, 7}) {
            float[][] plain = arrays(length);
            float[][] vector = arrays(length);

            MergeLoop.plain().merge(plain[0], 7, plain[1], plain[2], copyAt, length);
            new VectorMergeLoop().merge(vector[0], 7, vector[1], vector[2], copyAt, length);

            assertThat(vector).isDeepEqualTo(plain);
            float[][] before = arrays(length);
            for (int i = 0; i < before[0].length; i++) {
                int copy = i - 7 + copyAt;
                boolean merged = i >= 7 && i < 7 + length;
                float sum = merged ? before[0][i] + (before[1][copy] - before[2][copy]) : before[0][i];
                assertThat(plain[0][i]).as("table at %d", i).isEqualTo(sum);
            }
            for (int i = 0; i < length; i++) {
                assertThat(plain[1][copyAt + i]).isEqualTo(plain[0][7 + i]);
                assertThat(plain[2][copyAt + i]).isEqualTo(plain[0][7 + i]);
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
