package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.Vocabulary;
import dev.gradus.math.Kernels;
import dev.gradus.model.Tally;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** One group's update against the numeric gradient of its loss, which is written down here once more, in doubles. */
class WindowGradientTest {

    private static final int DIMENSION = 5;
    private static final int STRIDE = 16;
    private static final double RATE = 0.1;
    private static final Vocabulary VOCABULARY = Texts.vocabulary(9, 8, 7, 6, 5, 4, 3, 2);

    /** The neighbours of one word, the word, and the group it is learnt in. */
    private record Example(List<Integer> neighbours, int word, int group) {}

    private int[] sentence = {3, 0, 6};
    private Word2vecSettings settings = settings(Output.NEGATIVE, true);

    private static Word2vecSettings settings(Output output, boolean mean) {
        return new Word2vecSettings(
                output,
                DIMENSION,
                mean,
                64,
                new Word2vecSettings.Window(2, false),
                new Word2vecSettings.Sampling(0, 5, 0.75));
    }

    @Test
    void everyKindAndOutputStepsAgainstTheGradientOfItsLoss() {
        for (String kind : List.of(Word2vec.SKIPGRAM, Word2vec.CBOW)) {
            for (Output output : Output.values()) {
                check(kind, output, true);
                check(kind, output, false);
            }
        }
    }

    @Test
    void aWordThatStandsTwiceCountsTwice() {
        sentence = new int[] {3, 0, 3};
        for (String kind : List.of(Word2vec.SKIPGRAM, Word2vec.CBOW)) {
            check(kind, Output.NEGATIVE, true);
            check(kind, Output.NEGATIVE, false);
            check(kind, Output.HIERARCHICAL, true);
        }
    }

    private void check(String kind, Output output, boolean mean) {
        settings = settings(output, mean);
        boolean cbow = kind.equals(Word2vec.CBOW);
        Word2vec model = new Word2vec(kind, settings, VOCABULARY, 5, Kernels.plain());
        TextBlock block = Texts.block(VOCABULARY, sentence);
        float[] parameters = new float[model.layout().size()];
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < parameters.length; i++) {
            boolean padding = (output == Output.SOFTMAX && i >= 8 * STRIDE)
                    ? i % STRIDE >= VOCABULARY.size()
                    : i % STRIDE >= DIMENSION;
            parameters[i] = padding ? 0 : (float) (random.nextDouble() - 0.5);
        }
        float[] after = parameters.clone();
        Tally tally = new Tally();
        model.learner(0, 1).learn(after, block, RATE, tally);

        double[] expected = new double[parameters.length];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = parameters[i];
        }
        double loss = 0;
        int predictions = 0;
        for (List<Example> group : groups(cbow)) {
            loss += loss(expected, group, block);
            predictions += group.size();
            step(expected, group, block, cbow);
        }
        assertThat(tally.predictions()).isEqualTo(predictions);
        assertThat(tally.loss()).isCloseTo(loss, within(1e-5));
        for (int i = 0; i < expected.length; i++) {
            assertThat((double) after[i])
                    .as("%s, %s, mean %s, number %d", kind, output, mean, i)
                    .isCloseTo(expected[i], within(1e-5));
        }
    }

    /** Examples that are learnt at once: all for the softmax output, else those of a group. */
    private List<List<Example>> groups(boolean cbow) {
        List<Example> examples = new ArrayList<>();
        for (int place = 0; place < sentence.length; place++) {
            examples.addAll(examples(place, cbow));
        }
        List<List<Example>> groups = new ArrayList<>();
        for (int n = 0; n < sentence.length; n++) {
            int group = n;
            groups.add(
                    examples.stream().filter(example -> example.group == group).toList());
        }
        groups.removeIf(List::isEmpty);
        return groups;
    }

    private int group(int place) {
        return switch (settings.output()) {
            case SOFTMAX -> 0;
            case HIERARCHICAL -> place;
            case NEGATIVE -> place / NegativeColumns.MEMBERS;
        };
    }

    private void step(double[] values, List<Example> group, TextBlock block, boolean cbow) {
        double[] slopes = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            slopes[i] = slope(values, i, group, block);
        }
        for (int i = 0; i < values.length; i++) {
            boolean softmax = settings.output() == Output.SOFTMAX;
            // word2vec gives each neighbour of a mean the whole error: here two neighbours, so twice the gradient.
            boolean whole = cbow && settings.mean() && !softmax && i < 8 * STRIDE;
            values[i] -= RATE * slopes[i] * (whole ? 2 : softmax ? 1.0 / group.size() : 1);
        }
    }

    private List<Example> examples(int place, boolean cbow) {
        List<Integer> neighbours = new ArrayList<>();
        for (int near = 0; near < sentence.length; near++) {
            if (near != place) {
                neighbours.add(sentence[near]);
            }
        }
        if (cbow) {
            return List.of(new Example(neighbours, sentence[place], group(place)));
        }
        return neighbours.stream()
                .map(neighbour -> new Example(List.of(neighbour), sentence[place], group(place)))
                .toList();
    }

    private double slope(double[] values, int i, List<Example> examples, TextBlock block) {
        double before = values[i];
        values[i] = before + 1e-5;
        double above = loss(values, examples, block);
        values[i] = before - 1e-5;
        double below = loss(values, examples, block);
        values[i] = before;
        return (above - below) / 2e-5;
    }

    private double loss(double[] values, List<Example> examples, TextBlock block) {
        double loss = 0;
        for (Example example : examples) {
            double[] hidden = new double[DIMENSION];
            for (int word : example.neighbours) {
                for (int d = 0; d < DIMENSION; d++) {
                    hidden[d] += values[word * STRIDE + d] / (settings.mean() ? example.neighbours.size() : 1);
                }
            }
            loss += switch (settings.output()) {
                case SOFTMAX -> softmaxLoss(values, hidden, example.word);
                case HIERARCHICAL -> pathLoss(values, hidden, example.word);
                case NEGATIVE -> negativeLoss(values, hidden, example, block);
            };
        }
        return loss;
    }

    private static double softmaxLoss(double[] values, double[] hidden, int word) {
        int weights = 8 * STRIDE;
        int bias = weights + DIMENSION * STRIDE;
        double sum = 0;
        double own = 0;
        for (int other = 0; other < VOCABULARY.size(); other++) {
            double score = values[bias + other];
            for (int d = 0; d < DIMENSION; d++) {
                score += hidden[d] * values[weights + d * STRIDE + other];
            }
            sum += Math.exp(score);
            own = other == word ? score : own;
        }
        return Math.log(sum) - own;
    }

    private double negativeLoss(double[] values, double[] hidden, Example example, TextBlock block) {
        double[] powers = new double[VOCABULARY.size()];
        for (int id = 0; id < powers.length; id++) {
            powers[id] = Math.pow((double) VOCABULARY.count(id), 0.75);
        }
        NegativeColumns columns = new NegativeColumns(new AliasTable(powers), 5);
        int[] all = Subsampling.thresholds(VOCABULARY, 0);
        BlockPlan plan = new BlockPlan(settings.window(), all, NegativeColumns.MEMBERS, 5);
        plan.draw(block);
        columns.prepare(plan);
        columns.choose(plan, example.group);
        double loss = Math.log1p(Math.exp(-score(values, hidden, example.word)));
        for (int column = 0; column < columns.count(); column++) {
            loss += columns.times(column) * Math.log1p(Math.exp(score(values, hidden, columns.row(column))));
        }
        return loss;
    }

    private static double pathLoss(double[] values, double[] hidden, int word) {
        HuffmanTree tree = new HuffmanTree(VOCABULARY);
        double loss = 0;
        for (int at = tree.start(word); at < tree.start(word) + tree.length(word); at++) {
            double score = score(values, hidden, tree.node(at));
            loss += Math.log1p(Math.exp(tree.turn(at) == 0 ? -score : score));
        }
        return loss;
    }

    private static double score(double[] values, double[] hidden, int row) {
        double score = 0;
        for (int d = 0; d < DIMENSION; d++) {
            score += hidden[d] * values[(8 + row) * STRIDE + d];
        }
        return score;
    }
}
