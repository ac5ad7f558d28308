package dev.gradus.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Slice;
import dev.gradus.model.Gradient;
import dev.gradus.model.RandomRows;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What the loops of logistic regression keep to, however they are written. */
public interface LogisticKernelContract {

    List<Integer> FEATURES = List.of(1, 2, 3, 17, 20, 64);
    List<Integer> OUTPUTS = List.of(1, 3, 10);

    LogisticKernel.Family kernels();

    /** Numbers of rows around which such loops may go wrong. */
    int[] sizes();

    @Test
    default void gradientAgreesWithTheOracleForAnyNumberOfRows() {
        for (int features : FEATURES) {
            for (int size : sizes()) {
                Slice slice = slice(200, features, 2);
                slice.add(0, size);
                check(slice, 1, true);
                check(slice, 1, false);
            }
        }
    }

    @Test
    default void gradientOfSeveralClassesAgreesWithTheOracle() {
        for (int features : FEATURES) {
            for (int size : sizes()) {
                Slice slice = slice(200, features, 3);
                slice.add(0, size);
                check(slice, 3, true);
                check(slice, 5, false);
            }
        }
    }

    @Test
    default void runsMayStartAndEndInsideTiles() {
        for (long seed = 0; seed < 50; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            for (int outputs : OUTPUTS) {
                Slice slice = slice(1000, 5, Math.max(2, outputs));
                for (int run = 0; run < 8; run++) {
                    int from = random.nextInt(1000);
                    slice.add(from, Math.min(1000, from + random.nextInt(130)));
                }
                check(slice, outputs, random.nextBoolean());
            }
        }
    }

    @Test
    default void lossStaysTrueOverManyRows() {
        for (int outputs : OUTPUTS) {
            Slice slice = slice(20_000, 20, Math.max(2, outputs));
            slice.add(3, 20_000);
            check(slice, outputs, true);
        }
    }

    @Test
    default void extremeScoresGiveAFiniteLossAndGradient() {
        for (int outputs : OUTPUTS) {
            for (float scale : new float[] {30, 100, 1e4f}) {
                Slice slice = slice(200, 2, Math.max(2, outputs));
                slice.add(1, 190);
                float[] parameters = parameters(outputs * 3, scale);
                Gradient gradient = gradient(parameters, slice, outputs, true);
                LogisticOracle oracle = new LogisticOracle(outputs, true, parameters, slice);
                assertThat(gradient.loss()).isCloseTo(oracle.loss, within(1e-5 * oracle.loss));
                for (int p = 0; p < parameters.length; p++) {
                    assertThat(gradient.values()[p])
                            .as("outputs %d, scale %f, parameter %d", outputs, scale, p)
                            .isCloseTo((float) oracle.gradient[p], within(1e-5f * scale + 1e-4f));
                }
            }
        }
    }

    @Test
    default void equalScoresAreTakenForClassOneOfTwoAndForTheFirstOfMore() {
        for (int outputs : OUTPUTS) {
            Slice slice = slice(150, 4, Math.max(2, outputs));
            slice.add(0, 150);
            float[] parameters = new float[outputs * 5];
            parameters[outputs * 4] = -0f;
            int taken = outputs == 1 ? 1 : 0;
            int expected = 0;
            for (int row = 0; row < 150; row++) {
                expected += slice.rows().labels()[row] == taken ? 1 : 0;
            }

            assertThat(gradient(parameters, slice, outputs, true).correct()).isEqualTo(expected);
        }
    }

    @Test
    default void scoresAreThoseOfTheRowsAskedFor() {
        for (int outputs : OUTPUTS) {
            DenseRows rows = RandomRows.of(200, 5, Math.max(2, outputs), 1);
            float[] parameters = parameters(outputs * 6, 1);
            float[] all = new float[200 * outputs];
            float[] some = new float[100 * outputs];
            LogisticKernel kernel = kernels().create(5, outputs, true);

            kernel.scores(parameters, rows, 0, 200, all);
            kernel.scores(parameters, rows, 33, 133, some);

            float first = parameters[outputs * 5];
            for (int j = 0; j < 5; j++) {
                first += parameters[j] * rows.values()[j * DenseRows.TILE];
            }
            assertThat(all[0]).isCloseTo(first, within(1e-6f));
            for (int i = 0; i < some.length; i++) {
                assertThat(some[i]).as("score %d", i).isEqualTo(all[33 * outputs + i]);
            }
        }
    }

    /** The first call is interpreted, the last compiled: a rank that starts late must not differ from the others. */
    @Test
    default void everyCallGivesTheSameBits() {
        for (int outputs : new int[] {1, 3}) {
            Slice slice = slice(300, 20, Math.max(2, outputs));
            slice.add(0, 128);
            slice.add(150, 290);
            float[] parameters = parameters(outputs * 21, 1);
            LogisticKernel kernel = kernels().create(20, outputs, true);
            Gradient first = new Gradient(parameters.length);
            Gradient again = new Gradient(parameters.length);

            kernel.addGradient(parameters, slice, first);
            for (int call = 0; call < 15_000; call++) {
                again.clear();
                kernel.addGradient(parameters, slice, again);
                if (call % 1000 == 0) {
                    assertThat(again.values()).as("call %d", call).containsExactly(first.values());
                }
            }

            assertThat(again.values()).containsExactly(first.values());
        }
    }

    private void check(Slice slice, int outputs, boolean bias) {
        int features = slice.rows().shape().features();
        float[] parameters = parameters(outputs * (bias ? features + 1 : features), 1);

        Gradient gradient = gradient(parameters, slice, outputs, bias);

        LogisticOracle oracle = new LogisticOracle(outputs, bias, parameters, slice);
        String what = "features " + features + ", outputs " + outputs + ", bias " + bias + ", rows " + slice.size();
        for (int p = 0; p < parameters.length; p++) {
            assertThat((double) gradient.values()[p])
                    .as("parameter %d, %s", p, what)
                    .isCloseTo(oracle.gradient[p], within(1e-6 * slice.size()));
        }
        assertThat(gradient.loss()).as("loss, %s", what).isCloseTo(oracle.loss, within(1e-6 * slice.size()));
        assertThat(gradient.correct()).as("hits, %s", what).isEqualTo(oracle.hits);
        assertThat(gradient.rows()).isEqualTo(slice.size());
    }

    private Gradient gradient(float[] parameters, Slice slice, int outputs, boolean bias) {
        int features = slice.rows().shape().features();
        Gradient gradient = new Gradient(parameters.length);
        kernels().create(features, outputs, bias).addGradient(parameters, slice, gradient);
        return gradient;
    }

    private static Slice slice(int rows, int features, int classes) {
        return new Slice(RandomRows.of(rows, features, classes, features));
    }

    private static float[] parameters(int length, float scale) {
        SplittableRandom random = new SplittableRandom(length);
        float[] parameters = new float[length];
        for (int i = 0; i < length; i++) {
            parameters[i] = scale * (float) random.nextDouble(-1, 1);
        }
        return parameters;
    }
}
