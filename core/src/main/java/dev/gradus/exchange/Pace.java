package dev.gradus.exchange;

import dev.gradus.metrics.Traffic;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tells how much longer bytes that have moved would have taken over a slower link, which sends and receives at once.
 * For experiments. Used by one thread.
 */
public final class Pace {

    /** How long a rest goes on without a look at what else may have happened. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final double nanosPerByte;
    private Traffic counted;
    private long since;
    private long freeAt;

    /** A link of that speed, which has nothing under way at {@code now}, when so much has moved before. */
    public Pace(double bytesPerSecond, long now, Traffic before) {
        if (!(bytesPerSecond > 0)) {
            throw new IllegalArgumentException("link never gets anything across: bytes a second=" + bytesPerSecond);
        }
        this.nanosPerByte = 1e9 / bytesPerSecond;
        this.counted = before;
        this.since = now;
        this.freeAt = now;
    }

    /** Nothing has moved between the last look and now. */
    void idleUntil(long now) {
        since = now;
    }

    /**
     * Nanoseconds from now until all would be across that has moved, where bytes that were not counted before began to
     * move at the last look at the earliest.
     */
    public long owed(long now, Traffic total) {
        Traffic moved = total.minus(counted);
        counted = total;
        long bytes = Math.max(moved.bytesSent(), moved.bytesReceived());
        freeAt = Math.max(freeAt - since, 0) + since + (long) (bytes * nanosPerByte);
        since = now;
        return Math.max(0, freeAt - now);
    }

    /** What is done now and then during a rest; throws if there is nothing left to rest for. */
    public interface Look {
        void look() throws ExchangeException;
    }

    /** Stands still for so long. Ends with an exception if the thread is interrupted, or if a look does. */
    public static void rest(long nanos, Look look) throws ExchangeException {
        long start = System.nanoTime();
        for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
            LockSupport.parkNanos(Math.min(left, LOOK_NANOS));
            look.look();
            if (Thread.currentThread().isInterrupted()) {
                throw new ExchangeException(-1, "interrupted while standing still");
            }
        }
    }
}
