package dev.gradus.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersHashTest {

    /** Pinned to a separate implementation in Python: stored models and summaries depend on these digits. */
    @Test
    void knownValuesKeepTheirHash() {
        float[] ramp = new float[1000];
        for (int i = 0; i < ramp.length; i++) {
            ramp[i] = i * 0.25f - 7;
        }

        assertThat(ParametersHash.of(new float[0])).isEqualTo("6fb2ee891099d435");
        assertThat(ParametersHash.of(new float[] {1, -2.5f, 0.1f, -0.0f, 3e-40f}))
                .isEqualTo("49af4002bb578b5b");
        assertThat(ParametersHash.of(ramp)).isEqualTo("3f685a57f24d3307");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 33})
    void everyBitOfEveryValueMatters(int length) {
        float[] values = randomFloats(length);
        Set<String> seen = new HashSet<>();
        seen.add(ParametersHash.of(values));

        for (int i = 0; i < length; i++) {
            float kept = values[i];
            for (int bit = 0; bit < 32; bit++) {
                values[i] = Float.intBitsToFloat(Float.floatToRawIntBits(kept) ^ 1 << bit);
                seen.add(ParametersHash.of(values));
            }
            values[i] = kept;
        }

        assertThat(seen).hasSize(1 + 32 * length);
    }

    @Test
    void orderAndLengthMatter() {
        assertThat(ParametersHash.of(new float[] {1, 2})).isNotEqualTo(ParametersHash.of(new float[] {2, 1}));
        assertThat(ParametersHash.of(new float[4])).isNotEqualTo(ParametersHash.of(new float[5]));
        assertThat(ParametersHash.of(new float[] {0f})).isNotEqualTo(ParametersHash.of(new float[] {-0f}));
        assertThat(ParametersHash.of(new float[0])).isNotEqualTo(ParametersHash.of(new float[1]));
    }

    @Test
    void aRangeHasTheHashOfItsCopy() {
        float[] values = randomFloats(50);
        float[] copy = new float[20];
        System.arraycopy(values, 13, copy, 0, 20);

        assertThat(ParametersHash.of(values, 13, 33)).isEqualTo(ParametersHash.of(copy));
    }

    @Test
    void aChangedBitChangesHalfOfTheHash() {
        float[] values = randomFloats(64);
        long before = ParametersHash.bits(values, 0, 64);
        int flips = 0;

        for (int i = 0; i < 64; i++) {
            float kept = values[i];
            values[i] = Float.intBitsToFloat(Float.floatToRawIntBits(kept) ^ 1);
            flips += Long.bitCount(before ^ ParametersHash.bits(values, 0, 64));
            values[i] = kept;
        }

        assertThat(flips / 64.0).isBetween(28.0, 36.0);
    }

    private static float[] randomFloats(int length) {
        SplittableRandom random = new SplittableRandom(length);
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = (float) random.nextDouble(-1, 1);
        }
        return values;
    }
}
