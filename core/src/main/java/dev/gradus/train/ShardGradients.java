package dev.gradus.train;

import dev.gradus.data.Batch;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.Gradient;
import dev.gradus.model.Replica;

/**
 * The gradients of a rank's batch, one for each of its virtual shards. A shard's gradient depends on its rows alone,
 * and the order in which all are added on the number of shards alone; so the sum does not depend on how many ranks
 * there are.
 */
final class ShardGradients {

    private final Replica replica;
    private final NodeSums sums;
    private final Gradient[] shards;

    /** {@code share} says how the shards lie on the ranks. */
    ShardGradients(Replica replica, int parameters, TreeShare share, int rank) {
        this.replica = replica;
        this.sums = new NodeSums(share, rank, Gradient.length(parameters));
        this.shards = new Gradient[sums.leaves().length];
        for (int i = 0; i < shards.length; i++) {
            shards[i] = new Gradient(parameters, sums.leaves()[i]);
        }
    }

    void compute(float[] parameters, Batch batch) {
        for (int i = 0; i < shards.length; i++) {
            replica.gradient(parameters, batch.slices().get(i), shards[i]);
        }
    }

    /** The sum over the shards of all ranks. What was computed is used up. */
    Gradient sum(Exchange exchange) throws ExchangeException {
        sums.sum(exchange);
        return shards[0];
    }
}
