package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;

/** Whoever can train for some steps. */
interface Trainer {

    /** Trains steps {@code from} to {@code to} of an epoch. Every rank must call it. */
    void train(int epoch, int from, int to, StepListener metrics)
            throws DataException, ExchangeException, DivergedException;
}
