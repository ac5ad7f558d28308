package dev.gradus.train;

import dev.gradus.exchange.SparseRows;
import dev.gradus.model.BatchLearner;
import dev.gradus.model.Layout;
import dev.gradus.model.Tally;
import java.util.Arrays;

/**
 * Gradients of the rows that a block touches; the mean over all samples of the step moves each row once. Working memory
 * has a number for each row of the table, but no step looks at more of them than it touches.
 *
 * @param <B> what a block is
 */
final class GradientContribution<B> implements Contribution<B>, BatchLearner.GradientSink {

    private final BatchLearner<B> learner;
    private final float[] sums;
    private final int[] notedIn;
    private int[] ids = new int[1024];
    private int count;
    private int round;

    GradientContribution(Layout layout, BatchLearner<B> learner) {
        if (layout.blocks().size() != 1) {
            throw new IllegalArgumentException("gradients are of one table: tables=" + layout.fingerprint());
        }
        this.learner = learner;
        int rows = RowChanges.rows(layout.blocks().get(0));
        this.sums = new float[rows];
        this.notedIn = new int[rows];
    }

    @Override
    public SparseRows[] parts() {
        return new SparseRows[] {new SparseRows(sums.length, 1)};
    }

    @Override
    public void of(float[] parameters, B block, double rate, SparseRows[] into, Tally tally) {
        count = 0;
        round++;
        learner.gradient(parameters, block, this, tally);
        Arrays.sort(ids, 0, count);
        into[0].grow(count);
        for (int i = 0; i < count; i++) {
            into[0].add(ids[i], sums[ids[i]]);
        }
    }

    @Override
    public void add(int row, float gradient) {
        if (notedIn[row] == round) {
            sums[row] += gradient;
            return;
        }
        notedIn[row] = round;
        sums[row] = gradient;
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = row;
    }

    @Override
    public void apply(float[] parameters, int table, SparseRows sum, double rate, long samples) {
        float scale = 1f / samples;
        learner.rate(rate);
        for (int i = 0; i < sum.count(); i++) {
            learner.update(parameters, sum.ids()[i], scale * sum.values()[i]);
        }
    }
}
