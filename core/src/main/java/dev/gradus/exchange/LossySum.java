package dev.gradus.exchange;

/**
 * Sums ranges of one vector over ranks in fewer bytes than they have, with <em>error feedback</em>: what a rank did not
 * send of its numbers it keeps as a residual, and adds it to its numbers the next time the same range is summed. So
 * every number is sent in the end, only later. Every rank ends each sum with the same bits. Used by one thread at a
 * time.
 */
public interface LossySum {

    /**
     * Replaces {@code values[from..to)} by nearly the sum over all ranks. Every rank must call it, in the same order.
     */
    void sum(float[] values, int from, int to) throws ExchangeException;

    /** What this rank has not sent yet, by place in the vector. Not a copy. */
    float[] residual();
}
