package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.math.Kernels;
import dev.gradus.model.Tally;
import dev.gradus.model.word2vec.Output;
import dev.gradus.model.word2vec.Word2vec;
import dev.gradus.model.word2vec.Word2vecSettings;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VectorSoftmaxKernelTest {

    /** Words drawn at random. */
    private record Drawn(int[] tokens, int size) implements Corpus {

        static Drawn of(int size, long seed) {
            SplittableRandom random = new SplittableRandom(seed);
            return new Drawn(random.ints(300, 0, size).toArray(), size);
        }

        @Override
        public Vocabulary vocabulary() {
            long[] counts = new long[size];
            java.util.Arrays.fill(counts, 3);
            return new Vocabulary(
                    IntStream.range(0, size).mapToObj(i -> "w" + i).toList(), counts);
        }

        @Override
        public long length() {
            return tokens.length;
        }

        @Override
        public long words() {
            return tokens.length;
        }

        @Override
        public void read(long from, int[] into, int count) {
            System.arraycopy(tokens, (int) from, into, 0, count);
        }

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @CsvSource({
        "cbow, 1, 2, 1",
        "cbow, 15, 16, 3",
        "cbow, 16, 17, 4",
        "cbow, 17, 70, 5",
        "cbow, 50, 200, 64",
        "cbow, 100, 2000, 64",
        "skipgram, 16, 64, 7",
        "skipgram, 33, 129, 16"
    })
    void vectorsLearnWhatPlainLoopsLearn(String kind, int dimension, int words, int batch) throws Exception {
        Drawn corpus = Drawn.of(words, dimension);
        TextBlock block = new TextBlock(corpus.tokens().length);
        block.read(corpus, 0, 0);
        Word2vecSettings settings = new Word2vecSettings(
                Output.SOFTMAX,
                dimension,
                true,
                batch,
                new Word2vecSettings.Window(2, false),
                new Word2vecSettings.Sampling(0, 5, 0.75));
        Tally plainTally = new Tally();
        Tally vectorTally = new Tally();

        float[] plain = learn(kind, settings, corpus, block, Kernels.plain(), plainTally);
        float[] vector = learn(kind, settings, corpus, block, Kernels.choose("simd"), vectorTally);

        for (int i = 0; i < plain.length; i++) {
            assertThat(vector[i]).as("parameter %d", i).isCloseTo(plain[i], within(2e-5f + 2e-4f * Math.abs(plain[i])));
        }
        assertThat(vectorTally.loss() / vectorTally.predictions())
                .isCloseTo(plainTally.loss() / plainTally.predictions(), within(1e-4));
        assertThat(vectorTally.predictions())
                .isEqualTo(plainTally.predictions())
                .isPositive();
        assertThat(vectorTally.updates()).isEqualTo(plainTally.updates());
    }

    private static float[] learn(
            String kind, Word2vecSettings settings, Drawn corpus, TextBlock block, Kernels kernels, Tally tally) {
        int dimension = settings.dimension();
        Word2vec model = new Word2vec(kind, settings, corpus.vocabulary(), 1, kernels);
        float[] parameters = new float[model.layout().size()];
        model.initialize(parameters, 1);
        SplittableRandom random = new SplittableRandom(9);
        int weights = model.layout().blocks().get(1).from();
        for (int row = 0; row < dimension; row++) {
            for (int word = 0; word < corpus.size(); word++) {
                parameters[weights + row * ((corpus.size() + 15) / 16 * 16) + word] = (float) random.nextDouble(-1, 1);
            }
        }
        for (int pass = 0; pass < 3; pass++) {
            model.learner(false).learn(parameters, block, 0.5, tally);
        }
        return parameters;
    }
}
