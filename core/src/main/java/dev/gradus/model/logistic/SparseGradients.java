package dev.gradus.model.logistic;

import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.model.BatchLearner;
import dev.gradus.model.Tally;
import dev.gradus.optim.RowRule;

/** Gradients of blocks of sparse rows, all at the same weights, and what becomes of their sum. */
final class SparseGradients implements BatchLearner<SparseBlock> {

    private final RowRule rule;
    private final RowTerms terms;

    SparseGradients(RowRule rule, RowTerms terms) {
        this.rule = rule;
        this.terms = terms;
    }

    @Override
    public void gradient(float[] parameters, SparseBlock block, GradientSink into, Tally tally) {
        int[] features = block.features();
        float[] values = block.values();
        for (int row = 0; row < block.rows(); row++) {
            int from = block.starts()[row];
            int to = block.starts()[row + 1];
            float z = rule.dot(parameters, features, values, from, to);
            if (terms.bias()) {
                z += rule.bias(parameters);
            }
            float error = terms.error(z, block.labels()[row], block.weights()[row]);
            if (terms.bias()) {
                into.add(0, error);
            }
            for (int i = from; i < to; i++) {
                into.add(features[i] + 1, error * values[i]);
            }
        }
        terms.tell(tally, 1);
    }

    @Override
    public void rate(double rate) {
        rule.rate((float) rate);
    }

    @Override
    public void update(float[] parameters, int row, float gradient) {
        if (row == 0) {
            rule.moveBias(parameters, gradient);
        } else {
            rule.move(parameters, row * rule.stride(), gradient);
        }
    }
}
