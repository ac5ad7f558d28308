package dev.gradus.calibrate;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How much of the time of a calibration is left for runs that it could do without, once those are counted that it must
 * still do. Used by one thread.
 */
final class Budget {

    private final Duration most;
    private final LongSupplier clock;
    private final long start;
    private int owed;

    /** Time from now on, by a clock of nanoseconds. */
    Budget(Duration most, LongSupplier clock) {
        this.most = most;
        this.clock = clock;
        this.start = clock.getAsLong();
    }

    /** So many runs must still come after those that ask whether there is time for more. */
    void owe(int runs) {
        owed = runs;
    }

    double elapsed() {
        return (clock.getAsLong() - start) / 1e9;
    }

    /** Whether there is time for a run of about so many seconds, and for those that are owed if each is as long. */
    boolean more(double seconds) {
        return elapsed() + (1 + owed) * seconds < most.toMillis() / 1e3;
    }
}
