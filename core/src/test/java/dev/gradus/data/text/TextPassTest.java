package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counting and encoding by any number of threads and with any cuts, against the naive pipeline. */
@Timeout(60)
class TextPassTest {

    @TempDir
    Path folder = Path.of("");

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"simple", "whitespace", "text8"})
    void countsAreTheSameWithEveryBorderAndAnyNumberOfThreads(String tokenizer) throws IOException {
        String text = NaiveText.random(new SplittableRandom(7), 120, 30);
        Path plain = TextCase.plain(folder.resolve("a.txt"), text);
        Path packed = TextCase.packed(folder.resolve("a.gz"), text);
        Map<String, Long> expected = NaiveText.counts(tokenizer, text);

        for (int pieceBytes = 1; pieceBytes < 70; pieceBytes++) {
            WordCutter cutter = new WordCutter(pieceBytes, 300);
            int threads = 1 + pieceBytes % 8;
            assertThat(TextCase.counts(TextCase.job(plain, tokenizer, cutter, threads)))
                    .as("pieces of %d bytes, %d threads", pieceBytes, threads)
                    .isEqualTo(expected);
            assertThat(TextCase.counts(TextCase.job(packed, tokenizer, cutter, threads)))
                    .as("packed, pieces of %d bytes, %d threads", pieceBytes, threads)
                    .isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"simple", "whitespace", "text8"})
    void tokensAreThoseOfTheNaivePipeline(String tokenizer) throws IOException {
        for (int seed = 0; seed < 12; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String text = NaiveText.random(random, 1 + random.nextInt(600), 20);
            Path plain = TextCase.plain(folder.resolve("a.txt"), text + "the the THE the xy seven\n");
            Path packed = TextCase.packed(folder.resolve("b.gz"), Files.readString(plain));
            WordCutter cutter = new WordCutter(1 + random.nextInt(500), 1000);
            int maxWords = seed % 3 == 0 ? 0 : 3 + random.nextInt(10);
            int sentence = 2 + random.nextInt(20);
            Vocabulary vocabulary =
                    TextCase.vocabulary(TextCase.job(plain, tokenizer, cutter, 1), 1 + seed % 2, maxWords);
            List<Integer> expected = NaiveText.tokens(tokenizer, Files.readString(plain), vocabulary, sentence);

            for (Path source : List.of(plain, packed)) {
                int threads = 1 + random.nextInt(8);
                TextJob job = TextCase.job(source, tokenizer, cutter, threads);
                assertThat(TextCase.vocabulary(job, 1 + seed % 2, maxWords).words())
                        .isEqualTo(vocabulary.words());
                assertThat(encode(job, sentence, true, vocabulary))
                        .as("seed %d, %s, %d threads", seed, source, threads)
                        .isEqualTo(expected);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anEndlessLineIsCutIntoSentencesAndLosesNoWord(boolean lines) throws IOException {
        for (int seed = 0; seed < 6; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String text = NaiveText.random(random, 800, 1000);
            text = lines ? text.replace('\n', ' ') : text;
            Path plain = TextCase.plain(folder.resolve("a.txt"), text);
            Path packed = TextCase.packed(folder.resolve("a.gz"), text);
            // Looks less far than a line, but further than the longest word.
            WordCutter cutter = new WordCutter(300 + random.nextInt(300), 400);
            TextJob job = TextCase.job(plain, "simple", cutter, 3);
            Vocabulary vocabulary = TextCase.vocabulary(job, 1, 0);

            List<Integer> tokens = encode(job, 10, lines, vocabulary);

            List<Integer> words = new ArrayList<>(tokens);
            words.removeIf(token -> token == Corpus.END);
            assertThat(words)
                    .isEqualTo(NaiveText.words("simple", text).stream()
                            .map(vocabulary::id)
                            .toList());
            assertThat(longestSentence(tokens)).isEqualTo(10);
            assertThat(encode(TextCase.job(packed, "simple", cutter, 2), 10, lines, vocabulary))
                    .isEqualTo(tokens);
            assertThat(encode(TextCase.job(plain, "simple", cutter, 1), 10, lines, vocabulary))
                    .isEqualTo(tokens);
        }
    }

    @Test
    void aWordLongerThanIsLookedAheadIsSplitTheSameByAll() throws IOException {
        String text = "a b " + "é".repeat(1000) + " b a";
        Path plain = TextCase.plain(folder.resolve("a.txt"), text);
        Path packed = TextCase.packed(folder.resolve("a.gz"), text);
        WordCutter cutter = new WordCutter(101, 60);

        Map<String, Long> counts = TextCase.counts(TextCase.job(plain, "whitespace", cutter, 1));

        assertThat(counts).containsEntry("a", 2L).containsEntry("b", 2L);
        assertThat(TextCase.counts(TextCase.job(plain, "whitespace", cutter, 5)))
                .isEqualTo(counts);
        assertThat(TextCase.counts(TextCase.job(packed, "whitespace", cutter, 3)))
                .isEqualTo(counts);
    }

    @Test
    void severalFilesAreReadInTheOrderOfTheirNames() throws IOException {
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String text = "w" + i + " w" + i % 3 + "\n";
            String name = String.format(java.util.Locale.ROOT, "f%02d", i);
            if (i % 2 == 0) {
                TextCase.packed(folder.resolve(name), text.repeat(50));
            } else {
                TextCase.plain(folder.resolve(name), text.repeat(50));
            }
            expected.addAll(NaiveText.words("simple", text.repeat(50)));
        }
        for (int threads = 1; threads <= 8; threads++) {
            TextJob job = TextCase.job(folder, "simple", new WordCutter(64, 32), threads);
            Vocabulary vocabulary = TextCase.vocabulary(job, 1, 0);
            Path out = Files.createTempDirectory("tokens").resolve("t");

            CorpusEncoder.encode(job, new CorpusEncoder.Sentences(1000, true), vocabulary, TextCase.FINGERPRINT, out);
            Corpus corpus = EncodedCorpus.open(out, TextCase.FINGERPRINT, vocabulary);

            assertThat(TextCase.all(corpus).stream()
                            .filter(token -> token != Corpus.END)
                            .map(vocabulary::word))
                    .isEqualTo(expected);
            assertThat(corpus.words()).isEqualTo(expected.size());
            Files.delete(out);
            Files.delete(out.getParent());
        }
    }

    @Test
    void theFirstBadByteOfAFileIsNamedByAnyNumberOfThreads() throws IOException {
        for (int seed = 0; seed < 30; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] bytes = NaiveText.random(random, 100, 20).getBytes(StandardCharsets.UTF_8);
            for (int i = 0; i < 3; i++) {
                bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? 0xFF : 0xE2);
            }
            byte[] roomy = Arrays.copyOf(bytes, bytes.length + Tokenizer.SLACK);
            int first = new Text8Tokenizer().scan(roomy, 0, bytes.length, ignoring());
            Path file = Files.write(folder.resolve("a.txt"), bytes);
            WordCutter cutter = new WordCutter(1 + random.nextInt(60), 1 + random.nextInt(100));
            String expected = String.format(
                    java.util.Locale.ROOT,
                    "not UTF-8: file=%s, offset=%d, byte=0x%02x; convert it first",
                    file,
                    first,
                    bytes[first] & 0xFF);

            for (String tokenizer : Tokenizer.NAMES) {
                int threads = 1 + random.nextInt(8);
                assertThatThrownBy(() -> WordCounts.of(TextCase.job(file, tokenizer, cutter, threads)))
                        .as("seed %d", seed)
                        .isInstanceOf(DataException.class)
                        .hasMessage(expected);
            }
        }
    }

    private List<Integer> encode(TextJob job, int sentence, boolean lines, Vocabulary vocabulary) throws IOException {
        Path out = folder.resolve("out.tokens");
        CorpusEncoder.Sentences sentences = new CorpusEncoder.Sentences(sentence, lines);
        CorpusEncoder.encode(job, sentences, vocabulary, TextCase.FINGERPRINT, out);
        Corpus twice = EncodedCorpus.open(out, TextCase.FINGERPRINT, vocabulary);
        List<Integer> tokens = TextCase.all(twice);

        // A text that is kept between counting and encoding gives the same.
        NumberedText text = NumberedText.of(job);
        assertThat(text.kept()).isTrue();
        CorpusEncoder.encode(text, sentences, vocabulary, TextCase.FINGERPRINT, out);
        Corpus once = EncodedCorpus.open(out, TextCase.FINGERPRINT, vocabulary);
        assertThat(TextCase.all(once)).isEqualTo(tokens);
        assertThat(once.words()).isEqualTo(twice.words());
        return tokens;
    }

    @Test
    void aTextThatIsTooLongIsCountedAndNotKept() throws IOException {
        Path file = TextCase.plain(folder.resolve("a.txt"), "one two three two\n".repeat(100));
        TextJob job = TextCase.job(file, "simple", new WordCutter(64, 32), 2);

        NumberedText text = NumberedText.of(job, 300);

        assertThat(text.kept()).isFalse();
        assertThat(text.counts().words()).isEqualTo(400);
        assertThat(NumberedText.of(job, 500).kept()).isTrue();
    }

    private static int longestSentence(List<Integer> tokens) {
        int longest = 0;
        int length = 0;
        for (int token : tokens) {
            length = token == Corpus.END ? 0 : length + 1;
            longest = Math.max(longest, length);
        }
        return longest;
    }

    private static WordSink ignoring() {
        return new WordSink() {
            @Override
            public void word(byte[] bytes, int from, int length) {}

            @Override
            public void line() {}
        };
    }
}
