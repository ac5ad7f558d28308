package dev.gradus.exchange;

import dev.gradus.metrics.Traffic;

/** How one rank agrees with the others on numbers. Every rank must make the same calls in the same order. */
public interface Exchange extends AutoCloseable {

    int rank();

    int ranks();

    /** Replaces {@code values[from..to)} by the sum over all ranks; every rank ends with the same bits. */
    void sum(float[] values, int from, int to) throws ExchangeException;

    /** Returns when every rank has called it. */
    default void barrier() throws ExchangeException {
        sum(new float[0], 0, 0);
    }

    /** What this rank has sent and received so far. */
    Traffic traffic();

    /** How often all ranks have agreed so far. */
    long syncs();

    @Override
    void close();

    /** The exchange of a rank that is alone. */
    static Exchange none() {
        return new Alone();
    }
}
