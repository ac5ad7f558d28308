package dev.gradus.exchange.transport;

import java.util.concurrent.locks.LockSupport;

/**
 * How to wait for a peer: look again at once for some turns, then let other threads run, then sleep. Few turns where
 * ranks outnumber cores, because the peer that is waited for may be the one that needs this core. Many where each can
 * have its own: two ranks that yield to each other may stay on one core for good, since neither ever looks idle to the
 * scheduler.
 */
final class Patience {

    private static final int SPINS_ON_SHARED_CORES = 20;

    /**
     * Where a look is a system call: on 2 cores, 4 ranks summed 64 KB over TCP in 136 us with it, and in 196 with 20.
     */
    private static final int CALLS_ON_SHARED_CORES = 1;

    /**
     * About 50 microseconds. On 2 cores, jobs/logistic.yaml with 2 threads took 0.64 times as long with it as with 20.
     */
    private static final int SPINS_ON_OWN_CORE = 1_000;

    /** Turns of yielding, about half a millisecond, before the first sleep. */
    private static final int YIELDS = 1_000;

    private static final long SLEEP_NANOS = 50_000;

    private final int spins;
    private int turns;

    /** {@code ranksHere} is the number of ranks on this machine; {@code byCalls} says that a look is a system call. */
    Patience(int ranksHere, boolean byCalls) {
        int crowded = byCalls ? CALLS_ON_SHARED_CORES : SPINS_ON_SHARED_CORES;
        spins = ranksHere <= Runtime.getRuntime().availableProcessors() ? SPINS_ON_OWN_CORE : crowded;
    }

    void reset() {
        turns = 0;
    }

    /** Waits a little, longer the more often it was called since the last reset. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a hint here; the sleep that follows guarantees progress
    void pause() {
        turns++;
        if (turns <= spins) {
            Thread.onSpinWait();
        } else if (turns <= spins + YIELDS) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }

    /** Whether it is time to look at clocks and flags, which every turn would be too often. */
    boolean slow() {
        return turns > spins + YIELDS || (turns > spins && turns % 64 == 0);
    }
}
