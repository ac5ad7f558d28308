package dev.gradus.train;

import dev.gradus.exchange.ExchangeException;

/** Is told of every step, after it. */
interface StepListener {

    void step(StepTotals totals) throws ExchangeException, DivergedException;
}
