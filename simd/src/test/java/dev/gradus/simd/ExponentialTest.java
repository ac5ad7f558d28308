package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ExponentialTest {

    @Test
    void isExactToThreeUnitsInTheLastPlace() {
        int lanes = Lanes.COUNT;
        float[] x = new float[8000 / lanes * lanes];
        for (int i = 0; i < x.length; i++) {
            x[i] = i * 0.01f;
        }
        float[] e = x.clone();

        Exponential.replace(e, 0, e.length);

        for (int i = 0; i < x.length; i++) {
            double exact = Math.exp(-(double) x[i]);
            assertThat(e[i] / exact).as("x=%f", x[i]).isCloseTo(1, within(2e-7));
        }
    }

    @Test
    void isOneAtZeroAndVanishesFarOut() {
        float[] x = new float[Lanes.COUNT];
        x[1] = 1e4f;
        x[2] = Float.POSITIVE_INFINITY;

        Exponential.replace(x, 0, x.length);

        assertThat(x[0]).isEqualTo(1);
        assertThat(x[1]).isBetween(0f, 1e-34f);
        assertThat(x[2]).isBetween(0f, 1e-34f);
    }

    @Test
    void ofNumbersBelowTheHighestIsSummedToo() {
        float[] x = new float[5 * Lanes.COUNT];
        for (int i = 0; i < x.length; i++) {
            x[i] = 3 - i * 0.25f;
        }
        x[7] = -Float.MAX_VALUE;
        float[] e = x.clone();

        float sum = Exponential.replaceBelow(3, e, 0, e.length);

        double exact = 0;
        for (int i = 0; i < x.length; i++) {
            double expected = Math.exp(x[i] - 3.0);
            assertThat((double) e[i]).isCloseTo(expected, within(2e-7 * expected + 1e-34));
            exact += expected;
        }
        assertThat((double) sum).isCloseTo(exact, within(1e-6));
    }
}
