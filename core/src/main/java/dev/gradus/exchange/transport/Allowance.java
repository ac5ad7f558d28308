package dev.gradus.exchange.transport;

import java.time.Duration;

/**
 * How long a peer may be silent. It is looked at many times a second, so a long time between two looks means that this
 * process itself stood still (Ctrl-Z, a paused machine), and its peers probably with it: of such a gap only a second
 * counts.
 */
public final class Allowance {

    private static final long LONGEST_GAP_NANOS = 1_000_000_000;

    private long leftNanos;
    private long lookedAt;

    /** Starts anew. */
    public void grant(Duration duration) {
        leftNanos = duration.toNanos();
        lookedAt = System.nanoTime();
    }

    /** Whether all of it is used up by now. */
    public boolean usedUp() {
        long now = System.nanoTime();
        leftNanos -= Math.min(now - lookedAt, LONGEST_GAP_NANOS);
        lookedAt = now;
        return leftNanos < 0;
    }
}
