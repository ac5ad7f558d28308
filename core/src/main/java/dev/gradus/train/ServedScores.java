package dev.gradus.train;

import dev.gradus.data.BlockSource;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.model.BlockNumbering;
import dev.gradus.model.BlockScorer;
import dev.gradus.model.Evaluation;
import dev.gradus.server.ServerLink;

/**
 * Scores blocks with the weights that they touch, pulled for each. Owned by one rank.
 *
 * @param <B> what a block is
 */
final class ServedScores<B> {

    private final BlockScorer<B> scorer;
    private final BlockNumbering<B> numbering;
    private final ServerLink link;
    private float[] weights = {};

    private ServedScores(BlockScorer<B> scorer, BlockNumbering<B> numbering, ServerLink link) {
        this.scorer = scorer;
        this.numbering = numbering;
        this.link = link;
    }

    /** How tables on servers are scored: on what was held out, else by what training has cost since the last time. */
    static <B> Scores of(TableSetup<B> setup, Exchange exchange, ServerLink link, StepTally tally) {
        BlockScorer<B> scorer = setup.model().scorer();
        BlockNumbering<B> numbering = setup.model().numbering();
        BlockSource<B> test = setup.blocks().test();
        if (scorer == null || numbering == null || test == null || test.blocks() == 0) {
            return parameters -> tally.evaluation();
        }
        TreeShare share = new TreeShare(setup.job().integer(JobKeys.VIRTUAL_SHARDS), exchange.ranks());
        HeldOut<B> heldOut = new HeldOut<>(test, scorer, share, exchange);
        ServedScores<B> scores = new ServedScores<>(scorer, numbering, link);
        return parameters -> heldOut.evaluate(scores::score);
    }

    private void score(B block, Evaluation into) throws ExchangeException {
        numbering.clear();
        numbering.note(block);
        ServerLink.Pull pull = link.pull(0, numbering.rows(), numbering.count());
        numbering.renumber(block);
        if (weights.length < numbering.count()) {
            weights = new float[numbering.count() + numbering.count() / 4];
        }
        pull.await(weights, 0);
        scorer.score(weights, block, into);
    }
}
