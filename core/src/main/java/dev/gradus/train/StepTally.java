package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Tally;

/** What learning costs a rank: in the step that is under way, and since the last evaluation. Owned by one rank. */
final class StepTally {

    private final TallySum sums;
    private final Tally block = new Tally();
    private final Tally step = new Tally();
    private final Tally sinceEvaluation = new Tally();
    private final StepTotals totals = new StepTotals();

    StepTally(Exchange exchange) {
        this.sums = new TallySum(exchange);
    }

    /** The tally of a block, for learners. */
    Tally block() {
        return block;
    }

    /** Adds the block to its step, its loss rounded so that sums do not depend on how blocks lie on ranks. */
    void endBlock() {
        step.count(TallySum.round(block.loss()), block.predictions(), block.hits());
        step.worked(block.samples(), block.updates());
        block.clear();
    }

    /** Ends a step that no other rank has to do with. */
    void endAlone() {
        sinceEvaluation.add(step);
        step.clear();
    }

    /** Ends a step of all ranks, over so many samples of all and of this one. Every rank must call it. */
    StepTotals endTogether(long samples, long ownSamples) throws ExchangeException {
        sinceEvaluation.add(step);
        double own = step.predictions(); // 0 makes what follows no number, as it should
        double ownLoss = step.loss() / own;
        double ownAccuracy = step.hits() / own;
        sums.sum(step);
        double predictions = Math.max(1, step.predictions());
        totals.set(1, samples, ownSamples, step.updates())
                .scored(step.loss() / predictions, step.hits() / predictions)
                .ownScored(ownLoss, ownAccuracy);
        step.clear();
        return totals;
    }

    /** What learning has cost all ranks since the last evaluation. Every rank must call it. */
    Evaluation evaluation() throws ExchangeException {
        sums.sum(sinceEvaluation);
        Evaluation evaluation = new Evaluation();
        evaluation.count(sinceEvaluation.loss(), sinceEvaluation.hits(), sinceEvaluation.predictions());
        sinceEvaluation.clear();
        return evaluation;
    }
}
