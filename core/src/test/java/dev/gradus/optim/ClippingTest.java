package dev.gradus.optim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClippingTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 15, 16, 17, 1000, 100_003})
    void theNormIsTheRootOfTheSumOfSquares(int length) {
        float[] gradient = randomFloats(length);
        double sum = 0;
        for (float value : gradient) {
            sum += (double) value * value;
        }

        assertThat(Clipping.norm(gradient, length)).isEqualTo(Math.sqrt(sum), within(1e-12 * Math.sqrt(sum)));
    }

    @Test
    void aLongGradientIsScaledToTheLimit() {
        float[] gradient = {3, 4, 100};

        double before = Clipping.clip(gradient, 2, 1);

        assertThat(before).isEqualTo(5);
        assertThat(gradient[0]).isEqualTo(0.6f, within(1e-6f));
        assertThat(gradient[1]).isEqualTo(0.8f, within(1e-6f));
        assertThat(gradient[2]).as("what follows the parameters").isEqualTo(100f);
    }

    @Test
    void aShortGradientKeepsItsBits() {
        float[] gradient = randomFloats(100);
        float[] before = gradient.clone();

        double norm = Clipping.clip(gradient, 100, Clipping.norm(gradient, 100));

        assertThat(gradient).isEqualTo(before);
        assertThat(norm).isEqualTo(Clipping.norm(before, 100));
    }

    @Test
    void hugeValuesDoNotOverflow() {
        float[] gradient = {Float.MAX_VALUE, Float.MAX_VALUE};

        assertThat(Clipping.clip(gradient, 2, 1)).isEqualTo(Math.sqrt(2) * Float.MAX_VALUE, within(1e24));
        assertThat(gradient[0]).isEqualTo((float) Math.sqrt(0.5), within(1e-6f));
    }

    @Test
    void aGradientThatIsNotFiniteIsLeftForTheLossToShow() {
        float[] infinite = {Float.POSITIVE_INFINITY, 1};
        float[] undefined = {Float.NaN, 1};

        assertThat(Clipping.clip(infinite, 2, 1)).isInfinite();
        assertThat(Clipping.clip(undefined, 2, 1)).isNaN();

        assertThat(infinite).containsExactly(Float.POSITIVE_INFINITY, 1);
        assertThat(undefined).containsExactly(Float.NaN, 1);
    }

    @Test
    void aLimitOfZeroIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Clipping.clip(new float[1], 1, 0))
                .withMessage("no norm to clip to: limit=0.0");
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
