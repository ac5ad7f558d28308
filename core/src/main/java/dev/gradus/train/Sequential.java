package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Gradient;

/** One rank, nobody to agree with: every gradient updates the parameters at once. */
final class Sequential implements Strategy {

    private final Updater updater;

    Sequential(Updater updater) {
        this.updater = updater;
    }

    @Override
    public float[] parameters(Batch batch) {
        return updater.parameters();
    }

    @Override
    public Gradient apply(ShardGradients gradients) throws ExchangeException {
        Gradient gradient = gradients.sum(Exchange.none());
        updater.update(gradient);
        return gradient;
    }
}
