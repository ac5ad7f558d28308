package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Evaluation;

/** Scores parameters: on what was held out, or by what training has cost. Every rank must call it. */
interface Scores {

    Evaluation of(float[] parameters) throws DataException, ExchangeException;
}
