package dev.gradus.tutorial;

import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.model.Layout;
import dev.gradus.model.RowFunction;
import dev.gradus.model.RowFunctionKind;
import java.util.List;

/** A linear support vector machine for two classes: a row costs half of the square of what it lacks to its margin. */
public final class SupportVectors extends RowFunctionKind {

    static final Key<Double> MARGIN = Key.number("model.margin", 1, 0.01, 100, "score that a row should have at least");

    public SupportVectors() {
        super("svm", "linear support vector machine", MARGIN);
    }

    @Override
    protected RowFunction function(Job job, Shape shape) {
        return new Machine(shape.features(), job.get(MARGIN));
    }

    private record Machine(int features, double margin) implements RowFunction {

        @Override
        public Layout layout() {
            return new Layout(List.of(new Layout.Block("weight", 0, List.of(features))));
        }

        @Override
        public double learn(float[] weights, float[] row, int label, float[] gradient) {
            int sign = label == 1 ? 1 : -1;
            double missing = Math.max(0, margin - sign * score(weights, row));
            for (int j = 0; j < features; j++) {
                gradient[j] -= (float) (sign * missing * row[j]);
            }
            return missing * missing / 2;
        }

        @Override
        public int predict(float[] weights, float[] row) {
            return score(weights, row) >= 0 ? 1 : 0;
        }

        private double score(float[] weights, float[] row) {
            double score = 0;
            for (int j = 0; j < features; j++) {
                score += weights[j] * row[j];
            }
            return score;
        }
    }
}
