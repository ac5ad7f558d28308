package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Evaluation;

/** Who is told of the steps of a rehearsal, and what happens between its epochs. */
interface Rehearsal extends StepListener {

    /** Evaluates as the run will, and waits for all ranks. */
    void pause(Scoring scoring) throws DataException, ExchangeException;

    /** Scores the parameters of the moment. Every rank must call it. */
    interface Scoring {

        Evaluation score() throws DataException, ExchangeException;
    }
}
