package dev.gradus.metrics;

import java.util.Arrays;
import java.util.List;

/**
 * How long a rank exchanged: exposed, while it could not compute, and hidden behind computation. {@code waitSeconds}
 * and {@code waits}, by rank, are parts of the exposed time.
 */
public record ExchangeTimes(double exposedSeconds, double hiddenSeconds, double waitSeconds, List<Double> waits) {

    public ExchangeTimes {
        waits = List.copyOf(waits);
    }

    /**
     * From the ledger of the rank's thread and of the one that exchanges beside it. What the rank's thread waited for
     * the other is exposed, and is divided into waiting and moving as the other's time is.
     */
    public static ExchangeTimes of(Ledger own, Ledger beside) {
        double ownWait = own.nanos(Account.WAIT);
        double ownSend = own.nanos(Account.SEND);
        double wait = beside.nanos(Account.WAIT);
        double busy = wait + beside.nanos(Account.SEND);
        if (busy == 0) {
            return new ExchangeTimes((ownSend + ownWait) / 1e9, 0, ownWait / 1e9, seconds(own.waits(), 1));
        }
        double exposed = Math.min(busy, ownSend + ownWait);
        double share = exposed / busy;
        return new ExchangeTimes(
                (ownSend + ownWait) / 1e9, (busy - exposed) / 1e9, wait * share / 1e9, seconds(beside.waits(), share));
    }

    private static List<Double> seconds(long[] nanos, double share) {
        return Arrays.stream(nanos).mapToObj(value -> value * share / 1e9).toList();
    }
}
