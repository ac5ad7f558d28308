package dev.gradus.exchange.transport;

import java.util.concurrent.locks.LockSupport;

/**
 * How to wait for a peer: look again at once for some turns, then let other threads run, then sleep. Few turns where
 * ranks outnumber cores, because the peer that is waited for may be the one that needs this core. Many where each can
 * have its own: two ranks that yield to each other may stay on one core for good, since neither ever looks idle to the
 * scheduler.
 *
 * <p>They get onto one core all the same, for tens of milliseconds: while a compiler has the other, or because both
 * have just run and the scheduler leaves a thread where its cache is. Then each spins while the other could compute. It
 * shows in that the peer has come as soon as this rank has let it run, so after such a wait the next one spins for a
 * few turns only; and now and then it sleeps for a moment instead, since the scheduler looks for an idle core for
 * whoever wakes.
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

    /**
     * As {@link #SPINS_ON_OWN_CORE} where a look is a system call, which takes about a microsecond. While other
     * programs took both cores, 2 ranks summed 1 MB over TCP in 1.3 and 1.7 ms with it, and in 3.2 and 4.4 with 1,000.
     */
    private static final int CALLS_ON_OWN_CORE = 50;

    /** Turns of yielding, about half a millisecond, before the first sleep. */
    private static final int YIELDS = 1_000;

    /**
     * As {@link #YIELDS} where ranks outnumber cores and a look is a system call: a rank that sleeps misses its turn.
     * On 2 cores, 4 ranks summed 4 KB over TCP in 67 and 69 us with it, and in 119 and 133 with 1,000
     * (docs/decisions/0037).
     */
    private static final int YIELDS_ON_SHARED_CORES = 20_000;

    private static final long SLEEP_NANOS = 50_000;

    /** A peer that comes within so many turns of yielding had waited for this core. */
    private static final int TURNS_ON_ONE_CORE = 4;

    /**
     * Waits for a peer on the same core after which one sleeps: about a millisecond of jobs/logistic.yaml. With 3 a
     * rank sleeps too often where no other core is free; with 16 and 32 two processes were as fast.
     */
    private static final int WAITS_ON_ONE_CORE = 16;

    private final int mostSpins;
    private final int yields;

    /** As many as most, or few while the peer seems to be on this core. */
    private int spins;

    private int turns;

    /** Waits in a row for a peer that seemed to be on this core. */
    private int waitsOnOneCore;

    private Patience(int mostSpins, int yields) {
        this.mostSpins = mostSpins;
        this.yields = yields;
        this.spins = mostSpins;
    }

    /** Of a rank among so many on this machine; {@code byCalls} says that a look is a system call. */
    static Patience amongRanks(int ranksHere, boolean byCalls) {
        return crowded(ranksHere) && byCalls
                ? new Patience(CALLS_ON_SHARED_CORES, YIELDS_ON_SHARED_CORES)
                : new Patience(spins(ranksHere, byCalls), YIELDS);
    }

    /** Of a rank's second thread, beside one that computes. */
    static Patience besideCompute(int ranksHere, boolean byCalls) {
        return new Patience(spins(2 * ranksHere, byCalls), YIELDS);
    }

    private static int spins(int threadsHere, boolean byCalls) {
        if (crowded(threadsHere)) {
            return byCalls ? CALLS_ON_SHARED_CORES : SPINS_ON_SHARED_CORES;
        }
        return byCalls ? CALLS_ON_OWN_CORE : SPINS_ON_OWN_CORE;
    }

    private static boolean crowded(int threadsHere) {
        return threadsHere > Runtime.getRuntime().availableProcessors();
    }

    /** Begins another wait. */
    void reset() {
        if (mostSpins == SPINS_ON_OWN_CORE) {
            learn();
        }
        turns = 0;
    }

    /** From how the last wait ended, how many turns the next one spins. */
    private void learn() {
        if (turns > spins && turns <= spins + TURNS_ON_ONE_CORE) {
            waitsOnOneCore++;
            spins = SPINS_ON_SHARED_CORES;
        } else if (turns > 0) {
            waitsOnOneCore = 0;
            spins = turns > spins ? mostSpins : Math.min(mostSpins, 2 * spins);
        }
    }

    /** Turns that a wait spins, at present. */
    int spins() {
        return spins;
    }

    /** Waits a little, longer the more often it was called since the last reset. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a hint here; the sleep that follows guarantees progress
    void pause() {
        turns++;
        if (turns <= spins) {
            Thread.onSpinWait();
        } else if (waitsOnOneCore >= WAITS_ON_ONE_CORE) {
            waitsOnOneCore = 0;
            LockSupport.parkNanos(1);
        } else if (turns <= spins + yields) {
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }

    /** Whether it is time to look at clocks and flags, which every turn would be too often. */
    boolean slow() {
        return turns > spins + yields || (turns > spins && turns % 64 == 0);
    }
}
