package dev.gradus.train;

import dev.gradus.metrics.RunObserver;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Readings on their way to the observer. A thread of its own hands them over, five times a second, because telling an
 * observer costs as much as a short step. The rank's thread adds; at the end it hands over what is left.
 */
final class StepLog implements AutoCloseable {

    private static final long PAUSE_NANOS = 200_000_000;

    private final RunObserver observer;
    private final Queue<Consumer<RunObserver>> waiting = new ConcurrentLinkedQueue<>();
    private final Thread thread = new Thread(this::handOverRepeatedly, "step-log");
    private volatile boolean curious;
    private volatile boolean closed;
    private volatile @Nullable RuntimeException failure;

    StepLog(RunObserver observer) {
        this.observer = observer;
        thread.setDaemon(true);
        thread.start();
    }

    /** Adds something to tell the observer. What went wrong on the other thread is thrown here. */
    void add(Consumer<RunObserver> news) {
        rethrow();
        waiting.add(news);
    }

    /**
     * Whether a while has passed since the last answer, so that whoever watches should hear where training is. Asking
     * costs a rank no look at the clock.
     */
    boolean curious() {
        return curious;
    }

    /** Answers {@link #curious}: unlike the rest, this is handed over at once. */
    void answer(Consumer<RunObserver> news) {
        curious = false;
        add(news);
        LockSupport.unpark(thread);
    }

    /** Tells the observer what still waits. What went wrong on the other thread is thrown here. */
    void handOver() {
        rethrow();
        drain();
    }

    private void rethrow() {
        RuntimeException wrong = failure;
        if (wrong != null) {
            throw wrong;
        }
    }

    private void handOverRepeatedly() {
        try {
            long askedAt = System.nanoTime();
            while (!closed) {
                LockSupport.parkNanos(PAUSE_NANOS);
                drain();
                // An answer wakes this thread early, and must not be the reason for the next question.
                if (System.nanoTime() - askedAt >= PAUSE_NANOS) {
                    curious = true;
                    askedAt = System.nanoTime();
                }
            }
        } catch (RuntimeException e) {
            failure = e; // an observer that cannot go on; the rank learns of it when it adds the next reading
        }
    }

    /** One thread at a time, or readings would arrive out of order. */
    private synchronized void drain() {
        for (Consumer<RunObserver> news = waiting.poll(); news != null; news = waiting.poll()) {
            news.accept(observer);
        }
        observer.passOn();
    }

    /** Hands over the rest, so that a run which fails has logged the way there before it says so. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        if (failure == null) {
            drain();
        }
    }
}
