package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Gradient;

/**
 * One replica per rank; all ranks add up their gradients and apply the same sum, so the replicas never differ. A rank
 * that is alone is its own sum.
 */
final class Synchronous implements Strategy {

    private final Updater updater;

    Synchronous(Updater updater) {
        this.updater = updater;
    }

    @Override
    public float[] parameters(Batch batch) {
        return updater.parameters();
    }

    @Override
    public Gradient apply(ShardGradients gradients) throws ExchangeException {
        Gradient gradient = gradients.sum();
        updater.update(gradient);
        return gradient;
    }
}
