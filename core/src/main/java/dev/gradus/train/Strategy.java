package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Gradient;

/** How gradients reach the parameters: alone, in a race, in step with peers, or through servers. */
interface Strategy {

    /** The parameters to compute the next gradient on, as fresh as this strategy promises. */
    float[] parameters(Batch batch) throws ExchangeException;

    /**
     * Waits for the exchange of the gradients, if there are peers, and updates the parameters. Returns what they were
     * updated with, whose statistics are those of the global batch.
     */
    Gradient apply(ShardGradients gradients) throws ExchangeException;
}
