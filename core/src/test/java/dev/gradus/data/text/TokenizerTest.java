package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TokenizerTest {

    @ParameterizedTest
    @CsvSource({"simple, \\W", "whitespace, \\s"})
    void separatorsAreThoseOfUnicode(String name, String pattern) {
        Pattern separator = Pattern.compile(pattern, Pattern.UNICODE_CHARACTER_CLASS);
        Tokenizer tokenizer = Tokenizer.of(name);

        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            assertThat(tokenizer.separates(character))
                    .as("U+%04X", character)
                    .isEqualTo(separator.matcher(Character.toString(character)).matches());
        }
    }

    @Test
    void eachCutsAsItsNameSays() {
        String text = "The CAT_s, 7×naïve—é!\nİ 42 x";

        assertThat(words("simple", text)).containsExactly("the", "cat_s", "7", "naïve", "é", "|", "i", "42", "x");
        assertThat(words("whitespace", text)).containsExactly("The", "CAT_s,", "7×naïve—é!", "|", "İ", "42", "x");
        assertThat(words("text8", text))
                .containsExactly("the", "cat", "s", "seven", "na", "ve", "|", "four", "two", "x");
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "whitespace", "text8"})
    void wordsAreThoseOfTheNaiveTokenizer(String name) {
        for (int seed = 0; seed < 300; seed++) {
            String text = NaiveText.random(new SplittableRandom(seed), 60, 100);

            List<String> found = new ArrayList<>(words(name, text));
            found.removeIf(word -> word.equals("|"));

            assertThat(found).as("seed %d", seed).isEqualTo(NaiveText.words(name, text));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "whitespace", "text8"})
    void theFirstBadByteIsWhereTheDecoderOfTheJdkFindsIt(String name) {
        for (int seed = 0; seed < 2000; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = NaiveText.random(random, 20, 100).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 2; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) (0x80 + random.nextInt(0x80));
            }
            int expected = firstBad(bytes);

            int found = scan(name, bytes, new ArrayList<>());

            assertThat(found).as("seed %d", seed).isEqualTo(expected);
        }
    }

    @Test
    void longFormsSurrogatesAndWhatIsBeyondUnicodeAreBad() {
        for (String hex : List.of("c080", "c1bf", "e08080", "e09fbf", "eda080", "f0808080", "f08fbfbf", "f4908080")) {
            byte[] bytes = java.util.HexFormat.of().parseHex("61" + hex + "61");
            assertThat(scan("simple", bytes, new ArrayList<>())).as(hex).isEqualTo(1);
        }
        for (String hex : List.of("c280", "e0a080", "ed9fbf", "ee8080", "f0908080", "f48fbfbf")) {
            byte[] bytes = java.util.HexFormat.of().parseHex("61" + hex + "61");
            assertThat(scan("text8", bytes, new ArrayList<>())).as(hex).isEqualTo(bytes.length);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "whitespace", "text8"})
    void aNulIsBadWhereverItStands(String name) {
        for (String text : List.of("\0", "a\0", "é\0b", "a \0", "\n\0")) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            assertThat(bytes[scan(name, bytes, new ArrayList<>())]).isZero();
        }
    }

    @Test
    void anUnknownNameIsRefused() {
        assertThatThrownBy(() -> Tokenizer.of("simpl")).hasMessageStartingWith("no such tokenizer: name=simpl");
    }

    private static List<String> words(String name, String text) {
        List<String> words = new ArrayList<>();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThat(scan(name, bytes, words)).isEqualTo(bytes.length);
        return words;
    }

    private static int scan(String name, byte[] bytes, List<String> words) {
        byte[] roomy = Arrays.copyOf(bytes, bytes.length + Tokenizer.SLACK);
        return Tokenizer.of(name).scan(roomy, 0, bytes.length, new WordSink() {
            @Override
            public void word(byte[] word, int from, int length) {
                assertThat(word.length).isGreaterThanOrEqualTo(from + length + Tokenizer.SLACK);
                words.add(new String(word, from, length, StandardCharsets.UTF_8));
            }

            @Override
            public void line() {
                words.add("|");
            }
        });
    }

    private static int firstBad(byte[] bytes) {
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CoderResult result =
                StandardCharsets.UTF_8.newDecoder().decode(in, CharBuffer.allocate(bytes.length + 1), true);
        return result.isMalformed() ? in.position() : bytes.length;
    }
}
