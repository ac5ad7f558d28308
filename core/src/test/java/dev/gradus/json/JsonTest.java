package dev.gradus.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 200).mapToObj(SplittableRandom::new);
    }

    @Test
    void writesCompactlyInTheOrderOfTheMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("z", 1L);
        map.put("a", List.of(true, "x", 2.5));
        map.put("none", null);

        assertThat(Json.write(map)).isEqualTo("{\"z\":1,\"a\":[true,\"x\",2.5],\"none\":null}");
    }

    @Test
    void writesPrettyWithListsOfScalarsOnOneLine() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("sizes", new long[] {1, 2});
        map.put("rows", List.of(Map.of("loss", 0.5), Map.of()));
        map.put("empty", List.of());

        assertThat(Json.pretty(map)).isEqualTo("""
                        {
                          "sizes": [1, 2],
                          "rows": [
                            {
                              "loss": 0.5
                            },
                            {}
                          ],
                          "empty": []
                        }""");
    }

    @Test
    void writesArraysOfNumbers() {
        assertThat(Json.write(new double[] {1, -0.0, 1e300})).isEqualTo("[1.0,-0.0,1.0E300]");
        assertThat(Json.write(new float[] {0.1f, 16777216f})).isEqualTo("[0.1,1.6777216E7]");
        assertThat(Json.write(new long[] {Long.MIN_VALUE, 0})).isEqualTo("[-9223372036854775808,0]");
        assertThat(Json.write(new int[] {7})).isEqualTo("[7]");
        assertThat(Json.write(new Object[] {"a", null})).isEqualTo("[\"a\",null]");
    }

    @Test
    void writesNumbersThatJsonLacksAsNull() {
        assertThat(Json.write(new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}))
                .isEqualTo("[null,null,null]");
        assertThat(Json.write(Float.NaN)).isEqualTo("null");
    }

    @Test
    void writesNoMoreDigitsThanReadBackNeeds() {
        // Both have a digit too many in toString before JDK 19.
        assertThat(Json.write(Math.scalb(1.0, -44))).isEqualTo("5.684341886080802E-14");
        assertThat(Json.write(2.0e-3)).isEqualTo("0.002");
        assertThat(Json.write(Double.parseDouble("1e23"))).isEqualTo("1.0E23");
        assertThat(Json.write(100.0)).isEqualTo("100.0");
        assertThat(Json.write(1234567.0)).isEqualTo("1234567.0");
        assertThat(Json.write(1.0e7)).isEqualTo("1.0E7");
        assertThat(Json.write(-1.5e-9f)).isEqualTo("-1.5E-9");
    }

    /** Most of these take a shorter way, and must come out as others do. */
    @ParameterizedTest
    @MethodSource("cases")
    void numbersOfFewDecimalsHaveNoDigitTooMany(SplittableRandom random) {
        int decimals = random.nextInt(1, 11);
        BigDecimal exact = BigDecimal.valueOf(random.nextLong(1, (long) Math.pow(10, random.nextInt(1, 16))), decimals);
        double value = exact.doubleValue();

        String text = Json.write(value);

        assertThat(new BigDecimal(text)).isEqualByComparingTo(exact);
        assertThat(text.contains("E")).isEqualTo(value < 1e-3 || value >= 1e7);
        assertThat(text).matches("\\d+\\.(\\d|\\d+[1-9])(E-?\\d+)?");
        assertThat(Json.write(-value)).isEqualTo("-" + text);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void numbersReadBackBitByBit(SplittableRandom random) {
        double value = Double.longBitsToDouble(random.nextLong());
        float small = Float.intBitsToFloat(random.nextInt());
        long whole = random.nextLong() >> random.nextInt(64);

        assertThat(Json.parse(Json.write(value))).isEqualTo(Double.isFinite(value) ? value : null);
        assertThat(Json.parse(Json.write(whole))).isEqualTo(whole);
        if (Float.isFinite(small)) {
            assertThat(Float.parseFloat(Json.write(small))).isEqualTo(small);
            assertThat(Json.write(small).length())
                    .isLessThanOrEqualTo(Float.toString(small).length());
        }
    }

    @Test
    void escapesWhatMustBeEscaped() {
        String text = "\"\\/\b\f\n\r\t\u0000\u001f\u007fé\u2028";

        assertThat(Json.write(text)).isEqualTo("\"\\\"\\\\/\\b\\f\\n\\r\\t\\u0000\\u001f\\u007fé\u2028\"");
        assertThat(Json.parse(Json.write(text))).isEqualTo(text);
    }

    @Test
    void keepsSurrogatePairsAndEscapesHalfOnes() {
        assertThat(Json.write("\uD83D\uDE00")).isEqualTo("\"\uD83D\uDE00\"");
        assertThat(Json.write("\uD83D")).isEqualTo("\"\\ud83d\"");
        assertThat(Json.write("\uDE00\uD83D")).isEqualTo("\"\\ude00\\ud83d\"");
        assertThat(Json.parse("\"\\uD83D\\uDE00\"")).isEqualTo("\uD83D\uDE00");
    }

    @Test
    void readsEveryKindOfValue() {
        Object value =
                Json.parse(" { \"a\" : [ 1 , -2.5e1 , true , false , null , \"\\u0041\\/\" ] , \"b\" : { } }\r\n\t");

        Map<String, Object> expected = new LinkedHashMap<>();
        expected.put("a", Arrays.asList(1L, -25.0, true, false, null, "A/"));
        expected.put("b", Map.of());
        assertThat(value).isEqualTo(expected);
    }

    @Test
    void wholeNumbersBeyondLongBecomeDoubles() {
        assertThat(Json.parse("9223372036854775807")).isEqualTo(Long.MAX_VALUE);
        assertThat(Json.parse("9223372036854775808")).isEqualTo(0x1p63);
        assertThat(Json.parse("100000000000000000000000000")).isEqualTo(1e26);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void randomValuesReadBack(SplittableRandom random) {
        Object value = randomValue(random, 0);

        assertThat(Json.parse(Json.write(value))).isEqualTo(value);
        assertThat(Json.parse(Json.pretty(value))).isEqualTo(value);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void damagedTextNeverGivesMoreThanAJsonException(SplittableRandom random) {
        String damage = "{}[]\",:\\u0e-. \n\uFFFF";
        StringBuilder text = new StringBuilder(Json.write(randomValue(random, 0)));
        for (int i = 0; i < 3; i++) {
            text.setCharAt(random.nextInt(text.length()), damage.charAt(random.nextInt(damage.length())));
        }

        try {
            Object read = Json.parse(text.toString());
            assertThat(Json.parse(Json.write(read))).isEqualTo(read);
        } catch (JsonException e) {
            assertThat(e).hasMessageStartingWith("not JSON: ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "\"",
                "\"a",
                "{\"a\"}",
                "{\"a\":}",
                "{\"a\":1,}",
                "{,}",
                "{a:1}",
                "{'a':1}",
                "[1,]",
                "[,1]",
                "[1 2]",
                "01",
                "-",
                "+1",
                "1.",
                ".5",
                "1e",
                "1e+",
                "--1",
                "0x10",
                "NaN",
                "Infinity",
                "nul",
                "True",
                "1 1",
                "[1]]",
                "\"\\x\"",
                "\"\\u12g4\"",
                "\"\\u123\"",
                "\"\\",
                "\"\t\"",
                "\"\u0000\"",
                "//c\n1",
                "1e999",
                "\uFEFF1",
                "\u00a01",
                "\"\\u\uFF11111\"",
                "\"\uFFFF",
                "\uFFFF",
                "1\uFFFF",
                "\u0661"
            })
    void refusesWhatIsNotStrictJson(String text) {
        assertThatThrownBy(() -> Json.parse(text)).isInstanceOf(JsonException.class);
    }

    @Test
    void messagesGiveLineAndColumn() {
        assertThatThrownBy(() -> Json.parse("{\n  \"a\" 1}"))
                .isInstanceOf(JsonException.class)
                .hasMessage("not JSON: expected ':', found '1', line=2, column=7");
        assertThatThrownBy(() -> Json.parse("[1,\n"))
                .hasMessage("not JSON: expected a value, found the end of the text, line=2, column=1");
        assertThatThrownBy(() -> Json.parse("{\"a\":1,\n\"a\":2}"))
                .hasMessage("not JSON: name stands twice: name=a, line=2, column=1");
        assertThatThrownBy(() -> Json.parse("\"a\nb\""))
                .hasMessage("not JSON: bare control character in a text: code=10, line=1, column=3");
    }

    @Test
    void nestingIsCappedInBothDirections() {
        String deepest = "[".repeat(64) + "]".repeat(64);
        assertThat(Json.write(Json.parse(deepest))).isEqualTo(deepest);

        assertThatThrownBy(() -> Json.parse("[".repeat(1_000_000)))
                .hasMessage("not JSON: nested too deeply: depth=65, line=1, column=65");
        List<Object> cycle = new ArrayList<>();
        cycle.add(cycle);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Json.write(cycle))
                .withMessage("nested too deeply for JSON: depth=65");
    }

    @Test
    void refusesTypesItHasNoTextFor() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Json.write(new Object()))
                .withMessage("no JSON for this type: type=java.lang.Object");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Json.write(Map.of(1, 2)))
                .withMessage("a name in JSON is a text: key=1");
    }

    @Test
    void parseObjectRefusesOtherValues() {
        assertThat(Json.parseObject("{\"a\":1}")).isEqualTo(Map.of("a", 1L));
        assertThatThrownBy(() -> Json.parseObject("[]")).hasMessage("not JSON: expected an object, line=1, column=1");
    }

    private static Object randomValue(SplittableRandom random, int depth) {
        return switch (random.nextInt(depth > 4 ? 4 : 7)) {
            case 0 -> random.nextLong() >> random.nextInt(64);
            case 1 -> random.nextDouble(-1e9, 1e9);
            case 2 -> random.nextBoolean();
            case 3 -> randomText(random);
            case 4 ->
                Stream.generate(() -> randomValue(random, depth + 1))
                        .limit(random.nextInt(5))
                        .toList();
            default -> {
                Map<String, Object> map = new LinkedHashMap<>();
                for (int i = random.nextInt(5); i > 0; i--) {
                    map.put(randomText(random), randomValue(random, depth + 1));
                }
                yield map;
            }
        };
    }

    private static String randomText(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append((char) random.nextInt(random.nextBoolean() ? 0x80 : 0x10000));
        }
        return text.toString();
    }
}
