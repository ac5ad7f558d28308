package dev.gradus.train;

import dev.gradus.data.BlockSource;
import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.BlockScorer;
import dev.gradus.model.Evaluation;
import java.util.Arrays;

/**
 * Scores blocks that were held out, each rank those of its virtual shards. Owned by one rank.
 *
 * @param <B> what a block is
 */
final class HeldOut<B> {

    private final BlockSource<B> source;
    private final BlockScorer<B> scorer;
    private final BlockSource.Reader<B> reader;
    private final Exchange exchange;
    private final TreeShare share;
    private final NodeSums sums;

    HeldOut(BlockSource<B> source, BlockScorer<B> scorer, TreeShare share, Exchange exchange) {
        this.source = source;
        this.scorer = scorer;
        this.reader = source.reader();
        this.exchange = exchange;
        this.share = share;
        this.sums = new NodeSums(share, exchange.rank(), new Evaluation().sums().length);
    }

    /** The scores of all ranks together. Every rank must call it. */
    Evaluation evaluate(float[] parameters) throws DataException, ExchangeException {
        int first = share.firstLeaf(exchange.rank());
        for (int shard = 0; shard < sums.leaves().length; shard++) {
            Evaluation evaluation = new Evaluation();
            int to = blocksBefore(first + shard + 1);
            for (int block = blocksBefore(first + shard); block < to; block++) {
                scorer.score(parameters, reader.read(0, block), evaluation);
            }
            for (int i = 0; i < evaluation.sums().length; i++) {
                sums.leaves()[shard][i] = (float) evaluation.sums()[i];
            }
        }
        sums.sum(exchange);
        Evaluation all = new Evaluation();
        Arrays.setAll(all.sums(), i -> sums.leaves()[0][i]);
        return all;
    }

    private int blocksBefore(int shard) {
        return (int) ((long) source.blocks() * shard / share.leaves());
    }
}
