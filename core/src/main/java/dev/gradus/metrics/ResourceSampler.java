package dev.gradus.metrics;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Samples what its process uses, on a thread of its own, twice a second at first. A sample stands for at least a
 * 1,200th of the run but for no more than five seconds, so that a run of a day has some ten thousand lines and not two
 * hundred thousand. Keeps nothing but the last reading of the counters.
 */
public final class ResourceSampler implements AutoCloseable {

    private static final double SHORTEST_SECONDS = 0.5;
    private static final double LONGEST_SECONDS = 5;
    private static final double SAMPLES = 1200;
    private static final long FAREWELL_MILLIS = 1_000;

    private final int rank;
    private final double earlierSeconds;
    private final Consumer<ResourceReading> sink;
    private final Thread thread = new Thread(this::run, "resources");
    private SystemCounters last;
    private volatile boolean started;
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    /**
     * Makes all ready, so that starting takes no time; {@code rank} is the lowest of the process,
     * {@code earlierSeconds} what a resumed run had trained before. Readings go to {@code sink} on the thread here.
     */
    public ResourceSampler(int rank, double earlierSeconds, Consumer<ResourceReading> sink) {
        this.rank = rank;
        this.earlierSeconds = earlierSeconds;
        this.sink = sink;
        this.last = SystemCounters.read();
        thread.setDaemon(true);
        thread.start();
    }

    /** The clock of the run starts now. */
    public void start() {
        started = true;
        LockSupport.unpark(thread);
    }

    /** How long to wait for the next sample, so many seconds after the start. */
    static double pause(double seconds) {
        return Math.min(LONGEST_SECONDS, Math.max(SHORTEST_SECONDS, seconds / SAMPLES));
    }

    private void run() {
        try {
            while (!started && !closed) {
                LockSupport.park();
            }
            if (started) {
                last = SystemCounters.read();
                sampleRepeatedly(last.nanoTime());
            }
        } catch (RuntimeException e) {
            failure = e; // who reads cannot go on; close() says so on the rank's thread
        }
    }

    private void sampleRepeatedly(long origin) {
        do {
            sleep(last.nanoTime() + (long) (pause((last.nanoTime() - origin) / 1e9) * 1e9));
            SystemCounters now = SystemCounters.read();
            double seconds = earlierSeconds + (now.nanoTime() - origin) / 1e9;
            sink.accept(ResourceReading.between(last, now, rank, seconds));
            last = now;
        } while (!closed);
    }

    private void sleep(long deadline) {
        for (long left = deadline - System.nanoTime(); left > 0 && !closed; left = deadline - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /**
     * Has the sample taken that is due next, so that even the shortest run has one, and throws what went wrong on the
     * thread.
     */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(FAREWELL_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        RuntimeException wrong = failure;
        if (wrong != null) {
            throw wrong;
        }
    }
}
