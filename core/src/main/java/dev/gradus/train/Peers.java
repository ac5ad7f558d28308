package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.metrics.Ledger;

/**
 * How a rank reaches the others and where it books its time: {@code beside} is the ledger of a thread that exchanges
 * while the rank computes, {@code commons} what it shares with ranks of the same process.
 */
public record Peers(Exchange exchange, Ledger ledger, Ledger beside, Commons commons) {

    public Peers(Exchange exchange, Ledger ledger, Commons commons) {
        this(exchange, ledger, new Ledger(exchange.ranks()), commons);
    }

    /** Of a rank that shares its process with no other. */
    public Peers(Exchange exchange, Ledger ledger) {
        this(exchange, ledger, new Commons());
    }
}
