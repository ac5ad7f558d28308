package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.sparse.cache.RowCase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VwParserTest {

    private static final int MASK = (1 << 24) - 1;

    @Test
    void labelsWeightsTagsNamespacesAndValuesAreRead() throws BadRowException {
        List<RowCase> rows = Lines.parse(new VwParser(24, 0), """
                1 |a x y:2
                -1 0.5 'tag|a x |b:2 x y:0.5
                0 3 tag| x:-1
                1 'a tag |
                1 'tag |\tx 17  z
                """.replace("'a tag", "'a_tag"));

        assertThat(rows)
                .containsExactly(
                        new RowCase(1, 1, List.of(id("a", "x"), id("a", "y")), List.of(1f, 2f)),
                        new RowCase(0, 0.5f, List.of(id("a", "x"), id("b", "x"), id("b", "y")), List.of(1f, 2f, 1f)),
                        new RowCase(0, 3, List.of(hash("x", 0) & MASK), List.of(-1f)),
                        new RowCase(1, 1, List.of(), List.of()),
                        new RowCase(1, 1, List.of(hash("x", 0) & MASK, 17, hash("z", 0) & MASK), List.of(1f, 1f, 1f)));
    }

    @Test
    void namesOfDigitsAreNumbersAboveTheirNamespace() throws BadRowException {
        List<RowCase> rows = Lines.parse(new VwParser(24, 0), "1 |a 12 345:2 | 0 99999999999\n");

        assertThat(rows.get(0).features())
                .containsExactly(
                        (hash("a", 0) + 12) & MASK, (hash("a", 0) + 345) & MASK, 0, (int) (99999999999L & MASK));
    }

    /** What the documents of Vowpal Wabbit show that its option --audit prints for these names, with its 18 bits. */
    @Test
    void featuresAreThoseThatVowpalWabbitPrints() throws BadRowException {
        List<RowCase> rows = Lines.parse(new VwParser(18, 0), """
                0 | price:.23 sqft:.25 age:.05 2006
                1 |myname myvalue
                """);

        assertThat(rows.get(0).features()).containsExactly(229902, 162853, 165201, 2006);
        assertThat(rows.get(0).values()).containsExactly(0.23f, 0.25f, 0.05f, 1f);
        assertThat(rows.get(1).features()).containsExactly(112555);
    }

    @Test
    void featuresWithoutNamesAreCounted() throws BadRowException {
        List<RowCase> rows = Lines.parse(new VwParser(24, 0), "1 |a :5 :6 x\n");

        assertThat(rows.get(0).features())
                .containsExactly(hash("a", 0) & MASK, (hash("a", 0) + 1) & MASK, id("a", "x"));
        assertThat(rows.get(0).values()).containsExactly(5f, 6f, 1f);
    }

    @Test
    void seedAndBitsDecideTheFeature() throws BadRowException {
        VwParser parser = new VwParser(10, 77);

        List<RowCase> rows = Lines.parse(parser, "1 |a x | y\n");

        assertThat(rows.get(0).features())
                .containsExactly(hash("x", hash("a", 77)) & 1023, hash("y", hash("", 77)) & 1023);
        assertThat(parser.space()).isEqualTo(1024);
        assertThat(new VwParser(31, 0).space()).isEqualTo(1L << 31);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '%',
            value = {
                "|a x % 0 % no label: found=|a, expected -1, 0 or 1",
                "1|a x % 0 % no label: found=1|a, expected a blank between label and |, or it is a tag",
                "2 |a x % 0 % bad label: found=2, expected -1, 0 or 1",
                "1 -2 |a x % 2 % bad importance: found=-2, expected a number of at least 0, a 'tag or |",
                "1 x |a x % 2 % bad importance: found=x, expected a number of at least 0, a 'tag or |",
                "1 2 3 |a x % 4 % no features: found=3, expected |",
                "1 % 1 % bad importance: found=, expected a number of at least 0, a 'tag or |",
                "1 2 % 3 % no features: found=, expected |",
                "1 |a:x y % 5 % bad scale: found=x, expected a finite number",
                "1 |a y:b % 7 % bad value: found=b, expected a finite number",
                "1 |a y:1:2 % 7 % bad value: found=1:2, expected a finite number",
                "1 |a y:1e40 % 7 % bad value: found=1e40, expected a finite number",
                "1 |a:1e30 y:1e30 % 10 % bad value: found=y:1e30, expected a finite number when it is scaled"
            })
    void badRowsAreRefusedWithTheirPlace(String line, int index, String message) {
        assertThatThrownBy(() -> Lines.parse(new VwParser(24, 0), line))
                .hasMessage(message)
                .extracting(e -> ((BadRowException) e).index())
                .isEqualTo(index);
    }

    private static int id(String space, String name) {
        return hash(name, hash(space, 0)) & MASK;
    }

    private static int hash(String text, int seed) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Murmur3.hash(bytes, 0, bytes.length, seed);
    }
}
