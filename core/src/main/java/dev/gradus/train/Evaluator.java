package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.data.RowSource;
import dev.gradus.data.RowStore;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Replica;
import java.util.ArrayList;
import java.util.List;

/** Scores held-out rows, each rank those of its virtual shards. */
final class Evaluator {

    private final Replica replica;
    private final List<RowStore> shards;
    private final EvaluationSums sums;

    /** {@code share} says how the shards lie on the ranks; {@code shards} are those of this rank. */
    Evaluator(Replica replica, List<RowStore> shards, TreeShare share, Exchange exchange) {
        this.replica = replica;
        this.shards = shards;
        this.sums = new EvaluationSums(share, exchange);
    }

    /** Loads shards {@code from} to {@code to} of {@code count} even parts of the source. */
    static List<RowStore> load(RowSource source, RowStore.Loader loader, int from, int to, int count)
            throws DataException {
        List<RowStore> shards = new ArrayList<>();
        for (int shard = from; shard < to; shard++) {
            long first = source.rows() * shard / count;
            shards.add(loader.load(source, first, source.rows() * (shard + 1) / count));
        }
        return shards;
    }

    /** The scores over the held-out rows of all ranks. Every rank must call it. */
    Evaluation evaluate(float[] parameters) throws ExchangeException {
        for (int shard = 0; shard < shards.size(); shard++) {
            Evaluation evaluation = new Evaluation();
            RowStore rows = shards.get(shard);
            replica.evaluate(parameters, rows, 0, rows.rows(), evaluation);
            sums.set(shard, evaluation);
        }
        return sums.sum();
    }
}
