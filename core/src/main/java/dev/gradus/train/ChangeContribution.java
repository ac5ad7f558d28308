package dev.gradus.train;

import dev.gradus.exchange.SparseRows;
import dev.gradus.model.Layout;
import dev.gradus.model.Learner;
import dev.gradus.model.Tally;

/**
 * What learning from a block by itself would change, as a few rows. A row that several shards changed moves by the mean
 * of their changes, or by the sum.
 *
 * @param <B> what a block is
 */
final class ChangeContribution<B> implements Contribution<B> {

    private final Layout layout;
    private final Learner<B> learner;
    private final boolean mean;
    private final RowChanges changes;

    ChangeContribution(Layout layout, Learner<B> learner, boolean mean) {
        this.layout = layout;
        this.learner = learner;
        this.mean = mean;
        this.changes = new RowChanges(layout);
    }

    @Override
    public SparseRows[] parts() {
        return RowChanges.parts(layout);
    }

    @Override
    public void of(float[] parameters, B block, double rate, SparseRows[] into, Tally tally) {
        changes.clear();
        learner.touch(block, changes);
        changes.keep(parameters);
        learner.learn(parameters, block, rate, tally);
        changes.takeOut(parameters, into);
    }

    @Override
    public void apply(float[] parameters, int table, SparseRows sum, double rate, long samples) {
        Layout.Block block = layout.blocks().get(table);
        int width = RowChanges.width(block);
        float[] values = sum.values();
        for (int i = 0; i < sum.count(); i++) {
            int to = block.from() + sum.ids()[i] * width;
            int from = i * (width + 1);
            float scale = mean ? 1 / values[from + width] : 1;
            for (int k = 0; k < width; k++) {
                parameters[to + k] += scale * values[from + k];
            }
        }
    }
}
