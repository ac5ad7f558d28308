package dev.gradus.model.word2vec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.model.Tally;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the loops of the full softmax output keep to, however they are written. */
public interface SoftmaxKernelContract {

    SoftmaxKernel.Family kernels();

    @Test
    default void aBatchStepsAsTheFormulaSays() {
        int[] dimensions = {1, 3, 4, 15, 16, 17, 50, 100};
        int[] words = {2, 15, 16, 17, 63, 64, 65, 130};
        for (long seed = 0; seed < 40; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int dimension = dimensions[random.nextInt(dimensions.length)];
            SoftmaxShape shape = new SoftmaxShape(
                    words[random.nextInt(words.length)], dimension, Word2vec.stride(dimension), random.nextBoolean());
            SoftmaxKernel kernel = kernels().create(shape, 10);
            // A small batch after a large one must not see what the large one has left.
            for (int size : new int[] {10, 1 + random.nextInt(9)}) {
                check(kernel, shape, batch(random, shape, size), parameters(random, shape));
            }
        }
    }

    /** Few words come again and again; of many, a batch has more than predictions. */
    @Test
    default void aBatchOfATextStepsAsTheFormulaSays() {
        int[] dimensions = {1, 4, 5, 50, 64};
        int[] words = {3, 40, 200, 1999};
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            int dimension = dimensions[random.nextInt(dimensions.length)];
            SoftmaxShape shape = new SoftmaxShape(
                    words[random.nextInt(words.length)], dimension, Word2vec.stride(dimension), random.nextBoolean());
            SoftmaxKernel kernel = kernels().create(shape, 64);
            for (int size : new int[] {64, 1 + random.nextInt(64), 64}) {
                check(kernel, shape, text(random, shape, size), parameters(random, shape));
            }
        }
    }

    @Test
    default void theFirstOfTheHighestScoresIsTheGuess() {
        SoftmaxShape shape = new SoftmaxShape(20, 3, 16, true);
        float[] parameters = new float[shape.biasFrom() + shape.columns()];
        parameters[shape.biasFrom() + 7] = 1;
        parameters[shape.biasFrom() + 9] = 1;
        for (int target : new int[] {7, 9, 3}) {
            SoftmaxBatch batch = new SoftmaxBatch(1);
            batch.predict(target);
            batch.neighbour(0);
            Tally tally = new Tally();
            float[] tables = parameters.clone();
            kernels().create(shape, 1).learn(tables, shape.weightsFrom(), batch, 0.1f, tally);

            assertThat(tally.hits()).isEqualTo(target == 7 ? 1 : 0);
        }
    }

    @Test
    default void weightsMayLieElsewhere() {
        SplittableRandom random = new SplittableRandom(1);
        SoftmaxShape shape = new SoftmaxShape(20, 5, 16, true);
        SoftmaxBatch batch = batch(random, shape, 10);
        float[] together = parameters(random, shape);
        int weightsFrom = shape.weightsFrom();
        float[] elsewhere = Arrays.copyOf(together, 2 * together.length + 7);
        int count = shape.weights() + shape.columns();
        System.arraycopy(together, weightsFrom, elsewhere, together.length + 7, count);
        float[] weightsBefore = Arrays.copyOfRange(together, weightsFrom, together.length);

        kernels().create(shape, 10).learn(together, weightsFrom, batch, 0.5f, new Tally());
        kernels().create(shape, 10).learn(elsewhere, together.length + 7, batch, 0.5f, new Tally());

        assertThat(Arrays.copyOf(elsewhere, weightsFrom)).isEqualTo(Arrays.copyOf(together, weightsFrom));
        assertThat(Arrays.copyOfRange(elsewhere, together.length + 7, together.length + 7 + count))
                .isEqualTo(Arrays.copyOfRange(together, weightsFrom, together.length));
        assertThat(Arrays.copyOfRange(elsewhere, weightsFrom, together.length)).isEqualTo(weightsBefore);
    }

    private static SoftmaxBatch batch(SplittableRandom random, SoftmaxShape shape, int size) {
        SoftmaxBatch batch = new SoftmaxBatch(10);
        for (int i = 0; i < size; i++) {
            batch.predict(random.nextInt(shape.words()));
            for (int n = random.nextInt(5); n >= 0; n--) {
                batch.neighbour(random.nextInt(shape.words()));
            }
        }
        return batch;
    }

    /** Predictions from two words on either side, as a text has them. */
    private static SoftmaxBatch text(SplittableRandom random, SoftmaxShape shape, int size) {
        int[] text = random.ints(size + 4, 0, shape.words()).toArray();
        SoftmaxBatch batch = new SoftmaxBatch(size);
        for (int i = 2; i < size + 2; i++) {
            batch.predict(text[i]);
            for (int near : new int[] {i - 2, i - 1, i + 1, i + 2}) {
                batch.neighbour(text[near]);
            }
        }
        return batch;
    }

    private static float[] parameters(SplittableRandom random, SoftmaxShape shape) {
        float[] parameters = new float[shape.biasFrom() + shape.columns()];
        for (int i = 0; i < parameters.length; i++) {
            boolean padding = i < shape.weightsFrom()
                    ? i % shape.stride() >= shape.dimension()
                    : (i - shape.weightsFrom()) % shape.columns() >= shape.words();
            parameters[i] = padding ? 0 : (float) (random.nextDouble() - 0.5);
        }
        return parameters;
    }

    private static void check(SoftmaxKernel kernel, SoftmaxShape shape, SoftmaxBatch batch, float[] parameters) {
        double[] expected = new double[parameters.length];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = parameters[i];
        }
        SoftmaxOracle oracle = new SoftmaxOracle(shape, batch, parameters);
        oracle.step(expected, 0.5);
        Tally tally = new Tally();

        kernel.learn(parameters, shape.weightsFrom(), batch, 0.5f, tally);

        assertThat(tally.predictions()).isEqualTo(batch.size());
        assertThat(tally.loss()).isCloseTo(oracle.loss(), within(1e-4));
        assertThat(tally.hits()).isEqualTo(oracle.hits());
        for (int i = 0; i < expected.length; i++) {
            assertThat((double) parameters[i]).as("%s, number %d", shape, i).isCloseTo(expected[i], within(1e-5));
        }
    }
}
