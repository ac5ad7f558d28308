package dev.gradus.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.RowStore;
import dev.gradus.data.Slice;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What every model keeps to. */
public interface ModelContract {

    Model model();

    /** Some rows for that model; more than a tile, and no whole number of tiles. */
    RowStore rows();

    @Test
    default void gradientIsTheSlopeOfTheLoss() {
        Model model = model();
        RowStore rows = rows();
        float[] parameters = parameters(model);

        Gradient gradient = gradient(model, parameters, slice(rows, 0, rows.rows()));

        for (int p = 0; p < parameters.length; p++) {
            double slope = slope(model, parameters, rows, p);
            assertThat(gradient.values()[p] / (double) rows.rows())
                    .as("parameter %d", p)
                    .isCloseTo(slope, within(2e-4));
        }
    }

    @Test
    default void gradientCountsTheLossAndTheHitsOfTheEvaluation() {
        Model model = model();
        RowStore rows = rows();
        float[] parameters = parameters(model);
        Evaluation evaluation = new Evaluation();

        Gradient gradient = gradient(model, parameters, slice(rows, 0, rows.rows()));
        model.replica().evaluate(parameters, rows, 0, rows.rows(), evaluation);

        assertThat(gradient.rows()).isEqualTo(rows.rows());
        assertThat(gradient.loss() / rows.rows()).isCloseTo(evaluation.loss(), within(1e-5));
        assertThat(gradient.correct() / rows.rows()).isCloseTo(evaluation.accuracy(), within(1e-9));
    }

    @Test
    default void gradientOfASliceIsTheSumOverItsParts() {
        Model model = model();
        RowStore rows = rows();
        float[] parameters = parameters(model);
        int cut = rows.rows() / 3;

        Gradient whole = gradient(model, parameters, slice(rows, 0, rows.rows()));
        Gradient first = gradient(model, parameters, slice(rows, 0, cut));
        Gradient second = gradient(model, parameters, slice(rows, cut, rows.rows()));

        for (int i = 0; i < whole.values().length; i++) {
            assertThat(first.values()[i] + second.values()[i])
                    .as("value %d", i)
                    .isCloseTo(whole.values()[i], within(1e-6f * rows.rows()));
        }
    }

    @Test
    default void noRowsAddNothingToAGradient() {
        Model model = model();
        Gradient gradient = new Gradient(model.layout().size());
        gradient.values()[0] = 1;

        model.replica().addGradient(parameters(model), new Slice(rows()), gradient, Replica.Finished.ignored());

        assertThat(gradient.values()[0]).isEqualTo(1);
        assertThat(Arrays.copyOfRange(gradient.values(), 1, gradient.values().length))
                .containsOnly(0);
    }

    @Test
    default void initialValuesAreAFunctionOfTheSeed() {
        Model model = model();
        float[] first = new float[model.layout().size()];
        float[] second = new float[model.layout().size()];
        second[0] = 1;

        model.initialize(first, 7);
        model.initialize(second, 7);

        assertThat(second).containsExactly(first);
    }

    private static Gradient gradient(Model model, float[] parameters, Slice slice) {
        Gradient gradient = new Gradient(model.layout().size());
        model.replica().addGradient(parameters, slice, gradient, Replica.Finished.ignored());
        return gradient;
    }

    private static Slice slice(RowStore rows, int from, int to) {
        Slice slice = new Slice(rows);
        slice.add(from, to);
        return slice;
    }

    private static float[] parameters(Model model) {
        float[] parameters = new float[model.layout().size()];
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < parameters.length; i++) {
            parameters[i] = (float) random.nextDouble(-1, 1);
        }
        return parameters;
    }

    /** Central difference of the mean loss, which evaluation sums in double precision. */
    private static double slope(Model model, float[] parameters, RowStore rows, int parameter) {
        float[] above = parameters.clone();
        float[] below = parameters.clone();
        above[parameter] += 0.01f;
        below[parameter] -= 0.01f;
        return (loss(model, above, rows) - loss(model, below, rows)) / ((double) above[parameter] - below[parameter]);
    }

    private static double loss(Model model, float[] parameters, RowStore rows) {
        Evaluation evaluation = new Evaluation();
        model.replica().evaluate(parameters, rows, 0, rows.rows(), evaluation);
        return evaluation.loss();
    }
}
