package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Gradient;

/** One replica per rank; all ranks add up their gradients and apply the same sum, so the replicas never differ. */
final class Synchronous implements Strategy {

    private final Updater updater;
    private final Exchange exchange;

    Synchronous(Updater updater, Exchange exchange) {
        this.updater = updater;
        this.exchange = exchange;
    }

    @Override
    public float[] parameters(Batch batch) {
        return updater.parameters();
    }

    @Override
    public Gradient apply(ShardGradients gradients) throws ExchangeException {
        Gradient gradient = gradients.sum(exchange);
        updater.update(gradient);
        return gradient;
    }
}
