package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "1",
                "+1",
                "0.5",
                ".5",
                "5.",
                "-12.75",
                "9007199254740993",
                "123456789012345678901234567890",
                "0.00000000000000000000000000000000001",
                "1e10",
                "1E-3",
                "2.5e+4",
                "1e400",
                "-1e-400",
                "3.4028235e38",
                "000000000000000000000000000001.5",
                "0.1234567890123456789"
            })
    void numbersAreThoseOfTheJdk(String text) {
        assertThat(read(text)).isEqualTo(Double.parseDouble(text));
    }

    @Test
    void randomNumbersAreThoseOfTheJdk() {
        SplittableRandom random = new SplittableRandom(4);
        for (int i = 0; i < 20_000; i++) {
            double value = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-20, 20));
            String text = i % 2 == 0
                    ? Double.toString(value)
                    : String.format(Locale.ROOT, "%." + random.nextInt(12) + "f", value);
            assertThat(read(text)).as(text).isEqualTo(Double.parseDouble(text));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "+", ".", "-.", "e5", "1e", "1e+", "nan", "inf", "x", "--1"})
    void whatIsNoNumberIsNotRead(String text) {
        assertThat(read(text)).isNaN();
    }

    private static double read(String text) {
        Decimal decimal = new Decimal();
        double value = decimal.read((text + "\n").getBytes(StandardCharsets.US_ASCII), 0);
        if (!Double.isNaN(value)) {
            assertThat(decimal.end()).isEqualTo(text.length());
        }
        return value;
    }
}
