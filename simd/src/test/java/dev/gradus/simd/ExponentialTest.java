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
}
