package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Tally;

/**
 * What one rank tells of the steps of all while it trains on servers: how many there were it knows from the numbers of
 * its own, and only at the end what the others made of theirs. Owned by one rank.
 */
final class ServedProgress {

    private final TallySum sums;
    private final StepTotals totals = new StepTotals();
    private final Tally own = new Tally();
    private long steps;
    private long samples;
    private double loss;
    private double accuracy;
    private boolean learnt;

    ServedProgress(Exchange exchange) {
        this.sums = new TallySum(exchange);
    }

    /** Starts to count anew. */
    void begin() {
        steps = 0;
        samples = 0;
        own.clear();
    }

    /** What a block, or a batch, of this rank has cost. */
    void learnt(Tally block) {
        if (block.predictions() > 0) {
            loss = block.loss() / block.predictions();
            accuracy = block.hits() / (double) block.predictions();
            learnt = true;
        }
        own.worked(block.samples(), block.updates());
    }

    /**
     * A step of this rank, after which all together have done about {@code allSteps} steps with {@code allSamples}
     * samples since the beginning.
     */
    StepTotals step(long allSteps, long allSamples, long ownSamples, long ownUpdates) {
        totals.set(allSteps - steps, allSamples - samples, ownSamples, ownUpdates)
                .scored(loss, accuracy)
                .ownScored(learnt ? loss : Double.NaN, learnt ? accuracy : Double.NaN);
        steps = allSteps;
        samples = allSamples;
        return totals;
    }

    /** The end, at so many steps and samples of all. Every rank must call it. */
    StepTotals end(long allSteps, long allSamples) throws ExchangeException {
        long ownUpdates = own.updates();
        sums.sum(own);
        return step(allSteps, allSamples, 0, own.updates() - ownUpdates);
    }
}
