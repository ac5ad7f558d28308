package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Evaluation;
import dev.gradus.server.ServerStatistics;
import java.util.List;

/** One rank's training under way: its parameters and how they change. Used by one thread. */
interface Training extends Trainer, AutoCloseable {

    /**
     * An array that begins with the parameters, themselves and not a copy. Those that lie on servers are fetched, for
     * rank 0 only: other ranks then have an empty array.
     */
    float[] parameters() throws ExchangeException;

    /** The parameters and nothing behind them, when training is over. Every rank must call it. */
    default float[] result() throws ExchangeException {
        return parameters();
    }

    /** What each server did, for rank 0; empty where there are none. */
    default List<ServerStatistics> servers() throws ExchangeException {
        return List.of();
    }

    /**
     * What the update rule remembers beside them, itself and not a copy. What lies on servers is fetched, for rank 0.
     */
    default List<float[]> state() throws ExchangeException {
        return List.of();
    }

    /** The rate of the last update. */
    double lastRate();

    /** What a rehearsal trains next, with parameters that are as good as new where that is needed. */
    default Trainer afresh() {
        return this;
    }

    /** Scores the parameters of the moment. Every rank must call it. */
    Evaluation evaluate() throws DataException, ExchangeException;

    @Override
    default void close() {}
}
