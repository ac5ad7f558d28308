package dev.gradus.model.vectors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DataException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SimilarityTestTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ranksAreMeansOverEqualNumbers(SplittableRandom random) {
        double[] x = random.doubles(1 + random.nextInt(40))
                .map(v -> Math.floor(v * 10))
                .toArray();

        double[] ranks = Ranks.of(x, x.length);

        for (int i = 0; i < x.length; i++) {
            int smaller = 0;
            int equal = 0;
            for (double other : x) {
                smaller += other < x[i] ? 1 : 0;
                equal += other == x[i] ? 1 : 0;
            }
            assertThat(ranks[i]).isEqualTo(smaller + (equal + 1) / 2.0);
        }
    }

    @Test
    void spearmanIsThatOfHandMadeExamples() {
        double[] x = {1, 2, 3, 4, 5};

        assertThat(Ranks.spearman(x, new double[] {2, 4, 8, 16, 32}, 5)).isCloseTo(1, within(1e-12));
        assertThat(Ranks.spearman(x, new double[] {5, 4, 3, 2, 1}, 5)).isCloseTo(-1, within(1e-12));
        // Ranks 1.5 1.5 3 4.5 4.5 against 1 2 3 4 5: 9 / sqrt(9 * 10).
        assertThat(Ranks.spearman(x, new double[] {1, 1, 2, 3, 3}, 5)).isCloseTo(Math.sqrt(0.9), within(1e-12));
        assertThat(Ranks.spearman(x, new double[] {1, 1, 1, 1, 1}, 5)).isNaN();
        assertThat(Ranks.spearman(x, x, 0)).isNaN();
    }

    @Test
    void pairsAreScoredInAnyCaseAndUnknownWordsAreCounted() throws DataException {
        WordVectors vectors = RandomVectors.of(
                List.of("a", "b", "c", "d"), new float[] {1, 0}, new float[] {2, 1}, new float[] {0, 1}, new float[] {
                    -1, 0
                });
        SimilarityTest test = SimilarityTest.parse(
                List.of("# a comment", "A\tB\t9", "a\tC\t3", "a\td\t5", "a\tnone\t1", "none\tother\t1"), "lines");

        SimilarityScore score = test.score(vectors);

        // Ours rank 3 2 1, theirs 3 1 2.
        assertThat(score.spearman()).isCloseTo(0.5, within(1e-12));
        assertThat(score.pairs()).isEqualTo(3);
        assertThat(score.outOfVocabulary()).isEqualTo(2);
    }

    @Test
    void headingsAndOtherSeparatorsAndColumnsAreUnderstood() throws DataException {
        List<SimilarityTest.Pair> expected =
                List.of(new SimilarityTest.Pair("old", "new", 1.58), new SimilarityTest.Pair("hard", "easy", 0.95));

        assertThat(SimilarityTest.parse(
                                List.of(
                                        "word1\tword2\tPOS\tSimLex999",
                                        "old\tnew\tA\t1.58\t2.7",
                                        "hard\teasy\tA\t0.95"),
                                "tabs")
                        .pairs())
                .isEqualTo(expected);
        assertThat(SimilarityTest.parse(
                                List.of("Word 1,Word 2,Human (mean)", "old,new,1.58", "hard, easy, 0.95"), "csv")
                        .pairs())
                .isEqualTo(expected);
        assertThat(SimilarityTest.parse(List.of("old new 1.58", "", "hard  easy .95"), "blanks")
                        .pairs())
                .isEqualTo(expected);
    }

    @Test
    void badLinesAreRefusedWithTheirNumber() {
        assertRefused(List.of("a\tb\t1", "a\tb"), "bad pair of words: file=x, line=2, fields=2");
        assertRefused(List.of("a b", "c d", "e f"), "bad pair of words: file=x, line=2");
        assertRefused(List.of("# only", ""), "no pairs of words: file=x, lines=2");
        assertRefused(List.of("a\tb\tNaN", "a\tb\tInfinity"), "bad pair of words: file=x, line=2");
    }

    private static void assertRefused(List<String> lines, String message) {
        assertThatExceptionOfType(DataException.class)
                .isThrownBy(() -> SimilarityTest.parse(lines, "x"))
                .withMessageStartingWith(message);
    }
}
