package dev.gradus.exchange.transport;

import java.util.concurrent.locks.LockSupport;

/**
 * How to wait for a peer: look again at once a few times, then let other threads run, then sleep. Few turns, because
 * with more ranks than cores the peer that is waited for may be the one that needs this core.
 */
final class Patience {

    private static final int SPINS = 20;

    /** Turns of yielding, about half a millisecond, before the first sleep. */
    private static final int YIELDS = 1_000;

    private static final long SLEEP_NANOS = 50_000;

    private int turns;

    void reset() {
        turns = 0;
    }

    /** Waits a little, longer the more often it was called since the last reset. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a hint here; the sleep that follows guarantees progress
    void pause() {
        turns++;
        if (turns <= SPINS) {
            Thread.onSpinWait();
        } else if (turns <= SPINS + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }

    /** Whether it is time to look at clocks and flags, which every turn would be too often. */
    boolean slow() {
        return turns > SPINS + YIELDS || (turns > SPINS && turns % 64 == 0);
    }
}
