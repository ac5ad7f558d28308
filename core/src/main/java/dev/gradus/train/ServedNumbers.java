package dev.gradus.train;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.server.ServerLink;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of blocks that one worker takes in one phase, asked for before they are needed: the answer of a server in
 * another process is not there at once. Where nobody waits for a number to be pushed, the one after the next is asked
 * for together with the rows of the next; else the next one when {@link #ask} is called.
 */
final class ServedNumbers {

    private final ServerLink link;
    private final long phase;
    private final long limit;
    private final boolean early;
    private ServerLink.@Nullable Ticket asked;

    ServedNumbers(ServerLink link, long phase, long limit, boolean early) {
        this.link = link;
        this.phase = phase;
        this.limit = limit;
        this.early = early;
    }

    long phase() {
        return phase;
    }

    /** Asks for a number, unless one is asked for already. */
    void ask() throws ExchangeException {
        if (asked == null) {
            asked = link.ask(phase, limit);
        }
    }

    /** Whether {@link #next} would return at once. */
    boolean ready() {
        return asked != null && asked.ready();
    }

    /** Waits for the number that was asked for; -1 if none is left. */
    long next() throws ExchangeException {
        ServerLink.Ticket mine = asked == null ? link.ask(phase, limit) : asked;
        long number = mine.await();
        asked = number >= 0 && early ? link.ask(phase, limit) : null;
        return number;
    }
}
