package dev.gradus.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.data.DenseRows;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Model;
import dev.gradus.model.ModelContract;
import dev.gradus.model.RandomRows;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LogisticRegressionTest {

    private static final LogisticKernel.Family PLAIN = LogisticRegression.plainKernels();

    @Nested
    class OfTwoClasses implements ModelContract {

        @Override
        public Model model() {
            return new LogisticRegression(new Shape(7, 2), 0, true, PLAIN);
        }

        @Override
        public DenseRows rows() {
            return RandomRows.of(150, 7, 2, 1);
        }
    }

    @Nested
    class OfTwoClassesWithoutBias implements ModelContract {

        @Override
        public Model model() {
            return new LogisticRegression(new Shape(7, 2), 0, false, PLAIN);
        }

        @Override
        public DenseRows rows() {
            return RandomRows.of(150, 7, 2, 2);
        }
    }

    @Nested
    class OfFourClasses implements ModelContract {

        @Override
        public Model model() {
            return new LogisticRegression(new Shape(5, 4), 0, true, PLAIN);
        }

        @Override
        public DenseRows rows() {
            return RandomRows.of(150, 5, 4, 3);
        }
    }

    @Nested
    class OfFourClassesWithoutBias implements ModelContract {

        @Override
        public Model model() {
            return new LogisticRegression(new Shape(5, 4), 0, false, PLAIN);
        }

        @Override
        public DenseRows rows() {
            return RandomRows.of(150, 5, 4, 4);
        }
    }

    @Test
    void layoutHasOneOutputForTwoClassesAndOneEachForMore() {
        assertThat(new LogisticRegression(new Shape(5, 2), 0, true, PLAIN)
                        .layout()
                        .fingerprint())
                .isEqualTo("weights[1, 5],bias[1]");
        assertThat(new LogisticRegression(new Shape(5, 3), 0, true, PLAIN)
                        .layout()
                        .fingerprint())
                .isEqualTo("weights[3, 5],bias[3]");
        assertThat(new LogisticRegression(new Shape(5, 3), 0, false, PLAIN)
                        .layout()
                        .fingerprint())
                .isEqualTo("weights[3, 5]");
    }

    @Test
    void penaltyIsOnTheWeightsOnly() {
        Model model = new LogisticRegression(new Shape(2, 2), 0.5, true, PLAIN);
        float[] gradient = {1, 1, 1};

        double penalty = model.penalize(new float[] {2, -4, 100}, gradient);

        assertThat(penalty).isCloseTo(5, within(1e-9));
        assertThat(gradient).containsExactly(2, -1, 1);
    }

    @Test
    void noPenaltyLeavesTheGradientAlone() {
        Model model = new LogisticRegression(new Shape(1, 2), 0, true, PLAIN);
        float[] gradient = {1, 1};

        assertThat(model.penalize(new float[] {Float.NaN, 0}, gradient)).isZero();
        assertThat(gradient).containsExactly(1, 1);
    }

    @Test
    void evaluationOfTwoClassesHasALossHitsAndAnOrder() {
        DenseRows rows = RandomRows.of(1300, 3, 2, 8);
        float[] parameters = {1, -2, 0.5f, 0.1f};
        Slice slice = new Slice(rows);
        slice.add(10, 1300);
        LogisticOracle oracle = new LogisticOracle(1, true, parameters, slice);
        Evaluation evaluation = new Evaluation();

        new LogisticRegression(rows.shape(), 0, true, PLAIN).replica().evaluate(parameters, rows, 10, 1300, evaluation);

        assertThat(evaluation.rows()).isEqualTo(1290);
        assertThat(evaluation.loss() * 1290).isCloseTo(oracle.loss, within(1e-3));
        assertThat(evaluation.accuracy() * 1290).isCloseTo(oracle.hits, within(1e-6));
        assertThat(evaluation.auc()).isBetween(0.4, 0.6);
    }

    @Test
    void evaluationOfExtremeScoresHasAFiniteLoss() {
        DenseRows rows = RandomRows.of(100, 1, 2, 8);
        float[] parameters = {1e4f, 0};
        Slice slice = new Slice(rows);
        slice.add(0, 100);
        LogisticOracle oracle = new LogisticOracle(1, true, parameters, slice);
        Evaluation evaluation = new Evaluation();

        new LogisticRegression(rows.shape(), 0, true, PLAIN).replica().evaluate(parameters, rows, 0, 100, evaluation);

        assertThat(evaluation.loss() * 100).isCloseTo(oracle.loss, within(1e-5 * oracle.loss));
    }

    @Test
    void evaluationOfMoreClassesHasNoOrder() {
        DenseRows rows = RandomRows.of(100, 3, 3, 8);
        Evaluation evaluation = new Evaluation();

        new LogisticRegression(rows.shape(), 0, false, PLAIN)
                .replica()
                .evaluate(new float[9], rows, 0, 100, evaluation);

        assertThat(evaluation.loss()).isCloseTo(Math.log(3), within(1e-9));
        assertThat(evaluation.auc()).isNaN();
    }

    @Test
    void rowsOfAnotherShapeAreRefused() {
        Model model = new LogisticRegression(new Shape(4, 2), 0, true, PLAIN);

        assertThatThrownBy(() ->
                        model.replica().evaluate(new float[5], RandomRows.of(10, 3, 2, 1), 0, 10, new Evaluation()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rows do not fit the model: rows=Shape[features=3, classes=2],"
                        + " model=Shape[features=4, classes=2]");
    }
}
