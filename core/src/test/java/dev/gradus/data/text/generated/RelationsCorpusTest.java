package dev.gradus.data.text.generated;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RelationsCorpusTest {

    private static final RelationsCorpus CORPUS = new RelationsCorpus(300_000, 2_000, 7);

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anyRangeIsReadAsPartOfTheWhole(SplittableRandom random) throws Exception {
        int[] all = tokens(CORPUS);
        int from = random.nextInt(all.length);
        int count = random.nextInt(Math.min(500, all.length - from) + 1);
        int[] part = new int[count + 3];
        Arrays.fill(part, -7);

        CORPUS.read(from, part, count);

        assertThat(Arrays.copyOf(part, count)).isEqualTo(Arrays.copyOfRange(all, from, from + count));
        assertThat(Arrays.copyOfRange(part, count, count + 3)).containsOnly(-7);
    }

    @Test
    void countsAreThoseOfTheTextAndTheMostFrequentComeFirst() throws Exception {
        int[] tokens = tokens(CORPUS);
        Vocabulary vocabulary = CORPUS.vocabulary();
        long[] counts = new long[vocabulary.size()];
        for (int token : tokens) {
            if (token != Corpus.END) {
                counts[token]++;
            }
        }

        for (int id = 0; id < counts.length; id++) {
            assertThat(counts[id]).isPositive().isEqualTo(vocabulary.count(id));
            assertThat(id == 0 || counts[id - 1] >= counts[id]).isTrue();
        }
        assertThat(vocabulary.total()).isEqualTo(CORPUS.words()).isBetween(300_000L, 300_021L);
        assertThat(CORPUS.length()).isEqualTo(tokens.length);
        assertThat(vocabulary.size()).isBetween(1_900, 2_000);
    }

    @Test
    void theWrittenTextIsTheOneThatIsRead() throws Exception {
        RelationsCorpus corpus = new RelationsCorpus(2_000, 2_000, 3);
        StringBuilder text = new StringBuilder();

        corpus.writeTo(text);

        List<String> sentences = new ArrayList<>();
        List<String> sentence = new ArrayList<>();
        for (int token : tokens(corpus)) {
            if (token == Corpus.END) {
                sentences.add(String.join(" ", sentence));
                sentence.clear();
            } else {
                sentence.add(corpus.vocabulary().word(token));
            }
        }
        assertThat(text.toString().lines()).containsExactlyElementsOf(sentences);
        assertThat(sentences).allSatisfy(line -> assertThat(line.split(" ", -1)).hasSizeBetween(8, 14));
    }

    @Test
    void theSeedDecidesTheText() throws Exception {
        int[] tokens = tokens(new RelationsCorpus(5_000, 2_000, 1));

        assertThat(tokens(new RelationsCorpus(5_000, 2_000, 1))).isEqualTo(tokens);
        assertThat(tokens(new RelationsCorpus(5_000, 2_000, 2))).isNotEqualTo(tokens);
    }

    @Test
    void everyQuestionIsOfWordsThatOccur() throws Exception {
        List<String> lines = CORPUS.questions();

        assertThat(lines.stream().filter(line -> line.startsWith(": ")))
                .contains(
                        ": capital-common-countries", ": currency", ": family", ": gram3-comparative", ": gram8-plural")
                .doesNotHaveDuplicates();
        assertThat(lines).contains("athens greece paris france", "man woman king queen", "bird birds mouse mice");
        for (String line : lines) {
            if (!line.startsWith(": ")) {
                assertThat(line.split(" ", -1))
                        .hasSize(4)
                        .allSatisfy(word -> assertThat(CORPUS.vocabulary().id(word))
                                .as(word)
                                .isNotNegative());
            }
        }
    }

    @Test
    void fillersFollowTheLawOfZipf() throws Exception {
        Vocabulary vocabulary = CORPUS.vocabulary();
        double first = vocabulary.count(vocabulary.id("the"));

        assertThat(vocabulary.count(vocabulary.id("of")) / first).isCloseTo(1 / 2.0, within(0.05));
        assertThat(vocabulary.count(vocabulary.id("in")) / first).isCloseTo(1 / 4.0, within(0.03));
        assertThat(vocabulary.count(vocabulary.id("to")) / first).isCloseTo(1 / 6.0, within(0.03));
    }

    @Test
    void zipfGivesEveryRankItsShare() throws Exception {
        Zipf zipf = new Zipf(10);
        int[] counts = new int[10];
        for (int i = 0; i < 100_000; i++) {
            counts[zipf.rank((i + 0.5) / 100_000)]++;
        }

        double harmonic =
                LongStream.rangeClosed(1, 10).mapToDouble(k -> 1.0 / k).sum();
        for (int k = 0; k < 10; k++) {
            assertThat(counts[k] / 1e5).isCloseTo(1.0 / (k + 1) / harmonic, within(1e-4));
        }
        assertThat(zipf.rank(Math.nextDown(1.0))).isEqualTo(9);
    }

    @Test
    void theKindReadsItsKeys() throws Exception {
        RelationsKind kind = new RelationsKind();
        Job job = Job.of(
                new KeyList(kind.keys()),
                Map.of("data.words", 300_000L, "data.vocabularySize", 2_000L, "data.seed", 7L));

        assertThat(tokens(kind.generate(job))).isEqualTo(tokens(CORPUS));
        assertThat(tokens(kind.open(job, Path.of("")))).isEqualTo(tokens(CORPUS));
    }

    @Test
    void whatCannotBeReadIsRefused() throws Exception {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CORPUS.read(CORPUS.length() - 1, new int[2], 2))
                .withMessageStartingWith("tokens out of range: from=");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RelationsCorpus(10, 500, 1))
                .withMessageStartingWith("too few words: words=10, vocabularySize=500, fewest=");
    }

    private static int[] tokens(dev.gradus.data.text.Corpus corpus) throws Exception {
        int[] tokens = new int[Math.toIntExact(corpus.length())];
        corpus.read(0, tokens, tokens.length);
        return tokens;
    }
}
