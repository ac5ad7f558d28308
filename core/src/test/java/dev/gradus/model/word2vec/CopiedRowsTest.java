package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.math.Kernels;
import dev.gradus.model.Learner;
import dev.gradus.model.Tally;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CopiedRowsTest {

    /** As many as rows need to have copies of all of them. */
    private static final int WORDS = 20_000;

    @ParameterizedTest
    @ValueSource(strings = {Word2vec.CBOW, Word2vec.SKIPGRAM})
    void threadsThatRaceOverALargeVocabularyEndWhereOneAloneDoes(String kind) {
        int[] tokens = new SplittableRandom(7).ints(30_000, 0, WORDS).toArray();
        Vocabulary vocabulary = Texts.vocabulary(
                LongStream.range(0, WORDS).map(id -> WORDS - id).toArray());
        Word2vecSettings settings = new Word2vecSettings(
                Output.NEGATIVE,
                20,
                true,
                16,
                new Word2vecSettings.Window(4, true),
                new Word2vecSettings.Sampling(1e-2, 5, 0.75));
        Word2vec model = new Word2vec(kind, settings, vocabulary, 11, Kernels.plain());
        assertThat(model.copyFloats(2)).isPositive();
        float[] alone = new float[model.layout().size()];
        model.initialize(alone, 3);
        float[] racing = Arrays.copyOf(alone, alone.length + 2 * model.copyFloats(2));
        List<Learner<TextBlock>> racers = List.of(model.learner(0, 2), model.learner(1, 2));

        for (int number = 0; number < 6; number++) {
            TextBlock block = Texts.block(vocabulary, tokens, 5000, number);
            model.learner(0, 1).learn(alone, block, 0.05, new Tally());
            // By turns, and each brings home what it did, so that nothing of the race is left.
            racers.get(number % 2).learn(racing, block, 0.05, new Tally());
            racers.get(number % 2).settle(racing);
        }

        double apart = IntStream.range(0, alone.length)
                .mapToDouble(at -> Math.abs(alone[at] - racing[at]))
                .max()
                .orElse(1);
        assertThat(apart).isLessThan(1e-5);
    }
}
