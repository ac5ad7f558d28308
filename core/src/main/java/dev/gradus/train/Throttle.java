package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.Pace;
import dev.gradus.exchange.PacedExchange;
import dev.gradus.job.Job;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.ProcessMeter;
import dev.gradus.server.ServerLink;

/**
 * Makes a rank slower than it is, as the job says: steps, after which it stands still, and links, whose bytes take as
 * long as over a slower network. No number that is computed depends on it. Owned by one rank.
 */
final class Throttle {

    private static final double BYTES_OF_MEGABIT = 1e6 / 8;

    private final double slowdown;
    private final double bytesPerSecond;

    private Throttle(double slowdown, double bytesPerSecond) {
        this.slowdown = slowdown;
        this.bytesPerSecond = bytesPerSecond;
    }

    static Throttle of(Job job, int rank) {
        return ThrottleKeys.applies(job, rank)
                ? new Throttle(job.get(ThrottleKeys.SLOWDOWN), job.get(ThrottleKeys.MEGABITS) * BYTES_OF_MEGABIT)
                : new Throttle(job.get(ThrottleKeys.OTHERS), 0);
    }

    /** The same peers over links of the job's speed. */
    Peers paced(Peers peers) {
        if (bytesPerSecond == 0) {
            return peers;
        }
        ServerLink link = peers.servers();
        if (link != null) {
            link.limit(bytesPerSecond); // sums of ranks go over it too
            return peers;
        }
        return peers.over(new PacedExchange(peers.exchange(), bytesPerSecond, peers.ledger()));
    }

    /** The same listener; behind it a rank stands still after every step. The clock of training must have started. */
    StepListener slowed(StepListener metrics, Peers peers) {
        return slowdown == 1 ? metrics : new SlowSteps(metrics, peers.ledger(), peers.exchange());
    }

    /**
     * Stands still after every step, in proportion to what the rank has computed since the one before. Standing in line
     * for a core, and waiting for a compiler, count as no computing: made longer, they would drown what is measured.
     */
    private final class SlowSteps implements StepListener {

        private final StepListener metrics;
        private final Ledger ledger;
        private final Exchange exchange;
        private long computed;
        private long onCore;

        SlowSteps(StepListener metrics, Ledger ledger, Exchange exchange) {
            this.metrics = metrics;
            this.ledger = ledger;
            this.exchange = exchange;
            this.computed = ledger.nanos(Account.COMPUTE);
            this.onCore = ProcessMeter.ownCpuNanos();
        }

        @Override
        public void step(StepTotals totals) throws ExchangeException, DivergedException {
            metrics.step(totals);
            Account before = ledger.open();
            ledger.enter(Account.THROTTLE); // which also books what was computed until now
            long now = ledger.nanos(Account.COMPUTE);
            long core = ProcessMeter.ownCpuNanos();
            Pace.rest((long) ((slowdown - 1) * Math.min(now - computed, core - onCore)), exchange::check);
            computed = now;
            onCore = ProcessMeter.ownCpuNanos();
            ledger.enter(before);
        }
    }
}
