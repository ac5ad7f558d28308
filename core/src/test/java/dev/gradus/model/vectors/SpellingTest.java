package dev.gradus.model.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.text.Vocabulary;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpellingTest {

    private static final Vocabulary WORDS =
            RandomVectors.vocabulary(List.of("the", "colour", "color", "collar", "athens", "house", "colours"));

    @Test
    void fewestEditsComeFirstThenTheMoreFrequent() {
        assertThat(Spelling.near("colur", WORDS, 3)).containsExactly("colour", "color", "collar");
        assertThat(Spelling.near("colur", WORDS, 1)).containsExactly("colour");
        assertThat(Spelling.near("Athens", WORDS, 5)).containsExactly("athens");
        assertThat(Spelling.near("xyzzy", WORDS, 5)).isEmpty();
    }

    @Test
    void suggestionsReadAsASentence() {
        assertThat(Spelling.didYouMean("athen", WORDS, 5)).isEqualTo("; did you mean 'athens'?");
        assertThat(Spelling.didYouMean("hte", WORDS, 5)).isEqualTo("; did you mean 'the'?");
        assertThat(Spelling.didYouMean("xyzzy", WORDS, 5)).isEmpty();
    }
}
