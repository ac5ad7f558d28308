package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class WordTextTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 200).mapToObj(SplittableRandom::new);
    }

    /** Characters that mean something to a text, or to us, come as often as all others. */
    private static String word(SplittableRandom random) {
        String special = " \\\t\n\u0000\u00a0\u2028\u3000\uFEFFe0";
        StringBuilder word = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            if (random.nextBoolean()) {
                word.append(special.charAt(random.nextInt(special.length())));
            } else {
                word.append((char) random.nextInt(0xD800));
            }
        }
        return word.toString();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyWordComesBackFromOneWordOfAText(SplittableRandom random) {
        String word = word(random);

        String text = WordText.written(word);

        assertThat(WordText.read(text)).isEqualTo(word);
        assertThat(text).isNotEmpty().doesNotContainPattern("[\\s\\p{Z}\\p{Cc}\\uFEFF]");
    }

    @ParameterizedTest
    @MethodSource("cases")
    void bytesOfAWordAreWrittenAsItsCharactersAre(SplittableRandom random) {
        String word = random.nextBoolean() ? word(random) : Long.toHexString(random.nextLong());

        assertThat(new String(WordText.written(word.getBytes(UTF_8)), UTF_8)).isEqualTo(WordText.written(word));
    }

    @ParameterizedTest
    @ValueSource(strings = {"word", "naïve", "東京", "😀", "a:b"})
    void aPlainWordStaysAsItIs(String word) {
        assertThat(WordText.written(word)).isEqualTo(word);
    }

    @Test
    void wordsThatATextWouldCutAreRefused() {
        assertThat(WordText.written("x".repeat(255))).hasSize(255);
        assertThatThrownBy(() -> WordText.written("x".repeat(256)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("word is too long: bytes=256, most=255, word=xxx");
        assertThatThrownBy(() -> WordText.written("x".repeat(256).getBytes(UTF_8)))
                .hasMessageStartingWith("word is too long: bytes=256, most=255, word=xxx");
        assertThatThrownBy(() -> WordText.written("a\uD800"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("word has half a character: ");
    }
}
