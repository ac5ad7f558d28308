package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.data.BatchReader;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Gradient;

/** Trains on one stream of batches. Read this first: the rest of the system makes its four lines fast or safe. */
record Worker(BatchReader batches, ShardGradients gradients, Strategy strategy, StepTotals totals) implements Trainer {

    Worker(BatchReader batches, ShardGradients gradients, Strategy strategy) {
        this(batches, gradients, strategy, new StepTotals());
    }

    @Override
    public void train(int epoch, int from, int to, StepListener metrics) throws ExchangeException, DivergedException {
        for (int step = from; step < to; step++) {
            Batch batch = batches.read(epoch, step);
            float[] parameters = strategy.parameters(batch); // own, shared, or pulled
            gradients.compute(parameters, batch);
            Gradient gradient = strategy.apply(gradients); // exchange, then update
            metrics.step(totals(batch, gradient));
        }
    }

    /** {@code batch} is this rank's part; {@code gradient} holds the statistics of the global batch. */
    private StepTotals totals(Batch batch, Gradient gradient) {
        return totals.set((long) gradient.rows(), batch.size())
                .scored(gradient.loss() / gradient.rows(), gradient.correct() / gradient.rows())
                .ownScored(gradients.ownLoss(), gradients.ownAccuracy());
    }
}
