package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gradus.cli.PlainYaml.Entry;
import dev.gradus.cli.PlainYaml.Place;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlainYamlTest {

    private static final String JOB =
            "seed: 1\ndata:\n  kind: linear # set\n  rows: 1e6\nname: \"a\\tb\"\nmodel: {kind: x}\n";

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 100).mapToObj(SplittableRandom::new);
    }

    @Test
    void everyKeyHasItsPathAndPlace() throws Exception {
        List<Entry> entries = PlainYaml.entries("seed: 1\ndata:\n  rows: '5'\n  a.b: x\n", path -> false);

        assertThat(entries)
                .containsExactly(
                        new Entry("seed", new Place(1, 1), new Scalar("1", false)),
                        new Entry("data", new Place(2, 1), null),
                        new Entry("data.rows", new Place(3, 3), new Scalar("5", true)),
                        new Entry("data.a.b", new Place(4, 3), new Scalar("x", false)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a: \"\\U00110000\"", "a: \"\\UFFFFFFFF\"", "a: \"\\xZZ\"", "%YAML 9.9\n--- 1", "%TAG ! x"})
    void textThatUpsetsTheParserIsRefused(String text) {
        assertThatExceptionOfType(YamlException.class)
                .isThrownBy(() -> PlainYaml.entries(text, path -> false))
                .withMessageNotContaining("\n");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyTextIsReadOrRefusedInOneLine(SplittableRandom random) {
        for (int i = 0; i < 50; i++) {
            String text = mutated(random);
            try {
                assertThat(PlainYaml.entries(text, path -> false)).isNotNull();
            } catch (YamlException e) {
                assertThat(e.getMessage()).as(text).isNotEmpty().doesNotContain("\n");
            }
        }
    }

    /** A job with some of its characters replaced, doubled or dropped. */
    private static String mutated(SplittableRandom random) {
        String special = " \n\t:#-?,[]{}&*!|>'\"%@`\\.~<0xUu\u0000\u0085\uFEFF\uD800";
        StringBuilder text = new StringBuilder(JOB);
        for (int i = random.nextInt(1, 8); i > 0; i--) {
            int at = random.nextInt(text.length());
            char c = special.charAt(random.nextInt(special.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, c);
                case 1 -> text.insert(at, String.valueOf(c).repeat(random.nextInt(1, 4)));
                default -> text.delete(at, at + random.nextInt(1, 4));
            }
        }
        return text.toString();
    }
}
