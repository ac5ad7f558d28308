package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class WordTableTest {

    @Test
    void wordsAreNumberedAsInAHashMap() {
        SplittableRandom random = new SplittableRandom(1);
        WordTable table = new WordTable(1);
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (int i = 0; i < 200_000; i++) {
            // Few letters and lengths around multiples of eight, so that words often share their first bytes.
            String word = "ab".repeat(random.nextInt(9)) + Integer.toString(random.nextInt(30_000), 3);
            Integer known = expected.putIfAbsent(word, expected.size());
            int number = known == null ? expected.size() - 1 : known;

            assertThat(find(table, word)).isEqualTo(known == null ? -1 : known);
            assertThat(add(table, word)).isEqualTo(number);
        }

        assertThat(table.size()).isEqualTo(expected.size());
        expected.forEach((word, number) -> {
            assertThat(find(table, word)).isEqualTo(number);
            assertThat(new String(table.bytes(number), StandardCharsets.UTF_8)).isEqualTo(word);
        });
    }

    @Test
    void whatStandsBehindAWordDoesNotMatter() {
        WordTable table = new WordTable(10);
        byte[] first = "word and more of it".getBytes(StandardCharsets.UTF_8);
        byte[] second = "my word, another text".getBytes(StandardCharsets.UTF_8);

        assertThat(table.add(first, 0, 4)).isEqualTo(table.find(second, 3, 4)).isZero();
        assertThat(table.find(second, 3, 5)).isEqualTo(-1);
    }

    @Test
    void aLongWordIsCutBetweenCharacters() {
        WordTable table = new WordTable(10);

        int number = add(table, "語".repeat(1000));

        assertThat(new String(table.bytes(number), StandardCharsets.UTF_8)).isEqualTo("語".repeat(85));
        assertThat(find(table, "語".repeat(86))).isEqualTo(number);
        assertThat(find(table, "語".repeat(84))).isEqualTo(-1);
        assertThat(table.bytes(add(table, "x".repeat(256)))).hasSize(255);
        assertThat(table.bytes(add(table, "é".repeat(128)))).hasSize(254);
    }

    private static int add(WordTable table, String word) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        return table.add(Arrays.copyOf(bytes, bytes.length + Tokenizer.SLACK), 0, bytes.length);
    }

    private static int find(WordTable table, String word) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        return table.find(Arrays.copyOf(bytes, bytes.length + Tokenizer.SLACK), 0, bytes.length);
    }
}
