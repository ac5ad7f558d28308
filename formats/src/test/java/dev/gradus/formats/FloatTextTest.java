package dev.gradus.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FloatTextTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyFloatReadsBackBitForBit(SplittableRandom random) {
        for (int i = 0; i < 2_000; i++) {
            float value = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(value)) {
                assertThat(Float.floatToRawIntBits(parse(text(value)))).isEqualTo(Float.floatToRawIntBits(value));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void noShorterTextReadsBackTheSame(SplittableRandom random) {
        for (int i = 0; i < 300; i++) {
            float value = i % 2 == 0 ? random.nextInt(1 << 24) * 1e-5f : Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(value) && value != 0) {
                int digits = significant(text(value));

                assertThat(digits).as(text(value)).isEqualTo(fewestDigits(value));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void decimalNumbersAreReadAsTheJdkReadsThem(SplittableRandom random) {
        for (int i = 0; i < 2_000; i++) {
            String text = decimal(random);

            assertThat(Float.floatToRawIntBits(parse(text)))
                    .as(text)
                    .isEqualTo(Float.floatToRawIntBits(Float.parseFloat(text)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "16777217, 16777216",
        "16777217.0000001, 16777218",
        "1.00000005960464477539062, 1",
        "1.00000005960464477539063, 1.0000001",
        "1e-46, 0",
        "1.4e-45, 1.4E-45",
        "-0, -0.0",
        "+1.5, 1.5",
        ".5, 0.5",
        "5., 5",
        "3.4028236e38, Infinity",
        "1e999999999999, Infinity",
        "0e999999999999, 0"
    })
    void hardNumbersAreReadExactly(String text, float expected) {
        assertThat(parse(text)).isEqualTo(expected);
        assertThat(parse("  " + text + "\t")).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "-0.0, -0",
        "1, 1",
        "100, 100",
        "0.1, 0.1",
        "-12.5, -12.5",
        "1e-7, 1e-7",
        "0.001, 0.001",
        "123456.79, 123456.79",
        "3.4028235e38, 34028235e31",
        "1.4e-45, 1e-45",
        "2e10, 2e10",
        "16777216, 16777216"
    })
    void textsAreShort(float value, String expected) {
        assertThat(text(value)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", " ", "abc", "1f", "1d", "0x10", "1e", "1e+", "--1", "1.2.3", ".", "-", "1 2", "1,5", "NA"})
    void otherTextsAreRefused(String text) {
        assertThatThrownBy(() -> parse(text)).isInstanceOf(NumberFormatException.class);
    }

    @Test
    void namesOfSpecialValuesAreReadButNotWritten() {
        assertThat(parse("NaN")).isNaN();
        assertThat(parse("-inf")).isEqualTo(Float.NEGATIVE_INFINITY);
        assertThat(parse("Infinity")).isEqualTo(Float.POSITIVE_INFINITY);
        assertThatThrownBy(() -> text(Float.NaN)).hasMessage("not a finite number: value=NaN");
    }

    private static float parse(String text) {
        return FloatText.parse(("x" + text + "9").toCharArray(), 1, 1 + text.length());
    }

    private static String text(float value) {
        StringBuilder out = new StringBuilder();
        FloatText.append(out, value);
        return out.toString();
    }

    private static String decimal(SplittableRandom random) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
        int digits = 1 + random.nextInt(random.nextInt(5) == 0 ? 25 : 9);
        int point = random.nextInt(digits + 1);
        for (int i = 0; i < digits; i++) {
            text.append(i == point ? "." : "").append(random.nextInt(10));
        }
        return random.nextInt(3) == 0
                ? text.append('e').append(random.nextInt(-50, 45)).toString()
                : text.toString();
    }

    private static int significant(String text) {
        return new BigDecimal(text).stripTrailingZeros().precision();
    }

    private static int fewestDigits(float value) {
        BigDecimal exact = new BigDecimal(value);
        int digits = 1;
        while (!near(value, exact, digits)) {
            digits++;
        }
        return digits;
    }

    /** Whether the number of so many digits just below or above the value reads back to it. */
    private static boolean near(float value, BigDecimal exact, int digits) {
        BigDecimal down = exact.round(new MathContext(digits, java.math.RoundingMode.DOWN));
        BigDecimal up = exact.round(new MathContext(digits, java.math.RoundingMode.UP));
        return down.floatValue() == value || up.floatValue() == value;
    }
}
