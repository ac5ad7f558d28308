package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Tally;
import dev.gradus.server.PushBatch;
import dev.gradus.server.ServerLink;

/**
 * Blocks that a worker learns from on copies of the rows which they touch: read, pulled, learnt, pushed. Two of these
 * take turns, so that one can be on its way while the other is learnt from. Owned by one rank.
 *
 * @param <W> what this is, so that one can hand over to the next
 */
interface ServedWork<W extends ServedWork<W>> {

    /** Reads the blocks {@code from} to {@code to} and asks for the rows that they touch. */
    void begin(int epoch, long from, long to, ServerLink link) throws DataException, ExchangeException;

    /** Waits for the rows. */
    void await() throws ExchangeException;

    /** Takes over what the push of the work before has changed, if it can be told; this was pulled before that push. */
    void follow(W before);

    /** Learns, and notes what it cost. */
    void learn(double rate, Tally tally);

    /**
     * Adds what was learnt to a push, and what it was computed from; its first node has that index in a step of all.
     */
    void addTo(PushBatch push, int firstNode);
}
