package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EncodedCorpusTest {

    @TempDir
    Path folder = Path.of("");

    private Path file = Path.of("");
    private Vocabulary vocabulary = new Vocabulary(List.of(), new long[0]);
    private List<Integer> expected = List.of();

    @BeforeEach
    void encode() throws IOException {
        String text = NaiveText.random(new SplittableRandom(3), 400, 20);
        Path source = TextCase.plain(folder.resolve("text"), text);
        TextJob job = TextCase.job(source, "simple", new WordCutter(100, 1000), 3);
        vocabulary = TextCase.vocabulary(job, 1, 12);
        file = folder.resolve("tokens");
        CorpusEncoder.encode(job, new CorpusEncoder.Sentences(9, true), vocabulary, TextCase.FINGERPRINT, file);
        expected = NaiveText.tokens("simple", text, vocabulary, 9);
    }

    @Test
    void anyTokensAreReadThroughMapsOfAnySize() throws IOException {
        SplittableRandom random = new SplittableRandom(5);
        for (int mapTokens : new int[] {1, 7, 64, 1 << 20}) {
            Corpus corpus = EncodedCorpus.open(file, TextCase.FINGERPRINT, vocabulary, mapTokens);
            assertThat(TextCase.all(corpus)).isEqualTo(expected);
            for (int i = 0; i < 200; i++) {
                int from = random.nextInt(expected.size() + 1);
                int count = random.nextInt(expected.size() + 1 - from);
                int[] into = new int[count + 1];
                corpus.read(from, into, count);
                assertThat(Arrays.stream(into, 0, count).boxed().toList())
                        .isEqualTo(expected.subList(from, from + count));
            }
        }
    }

    @Test
    void tokensThatAreNotThereAreRefused() throws IOException {
        Corpus corpus = EncodedCorpus.open(file, TextCase.FINGERPRINT, vocabulary);
        int length = expected.size();

        assertThatThrownBy(() -> corpus.read(length, new int[1], 1))
                .hasMessage("no such tokens: from=" + length + ", count=1, length=" + length);
        assertThatThrownBy(() -> corpus.read(-1, new int[1], 1)).hasMessageStartingWith("no such tokens");
        assertThatThrownBy(() -> corpus.read(0, new int[1], 2)).hasMessageStartingWith("no such tokens");
    }

    @Test
    void blocksAreReadFromIt() throws IOException {
        Corpus corpus = EncodedCorpus.open(file, TextCase.FINGERPRINT, vocabulary);
        TextBlock block = new TextBlock(64);

        block.read(corpus, 2, TextBlock.count(corpus, 64) - 1);

        assertThat(Arrays.stream(block.tokens(), 0, block.length()).boxed().toList())
                .isEqualTo(expected.subList(expected.size() / 64 * 64, expected.size()));
    }

    @Test
    void anyDamagedByteIsFound() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at += at < 200 ? 1 : 7) {
            byte[] damaged = whole.clone();
            damaged[at] ^= 1;
            Files.write(file, damaged);

            assertThatThrownBy(() -> EncodedCorpus.open(file, TextCase.FINGERPRINT, vocabulary))
                    .as("byte %d", at)
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("file=" + file);
        }
    }

    @Test
    void anyTruncatedFileIsFound() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length += 1 + length / 50) {
            Files.write(file, Arrays.copyOf(whole, length));

            assertThatThrownBy(() -> EncodedCorpus.open(file, TextCase.FINGERPRINT, vocabulary))
                    .as("%d bytes", length)
                    .isInstanceOf(DataException.class)
                    .hasMessageContaining("file=" + file);
        }
    }

    @Test
    void anotherTextOrVocabularyIsRefused() {
        Vocabulary other = new Vocabulary(List.of("a", "b"), new long[] {2, 1});

        assertThatThrownBy(() -> EncodedCorpus.open(file, "00".repeat(32), vocabulary))
                .hasMessage("encoded corpus is of another text or of other settings: file=" + file);
        assertThatThrownBy(() -> EncodedCorpus.open(file, TextCase.FINGERPRINT, other))
                .hasMessage("encoded corpus has another vocabulary: file=" + file);
    }
}
