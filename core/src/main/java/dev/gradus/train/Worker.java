package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.data.BatchReader;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Gradient;

/** Trains on one stream of batches. Read this first: the rest of the system makes its four lines fast or safe. */
record Worker(BatchReader batches, ShardGradients gradients, Strategy strategy) {

    /** Is told of every step, after it. */
    interface StepListener {

        /** {@code batch} is this rank's part; {@code gradient} holds the statistics of the global batch. */
        void step(Batch batch, Gradient gradient) throws ExchangeException, DivergedException;
    }

    /** Trains steps {@code from} to {@code to} of an epoch. */
    void train(int epoch, int from, int to, StepListener metrics) throws ExchangeException, DivergedException {
        for (int step = from; step < to; step++) {
            Batch batch = batches.read(epoch, step);
            float[] parameters = strategy.parameters(batch); // own, shared, or pulled
            gradients.compute(parameters, batch);
            Gradient gradient = strategy.apply(gradients); // exchange, then update
            metrics.step(batch, gradient);
        }
    }
}
