package dev.gradus.model.word2vec;

import dev.gradus.data.text.TextBlock;
import dev.gradus.model.Learner;
import dev.gradus.model.RowHomes;
import dev.gradus.model.Tally;

/**
 * Learns batch by batch with the full softmax output. A prediction of CBOW has all neighbours of a word, one of
 * skip-gram a single neighbour. The last batch of a block may be smaller.
 */
final class SoftmaxLearner implements Learner<TextBlock> {

    private final BlockPlan plan;
    private final SoftmaxShape shape;
    private final SoftmaxKernel kernel;
    private final SoftmaxBatch batch;
    private final boolean cbow;

    /** Where weights and biases are: with a learner that races, in copies of its own. */
    private final RowHomes homes;

    SoftmaxLearner(
            BlockPlan plan,
            SoftmaxShape shape,
            SoftmaxKernel kernel,
            SoftmaxBatch batch,
            boolean cbow,
            RowHomes homes) {
        this.plan = plan;
        this.shape = shape;
        this.kernel = kernel;
        this.batch = batch;
        this.cbow = cbow;
        this.homes = homes;
    }

    @Override
    public void learn(float[] parameters, TextBlock block, double rate, Tally tally) {
        plan.draw(block);
        homes.load(parameters);
        batch.clear();
        int updates = 0;
        for (int group = 0; group < plan.groups(); group++) {
            int place = plan.from(group);
            int to = plan.reachTo(place, plan.sentenceTo(group));
            int from = plan.reachFrom(place, plan.sentenceFrom(group));
            for (int near = from; near < to; near++) {
                if (near == place) {
                    continue;
                }
                if (!cbow || near == (from == place ? from + 1 : from)) {
                    if (batch.full()) {
                        flush(parameters, rate, tally);
                        updates++;
                    }
                    batch.predict(plan.word(place));
                }
                batch.neighbour(plan.word(near));
            }
        }
        if (batch.size() > 0) {
            flush(parameters, rate, tally);
            updates++;
        }
        tally.worked(plan.words(), updates);
    }

    private void flush(float[] parameters, double rate, Tally tally) {
        kernel.learn(parameters, homes.outputAt(0), batch, (float) rate, tally);
        homes.passed(1, parameters);
        batch.clear();
    }

    @Override
    public void touch(TextBlock block, RowSink rows) {
        plan.draw(block);
        if (plan.groups() == 0) {
            return;
        }
        for (int group = 0; group < plan.groups(); group++) {
            rows.row(Word2vec.INPUT, plan.word(plan.from(group)));
        }
        for (int d = 0; d < shape.dimension(); d++) {
            rows.row(Word2vec.OUTPUT, d);
        }
        rows.row(Word2vec.BIAS, 0);
    }

    @Override
    public void settle(float[] parameters) {
        homes.settle(parameters);
    }
}
