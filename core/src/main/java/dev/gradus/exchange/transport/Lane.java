package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import java.util.ArrayDeque;
import java.util.Queue;

/** A link with messages that wait for their turn, in each direction. Used by one thread, which it never blocks. */
final class Lane {

    /** A range of floats that goes over the link as one message. */
    record Message(int tag, Floats floats, int from, int to) {}

    private final Link link;
    private final Queue<Message> toSend = new ArrayDeque<>();
    private final Queue<Message> toReceive = new ArrayDeque<>();
    private boolean receiving;

    Lane(Link link) {
        this.link = link;
    }

    Link link() {
        return link;
    }

    void send(Message message) throws ExchangeException {
        toSend.add(message);
        flush();
    }

    /** Moves what can be moved now; true when nothing is left to send. */
    boolean flush() throws ExchangeException {
        while (link.flush()) {
            Message next = toSend.poll();
            if (next == null) {
                return true;
            }
            link.send(next.tag, next.floats, next.from, next.to);
        }
        return false;
    }

    /** Moves what can be moved now; true when at most so many messages have yet to go, as a whole or in part. */
    boolean drain(int waiting) throws ExchangeException {
        return flush() || toSend.size() < waiting;
    }

    void expect(Message message) {
        toReceive.add(message);
    }

    /** Takes what has arrived; true when all that was expected has. */
    boolean receive() throws ExchangeException {
        while (!receiving || link.poll()) {
            Message next = toReceive.poll();
            receiving = next != null;
            if (next == null) {
                return true;
            }
            link.expect(next.tag, next.floats, next.from, next.to);
        }
        return false;
    }
}
