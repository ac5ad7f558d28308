package dev.gradus.train;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.BlockScorer;
import dev.gradus.model.Evaluation;

/**
 * Scores blocks that were held out, each rank those of its virtual shards. Owned by one rank.
 *
 * @param <B> what a block is
 */
final class HeldOut<B> {

    private final BlockSource<B> source;
    private final BlockScorer<B> scorer;
    private final BlockSource.Reader<B> reader;
    private final TreeShare share;
    private final int firstShard;
    private final EvaluationSums sums;

    HeldOut(BlockSource<B> source, BlockScorer<B> scorer, TreeShare share, Exchange exchange) {
        this.source = source;
        this.scorer = scorer;
        this.reader = source.reader();
        this.share = share;
        this.firstShard = share.firstLeaf(exchange.rank());
        this.sums = new EvaluationSums(share, exchange);
    }

    /**
     * Scores one block.
     *
     * @param <B> what a block is
     */
    interface Scoring<B> {

        void score(B block, Evaluation into) throws ExchangeException;
    }

    /** The scores of all ranks together. Every rank must call it. */
    Evaluation evaluate(float[] parameters) throws DataException, ExchangeException {
        return evaluate((block, into) -> scorer.score(parameters, block, into));
    }

    /** The same for parameters that only {@code scoring} knows. Every rank must call it. */
    Evaluation evaluate(Scoring<B> scoring) throws DataException, ExchangeException {
        for (int shard = 0; shard < sums.shards(); shard++) {
            Evaluation evaluation = new Evaluation();
            int to = blocksBefore(firstShard + shard + 1);
            for (int block = blocksBefore(firstShard + shard); block < to; block++) {
                scoring.score(reader.read(0, block), evaluation);
            }
            sums.set(shard, evaluation);
        }
        return sums.sum();
    }

    private int blocksBefore(int shard) {
        return (int) ((long) source.blocks() * shard / share.leaves());
    }
}
