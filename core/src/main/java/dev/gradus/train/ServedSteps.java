package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerStatistics;
import java.util.List;

/** What the steps of a worker on servers have in common, whatever it learns from. Owned by one rank. */
final class ServedSteps {

    private final Setup setup;
    private final Exchange exchange;
    private final ServerLink link;
    private boolean rehearsing;
    private double rate;
    private long phases;

    ServedSteps(Setup setup, Peers peers) {
        this.setup = setup;
        this.exchange = peers.exchange();
        this.link = Servers.link(peers);
    }

    ServerLink link() {
        return link;
    }

    /** From now on nothing moves far. */
    void rehearse() {
        rehearsing = true;
    }

    /** Steps that are taken by number begin anew; every worker must call it as often. */
    long nextPhase() {
        return phases++;
    }

    /** The number of a step of an epoch among those of the run. */
    long number(int epoch, int step) {
        return (long) epoch * setup.extent().stepsPerEpoch() + step;
    }

    /** The rate of a step of an epoch, which is then the {@link #lastRate last}. */
    double rateOf(int epoch, int step) {
        double planned = setup.rate(epoch, step);
        rate = rehearsing ? Servers.rehearsed(setup.job(), planned) : planned;
        return rate;
    }

    double lastRate() {
        return rate;
    }

    /** Returns what rank 0 has pulled when all may go: servers that share a rank's process must not go before. */
    float[] pulledByAll(float[] pulled) throws ExchangeException {
        exchange.barrier();
        return pulled;
    }

    /** What each server did, for rank 0. */
    List<ServerStatistics> statistics() throws ExchangeException {
        return exchange.rank() == 0 ? link.statistics() : List.of();
    }
}
