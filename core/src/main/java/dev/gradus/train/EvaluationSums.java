package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.Evaluation;

/** What each virtual shard of a rank scored, and the sum over the shards of all ranks. Owned by one rank. */
final class EvaluationSums {

    private final Exchange exchange;
    private final NodeSums sums;

    /** {@code share} says how the shards lie on the ranks. */
    EvaluationSums(TreeShare share, Exchange exchange) {
        this.exchange = exchange;
        this.sums = new NodeSums(share, exchange.rank(), new Evaluation().sums().length);
    }

    /** How many shards this rank has. */
    int shards() {
        return sums.leaves().length;
    }

    /** Notes what a shard of this rank scored. */
    void set(int shard, Evaluation evaluation) {
        for (int i = 0; i < evaluation.sums().length; i++) {
            sums.leaves()[shard][i] = (float) evaluation.sums()[i];
        }
    }

    /** The scores of all shards together. Every rank must call it. */
    Evaluation sum() throws ExchangeException {
        sums.sum(exchange);
        Evaluation all = new Evaluation();
        for (int i = 0; i < all.sums().length; i++) {
            all.sums()[i] = sums.leaves()[0][i];
        }
        return all;
    }
}
