package dev.gradus.model.logistic;

import static dev.gradus.data.DenseRows.TILE;

import dev.gradus.data.DenseRows;
import dev.gradus.data.RowStore;
import dev.gradus.data.Shape;
import dev.gradus.data.Slice;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;

/** Logistic regression with the working memory of one rank. Used by one thread. */
final class LogisticReplica implements Replica {

    private static final int ROWS_AT_ONCE = 8 * TILE;

    private final Shape shape;
    private final LogisticKernel kernel;
    private final int outputs;
    private final float[] scores;

    LogisticReplica(Shape shape, LogisticKernel kernel) {
        this.shape = shape;
        this.kernel = kernel;
        this.outputs = shape.classes() == 2 ? 1 : shape.classes();
        this.scores = new float[Math.multiplyExact(ROWS_AT_ONCE, outputs)];
    }

    @Override
    public void addGradient(float[] parameters, Slice slice, Gradient gradient, Finished finished) {
        check(slice.rows());
        kernel.addGradient(parameters, slice, gradient);
    }

    @Override
    public void evaluate(float[] parameters, RowStore store, int from, int to, Evaluation evaluation) {
        DenseRows rows = check(store);
        for (int row = from, next; row < to; row = next) {
            next = Math.min(to, row + ROWS_AT_ONCE);
            kernel.scores(parameters, rows, row, next, scores);
            if (outputs == 1) {
                evaluateBinary(rows.labels(), row, next, evaluation);
            } else {
                evaluateSoftmax(rows.labels(), row, next, evaluation);
            }
        }
    }

    private DenseRows check(RowStore rows) {
        if (rows.shape().features() != shape.features() || rows.shape().classes() > shape.classes()) {
            throw new IllegalArgumentException("rows do not fit the model: rows=" + rows.shape() + ", model=" + shape);
        }
        return DenseRows.of(rows);
    }

    private void evaluateBinary(float[] labels, int from, int to, Evaluation evaluation) {
        double loss = 0;
        int hits = 0;
        for (int row = from; row < to; row++) {
            double z = scores[row - from];
            boolean positive = labels[row] > 0;
            double against = positive ? -z : z;
            loss += Math.max(against, 0) + Math.log1p(Math.exp(-Math.abs(against)));
            hits += z >= 0 == positive ? 1 : 0;
            evaluation.guess(positive ? 1 : 0, z >= 0 ? 1 : 0);
            evaluation.score((float) (1 / (1 + Math.exp(-z))), positive);
        }
        evaluation.count(loss, hits, to - from);
    }

    private void evaluateSoftmax(float[] labels, int from, int to, Evaluation evaluation) {
        double loss = 0;
        int hits = 0;
        for (int row = from; row < to; row++) {
            int first = (row - from) * outputs;
            int truth = first + (int) labels[row];
            int best = first;
            for (int k = first + 1; k < first + outputs; k++) {
                best = scores[k] > scores[best] ? k : best;
            }
            double sum = 0;
            for (int k = first; k < first + outputs; k++) {
                sum += Math.exp((double) scores[k] - scores[best]);
            }
            loss += Math.log(sum) + ((double) scores[best] - scores[truth]);
            hits += best == truth ? 1 : 0;
            evaluation.guess(truth - first, best - first);
        }
        evaluation.count(loss, hits, to - from);
    }
}
