package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which words are listed, in which order, and how a list is stored. */
class VocabularyTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void wordsAreInOrderOfFrequencyAndThenOfBytes() throws IOException {
        Vocabulary vocabulary = choose("b b \uFF5E 𐐀 a a c zz zz zz é", 1, 0);

        // In UTF-16 the supplementary character would come before U+FF5E.
        assertThat(vocabulary.words()).containsExactly("zz", "a", "b", "c", "é", "\uFF5E", "𐐀");
        assertThat(counts(vocabulary)).containsExactly(3, 2, 2, 1, 1, 1, 1);
        assertThat(choose("b b a a c", 2, 0).words()).containsExactly("a", "b");
    }

    @Test
    void aLimitedVocabularyHasUnknownAtItsPlace() throws IOException {
        assertThat(lines(choose("a a a a b b b c d", 1, 3))).containsExactly("a 4", "b 3", "<UNK> 2");
        assertThat(lines(choose("a a a a b b b c c d e", 1, 3))).containsExactly("<UNK> 4", "a 4", "b 3");
        assertThat(lines(choose("a a b c d e", 2, 100))).containsExactly("<UNK> 4", "a 2");
        assertThat(lines(choose("a a b", 1, 3))).containsExactly("a 2", "b 1", "<UNK> 0");
    }

    @Test
    void unknownWordsOfTheTextItselfCountAsUnknown() throws IOException {
        assertThat(lines(choose("a a a <UNK> <UNK> b c", 1, 2))).containsExactly("<UNK> 4", "a 3");
        assertThat(lines(choose("a a a <UNK> <UNK> b c", 2, 0))).containsExactly("<UNK> 4", "a 3");
    }

    @Test
    void fewerThanTwoWordsAreRefused() {
        assertThatThrownBy(() -> choose("a a a a a b c d", 5, 0))
                .isInstanceOf(DataException.class)
                .hasMessage("too few words in the vocabulary: words=1, different words in text=4, data.minCount=5,"
                        + " data.maxWords=0; lower data.minCount or give more text");
        assertThatThrownBy(() -> choose("a a a", 1, 10)).hasMessageContaining("words=1, different words in text=1");
        assertThatThrownBy(() -> choose("a b", 1, 1)).hasMessageContaining("words=1");
        assertThatThrownBy(() -> choose(" \n ", 1, 0)).hasMessage("text has no words");
    }

    @Test
    void aFileReadsBackAsItWasWritten() throws IOException {
        Vocabulary vocabulary = choose("größe größe 語彙 a a a \u200dx 'quoted,' 𐐀 \u001c", 1, 50);
        Path file = folder.resolve("v");

        VocabularyFile.write(file, vocabulary);
        Vocabulary read = VocabularyFile.read(file);

        assertThat(read.words()).isEqualTo(vocabulary.words());
        assertThat(counts(read)).isEqualTo(counts(vocabulary));
        assertThat(folder.resolve("v.partial")).doesNotExist();
    }

    @Test
    void aFileOfAnotherToolIsPutInOrder() throws IOException {
        Path file = Files.writeString(folder.resolve("v"), "</s> 0\r\nthe 7\r\nof\t9\r\n");

        assertThat(lines(VocabularyFile.read(file))).containsExactly("of 9", "the 7", "</s> 0");
    }

    @Test
    void badFilesAreRefusedWithTheLine() throws IOException {
        refused("a 1\nb\n", ": not a word and its count: file=%s, line=2, text=b");
        refused("a 1\nb x\n", ": not a word and its count: file=%s, line=2, text=b x");
        refused("a 1\n 2\n", ": not a word and its count: file=%s, line=2, text= 2");
        refused("a b 1\nc 2", ": not a word and its count: file=%s, line=1, text=a b 1");
        refused("a -1\nc 2", ": not a word and its count: file=%s, line=1, text=a -1");
        refused(
                "a 99999999999999999999\nc 2",
                ": not a word and its count: file=%s, line=1, text=a 99999999999999999999");
        refused("a 1\nb 1\na 2\n", ": word stands twice: file=%s, line=3, text=a 2");
        refused("", ": too few words in the vocabulary: file=%s, words=0");
        refused("a 3\n", ": too few words in the vocabulary: file=%s, words=1");
        Path file = Files.write(folder.resolve("v"), new byte[] {'a', ' ', '1', '\n', (byte) 0xFF});
        assertThatThrownBy(() -> VocabularyFile.read(file)).hasMessage("vocabulary is not UTF-8: file=" + file);
        assertThatThrownBy(() -> VocabularyFile.read(folder.resolve("x")))
                .hasMessage("cannot read vocabulary: file=" + folder.resolve("x") + ", file not found");
    }

    @Test
    void aFileThatCannotBeWrittenIsNamed() throws IOException {
        Vocabulary vocabulary = choose("a b", 1, 0);
        Path file = folder.resolve("none").resolve("v");

        assertThatThrownBy(() -> VocabularyFile.write(file, vocabulary))
                .hasMessage("cannot write vocabulary: file=" + file + ", folder does not exist or allows no files");
    }

    private void refused(String text, String message) throws IOException {
        Path file = Files.writeString(folder.resolve("v"), text);
        assertThatThrownBy(() -> VocabularyFile.read(file))
                .isInstanceOf(DataException.class)
                .hasMessage(String.format(message, file).substring(2));
    }

    private Vocabulary choose(String text, long minCount, int maxWords) throws IOException {
        Path file = Files.writeString(folder.resolve("text"), text);
        try {
            return TextCase.vocabulary(TextCase.job(file, "whitespace", WordCutter.USUAL, 2), minCount, maxWords);
        } finally {
            Files.delete(file);
        }
    }

    private static List<String> lines(Vocabulary vocabulary) {
        return new String(VocabularyFile.text(vocabulary), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static long[] counts(Vocabulary vocabulary) {
        return LongStream.range(0, vocabulary.size())
                .map(id -> vocabulary.count((int) id))
                .toArray();
    }
}
