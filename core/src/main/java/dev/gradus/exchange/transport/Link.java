package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Traffic;

/**
 * Both directions between this rank and one peer: ordered messages of floats, one under way in each direction at a
 * time. No method blocks, so that one thread can serve all its links at once and none waits for a peer that waits for
 * another. Used by one thread.
 */
public interface Link extends AutoCloseable {

    int peer();

    /** Whether the peer runs on this machine and so may want the same cores. */
    boolean onThisMachine();

    /** What memory this rank and the peer can both reach. */
    default Sharing sharing() {
        return Sharing.NOTHING;
    }

    /** Throws if the peer is known to have ended; for waits that no message of this link ends. */
    default void checkPeer() throws ExchangeException {}

    /**
     * Starts to send {@code data[from..to)}, which must not change until {@link #flush} says it has gone. Nothing else
     * can be sent before.
     */
    void send(int tag, Floats data, int from, int to) throws ExchangeException;

    default void send(int tag, float[] data, int from, int to) throws ExchangeException {
        send(tag, Floats.of(data), from, to);
    }

    /** Moves what can be moved now; true when nothing is left to send. */
    boolean flush() throws ExchangeException;

    /**
     * Says where the peer's next message goes. Its tag and length must match, or the peer is out of step. Floats may
     * stand there before their checksum is known: when {@link #poll} throws, they must not be used.
     */
    void expect(int tag, Floats into, int from, int to);

    default void expect(int tag, float[] into, int from, int to) {
        expect(tag, Floats.of(into), from, to);
    }

    /** Takes what has arrived; true when the expected message is complete and right. */
    boolean poll() throws ExchangeException;

    /** Bytes that have moved in either direction so far. While they grow, the peer is slow but not silent. */
    long bytesMoved();

    /** What went over this link so far. */
    Traffic traffic();

    @Override
    void close();
}
