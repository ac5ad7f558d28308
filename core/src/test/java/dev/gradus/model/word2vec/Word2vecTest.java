package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.math.Kernels;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.Table;
import dev.gradus.model.Tally;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class Word2vecTest {

    private static final int WORDS = 60;
    private static final int[] TOKENS = Texts.random(new SplittableRandom(7), WORDS, 3000);
    private static final Vocabulary VOCABULARY = Texts.vocabulary(WORDS, TOKENS);

    /** Every kind with every output, and mean and sum. */
    static Stream<Word2vec> models() {
        return Stream.of(Word2vec.CBOW, Word2vec.SKIPGRAM)
                .flatMap(kind -> Stream.of(Output.values())
                        .flatMap(output ->
                                Stream.of(true, false).map(mean -> model(kind, settings(output, mean), VOCABULARY))));
    }

    private static Word2vecSettings settings(Output output, boolean mean) {
        return new Word2vecSettings(
                output,
                20,
                mean,
                16,
                new Word2vecSettings.Window(4, true),
                new Word2vecSettings.Sampling(1e-2, 5, 0.75));
    }

    private static Word2vec model(String kind, Word2vecSettings settings, Vocabulary vocabulary) {
        return new Word2vec(kind, settings, vocabulary, 11, Kernels.plain());
    }

    /** Values that are nowhere 0, but for the padding. */
    private static float[] values(Word2vec model, long seed) {
        float[] parameters = new float[model.layout().size()];
        SplittableRandom random = new SplittableRandom(seed);
        eachNumber(model, (table, row, at) -> parameters[at] = (float) (random.nextDouble() - 0.5));
        return parameters;
    }

    /** The same with room for the copies of two threads that race. */
    private static float[] withRoom(Word2vec model, float[] parameters) {
        return Arrays.copyOf(parameters, model.layout().size() + 2 * model.copyFloats(2));
    }

    /** Is told of every number of the tables that is no padding. */
    private interface Numbers {
        void number(int table, int row, int at);
    }

    private static void eachNumber(Word2vec model, Numbers numbers) {
        List<Layout.Block> blocks = model.layout().blocks();
        for (int table = 0; table < blocks.size(); table++) {
            boolean softmax = model.settings().output() == Output.SOFTMAX && table > 0;
            int width = softmax ? model.vocabulary().size() : model.settings().dimension();
            for (int row = 0; row < blocks.get(table).dimensions().get(0); row++) {
                int at = blocks.get(table).from()
                        + row * blocks.get(table).dimensions().get(1);
                for (int d = 0; d < width; d++) {
                    numbers.number(table, row, at + d);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("models")
    void learningTwiceGivesTheSameBits(Word2vec model) {
        float[] first = values(model, 1);
        float[] second = values(model, 1);
        for (float[] parameters : List.of(first, second)) {
            Learner<TextBlock> learner = model.learner(0, 1);
            for (int number = 0; number < 3; number++) {
                learner.learn(parameters, Texts.block(VOCABULARY, TOKENS, 1000, number), 0.05, new Tally());
            }
        }

        assertThat(first).isEqualTo(second).isNotEqualTo(values(model, 1));
    }

    @ParameterizedTest
    @MethodSource("models")
    void touchNamesEveryRowThatLearningChanges(Word2vec model) {
        TextBlock block = Texts.block(VOCABULARY, TOKENS, 40, 2);
        BitSet touched = new BitSet();
        model.learner(0, 1).touch(block, (table, row) -> touched.set(table * 1000 + row));
        float[] before = values(model, 2);
        float[] after = before.clone();
        model.learner(0, 1).learn(after, block, 0.05, new Tally());

        BitSet changed = new BitSet();
        eachNumber(model, (table, row, at) -> {
            if (before[at] != after[at]) {
                changed.set(table * 1000 + row);
            }
        });

        assertThat(changed.isEmpty()).isFalse();
        changed.andNot(touched);
        assertThat(changed.stream().boxed()).isEmpty();
        assertThat(touched.stream().filter(row -> row < 1000).count()).isLessThan(WORDS);
    }

    @ParameterizedTest
    @MethodSource("models")
    void copiesOfTheRowsThatABlockTouchesEndAsTheRowsDo(Word2vec model) {
        TextBlock block = Texts.block(VOCABULARY, TOKENS, 200, 1);
        float[] before = values(model, 4);
        float[] after = before.clone();
        model.learner(0, 1).learn(after, block, 0.05, new Tally());
        Map<Long, Integer> places = new TreeMap<>();
        Learner<TextBlock> learner =
                model.learnerOfCopies((table, row) -> Objects.requireNonNull(places.get(((long) table << 32) + row)));
        if (learner == null) {
            assertThat(model.settings().output()).isEqualTo(Output.SOFTMAX);
            return;
        }
        int stride = model.layout().blocks().get(0).dimensions().get(1);
        learner.touch(block, (table, row) -> places.putIfAbsent(((long) table << 32) + row, stride * places.size()));
        float[] copies = new float[stride * places.size()];
        places.forEach((row, at) -> System.arraycopy(before, at(model, row), copies, at, stride));

        learner.learn(copies, block, 0.05, new Tally());

        places.forEach((row, at) -> System.arraycopy(copies, at, before, at(model, row), stride));
        assertThat(before).isEqualTo(after);
    }

    /** Where a row, with its table in the upper half, lies in whole tables. */
    private static int at(Word2vec model, long row) {
        Layout.Block block = model.layout().blocks().get((int) (row >>> 32));
        return block.from() + (int) row * block.dimensions().get(1);
    }

    @ParameterizedTest
    @MethodSource("models")
    void oneThreadThatRacesEndsWhereOneAloneDoes(Word2vec model) {
        float[] alone = values(model, 3);
        float[] racing = withRoom(model, alone);
        Learner<TextBlock> racer = model.learner(1, 2);
        for (int number = 0; number < 3; number++) {
            TextBlock block = Texts.block(VOCABULARY, TOKENS, 1000, number);
            model.learner(0, 1).learn(alone, block, 0.05, new Tally());
            racer.learn(racing, block, 0.05, new Tally());
            if (number == 1) {
                racer.settle(racing);
            }
        }
        racer.settle(racing);

        assertThat(Arrays.copyOf(racing, alone.length)).containsExactly(alone, within(1e-5f));
    }

    @ParameterizedTest
    @MethodSource("models")
    void settlingAddsToWhatOthersHaveDoneMeanwhile(Word2vec model) {
        TextBlock block = Texts.block(VOCABULARY, TOKENS, 200, 1);
        float[] alone = values(model, 3);
        float[] shared = withRoom(model, alone);
        model.learner(0, 1).learn(alone, block, 0.05, new Tally());
        Learner<TextBlock> racer = model.learner(0, 2);
        racer.learn(shared, block, 0.05, new Tally());
        eachNumber(model, (table, row, at) -> {
            shared[at] += 1;
            alone[at] += 1;
        });
        racer.settle(shared);
        racer.settle(shared);

        assertThat(Arrays.copyOf(shared, alone.length)).containsExactly(alone, within(1e-5f));
    }

    @ParameterizedTest
    @MethodSource("models")
    void paddingStaysZero(Word2vec model) {
        float[] parameters = withRoom(model, new float[model.layout().size()]);
        model.initialize(parameters, 5);
        Learner<TextBlock> learner = model.learner(0, 2);
        learner.learn(parameters, Texts.block(VOCABULARY, TOKENS), 0.05, new Tally());
        learner.settle(parameters);

        eachNumber(model, (table, row, at) -> parameters[at] = 0);

        assertThat(Arrays.copyOf(parameters, model.layout().size())).containsOnly(0);
    }

    @ParameterizedTest
    @MethodSource("models")
    void wordsAndPredictionsAreCounted(Word2vec model) {
        TextBlock block = Texts.block(VOCABULARY, TOKENS);
        Tally tally = new Tally();
        model.learner(0, 1).learn(values(model, 1), block, 0.05, tally);

        long ends = Arrays.stream(TOKENS).filter(token -> token == Corpus.END).count();
        assertThat(tally.samples()).isEqualTo(TOKENS.length - ends);
        assertThat(tally.updates()).isPositive();
        assertThat(tally.loss() / tally.predictions()).isBetween(0.1, 50.0);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("models")
    void theLossFallsOnATextThatIsLearnt(Word2vec model) {
        float[] parameters = new float[model.layout().size()];
        model.initialize(parameters, 5);
        Learner<TextBlock> learner = model.learner(0, 1);
        TextBlock block = Texts.block(VOCABULARY, pairs(3000));
        Tally first = new Tally();
        learner.learn(parameters, block, 0.05, first);
        Tally last = new Tally();
        double rate = model.settings().output() == Output.SOFTMAX ? 2 : 0.05;
        for (int i = 0; i < 60; i++) {
            last.clear();
            learner.learn(parameters, block, rate, last);
        }

        assertThat(last.loss()).isLessThan(0.9 * first.loss());
    }

    @Test
    void inputStartsBetweenTwoBoundsAndAllElseAtZero() {
        models().forEach(model -> {
            float[] parameters = values(model, 1);
            model.initialize(parameters, 5);
            float[] other = parameters.clone();
            model.initialize(other, 6);

            int input = model.layout().blocks().get(1).from();
            float[] rest = Arrays.copyOfRange(parameters, input, parameters.length);
            assertThat(rest).containsOnly(0);
            assertThat(other).isNotEqualTo(parameters);
            double most = 0;
            for (float value : parameters) {
                most = Math.max(most, Math.abs(value));
            }
            assertThat(most).isBetween(0.79 / Math.sqrt(20), 0.8 / Math.sqrt(20));
        });
    }

    @Test
    void tablesAreSavedRowByRowWithoutPadding() {
        models().forEach(model -> {
            float[] parameters = values(model, 1);
            List<Table> tables = model.tables(parameters);
            boolean softmax = model.settings().output() == Output.SOFTMAX;
            Layout.Block output = model.layout().blocks().get(1);
            int stride = output.dimensions().get(1);

            assertThat(tables.get(0).rows()).isEqualTo(WORDS);
            assertThat(tables.get(0).width()).isEqualTo(20);
            assertThat(tables.get(0).values()[3 * 20 + 4]).isEqualTo(parameters[3 * 32 + 4]);
            assertThat(tables.get(1).width()).isEqualTo(20);
            assertThat(tables.get(1).values()[3 * 20 + 4])
                    .isEqualTo(parameters[output.from() + (softmax ? 4 * stride + 3 : 3 * stride + 4)]);
            assertThat(tables).hasSize(softmax ? 3 : 2);
        });
    }

    @Tag("long")
    @Test
    void bothWordsOfAPairEndUpNearest() {
        int[] tokens = pairs(60_000);
        Vocabulary vocabulary = Texts.vocabulary(WORDS, tokens);
        for (String kind : List.of(Word2vec.CBOW, Word2vec.SKIPGRAM)) {
            for (Output output : Output.values()) {
                Word2vec model = model(
                        kind,
                        new Word2vecSettings(
                                output,
                                20,
                                true,
                                4,
                                new Word2vecSettings.Window(1, false),
                                new Word2vecSettings.Sampling(0, 5, 0.75)),
                        vocabulary);
                assertThat(pairsThatAreNearest(model, Texts.block(vocabulary, tokens)))
                        .as("%s, %s", kind, output)
                        .isGreaterThanOrEqualTo(WORDS - 6);
            }
        }
    }

    /** Sentences of two words: words 2n and 2n + 1 have the same neighbours, which are words 2n + 2 and 2n + 3. */
    private static int[] pairs(int length) {
        SplittableRandom random = new SplittableRandom(3);
        int[] tokens = new int[length];
        for (int i = 0; i + 2 < length; i += 3) {
            int pair = random.nextInt(WORDS / 2);
            tokens[i] = 2 * pair + random.nextInt(2);
            tokens[i + 1] = (2 * pair + 2 + random.nextInt(2)) % WORDS;
            tokens[i + 2] = Corpus.END;
        }
        return tokens;
    }

    private static int pairsThatAreNearest(Word2vec model, TextBlock block) {
        float[] parameters = new float[model.layout().size()];
        model.initialize(parameters, 1);
        Learner<TextBlock> learner = model.learner(0, 1);
        double rate = model.settings().output() == Output.SOFTMAX ? 1 : 0.1;
        for (int i = 0; i < 12; i++) {
            learner.learn(parameters, block, rate, new Tally());
        }
        Table vectors = model.vectors(parameters);
        int nearest = 0;
        for (int word = 0; word < WORDS; word++) {
            int best = word == 0 ? 1 : 0;
            for (int other = 0; other < WORDS; other++) {
                if (other != word && cosine(vectors, word, other) > cosine(vectors, word, best)) {
                    best = other;
                }
            }
            nearest += best == (word ^ 1) ? 1 : 0;
        }
        return nearest;
    }

    private static double cosine(Table vectors, int a, int b) {
        double ab = 0;
        double aa = 0;
        double bb = 0;
        for (int d = 0; d < vectors.width(); d++) {
            float x = vectors.values()[a * vectors.width() + d];
            float y = vectors.values()[b * vectors.width() + d];
            ab += x * y;
            aa += x * x;
            bb += y * y;
        }
        return ab / Math.sqrt(aa * bb);
    }

    @Test
    void aBlockWithoutSentencesOfTwoWordsTeachesNothing() {
        models().forEach(model -> {
            float[] parameters = values(model, 1);
            Tally tally = new Tally();
            Learner<TextBlock> learner = model.learner(0, 1);
            learner.learn(parameters, Texts.block(VOCABULARY, Corpus.END, 3, Corpus.END, Corpus.END), 0.05, tally);

            assertThat(parameters).isEqualTo(values(model, 1));
            assertThat(tally.samples()).isEqualTo(1);
            assertThat(tally.predictions()).isZero();
        });
    }

    @Test
    void whatCannotBeLearntIsRefused() {
        Word2vecSettings settings = settings(Output.NEGATIVE, true);

        assertThatThrownBy(() -> model(Word2vec.CBOW, settings, Texts.vocabulary(5)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("vocabulary is too small to learn from: words=1, needed=2");
        assertThatThrownBy(() -> model("glove", settings, VOCABULARY))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown kind of word2vec: kind=glove");
    }
}
