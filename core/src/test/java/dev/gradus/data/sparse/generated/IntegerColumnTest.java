package dev.gradus.data.sparse.generated;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IntegerColumnTest {

    @ParameterizedTest
    @CsvSource({"0.8, 1.0, 1", "2.1, 2.1, 2", "0.36, 0.39, 3", "1.9, 1.07, 4", "3.6, 1.8, 5"})
    void logarithmsAreNearlyNormal(double mean, double deviation, long seed) {
        IntegerColumn column = new IntegerColumn(mean, deviation);
        SplittableRandom random = new SplittableRandom(seed);
        long[] powers = new long[32];

        for (int i = 0; i < 50_000; i++) {
            powers[31 - Integer.numberOfLeadingZeros(column.number(random.nextLong()) + 1)]++;
        }

        // By powers of two, because the steps of the table are wider than the distance of large neighbours.
        ChiSquare.check(powers, power -> sumOfFour((power * Math.log(2) - mean) / deviation));
    }

    /** The probability that the sum of four uniform numbers, of mean 0 and deviation 1, is less. */
    private static double sumOfFour(double normal) {
        double x = normal / Math.sqrt(3) + 2;
        double[] signs = {1, -4, 6, -4, 1};
        double sum = 0;
        for (int k = 0; k <= 4; k++) {
            sum += signs[k] * Math.pow(Math.max(0, x - k), 4);
        }
        return x >= 4 ? 1 : sum / 24;
    }

    @Test
    void valuesAreRoundedLogarithmsOfTheNumbers() {
        IntegerColumn column = new IntegerColumn(7.3, 2.7);

        new SplittableRandom(1).longs(10_000).forEach(bits -> {
            double exact = Math.log(column.number(bits) + 2.0);
            assertThat(column.value(bits)).isEqualTo((float) (Math.round(exact * 1000) / 1000.0));
        });
        assertThat(column.number(0)).isZero();
        assertThat(column.number(-1)).isBetween(10_000_000, 20_000_000);
    }
}
