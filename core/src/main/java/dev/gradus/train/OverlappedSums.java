package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the buckets on a thread of its own while the rank's thread computes.
 *
 * <p>The rank's thread counts the buckets that are ready, this one those that are done; both counts only grow. Buckets
 * are exchanged strictly in the order of their numbers and never in the order in which they become ready: a different
 * order on one rank would be a wrong result or a hang. From {@link #begin} to the end of {@link #finish} only the
 * thread here uses the exchange, and books its time to a ledger of its own; what of it the rank's thread did not wait
 * for was hidden.
 */
final class OverlappedSums implements BucketSums {

    /** Looks at the counts before the rank's thread sleeps, since most steps are nearly done by then. */
    private static final int SPINS = 200;

    /** Ends a sleep that nobody ended; only a guard, since every count that grows wakes who waits for it. */
    private static final long SLEEP_NANOS = 10_000_000;

    private static final long FAREWELL_MILLIS = 1_000;

    private final RangeSum sum;
    private final List<Buckets.Range> buckets;
    private final Exchange exchange;
    private final Ledger own;
    private final Ledger beside;
    private final Thread thread = new Thread(this::exchangeRepeatedly, "exchange");

    /** What is written before {@link #ready} grows is seen by the thread here, and the other way round with done. */
    private float[][] nodes = {};

    private volatile long ready;
    private volatile long done;
    private volatile @Nullable Thread waiting;
    private volatile @Nullable Throwable failure;
    private volatile boolean closed;

    /** {@code own} is the ledger of the rank's thread, {@code beside} that of the thread here. */
    OverlappedSums(RangeSum sum, Buckets buckets, Exchange exchange, Ledger own, Ledger beside) {
        this.sum = sum;
        this.buckets = buckets.ranges();
        this.exchange = exchange;
        this.own = own;
        this.beside = beside;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void begin(float[][] nodes) {
        this.nodes = nodes;
        exchange.bookTo(beside, true);
    }

    @Override
    public void finishedFrom(int from) {
        long before = ready;
        int bucket = (int) (before % buckets.size());
        // The step's last bucket ends the loop: the count is then at the next step's first.
        while (bucket < buckets.size() && buckets.get(bucket).from() >= from) {
            bucket++;
        }
        long now = before - before % buckets.size() + bucket;
        if (now > before) {
            ready = now;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void finish() throws ExchangeException {
        Account before = own.open();
        own.enter(Account.SEND);
        waiting = Thread.currentThread();
        for (int turn = 0; done < ready && failure == null; turn++) {
            if (turn < SPINS) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(SLEEP_NANOS);
            }
        }
        waiting = null;
        rethrow();
        exchange.bookTo(own, false);
        own.enter(before);
    }

    private void rethrow() throws ExchangeException {
        Throwable wrong = failure;
        if (wrong instanceof ExchangeException exchangeFailure) {
            throw new ExchangeException(exchangeFailure.peer(), String.valueOf(wrong.getMessage()), wrong);
        }
        if (wrong != null) {
            throw new IllegalStateException("exchange failed: " + wrong, wrong);
        }
    }

    private void exchangeRepeatedly() {
        try {
            beside.enter(Account.OTHER);
            while (!closed) {
                if (done < ready) {
                    exchangeOne();
                } else {
                    LockSupport.parkNanos(SLEEP_NANOS);
                }
            }
        } catch (ExchangeException | RuntimeException | Error e) {
            failure = e; // the rank's thread throws it
            LockSupport.unpark(waiting);
        }
    }

    private void exchangeOne() throws ExchangeException {
        long number = done;
        int bucket = (int) (number % buckets.size());
        beside.mark(bucket);
        BucketSums.sum(sum, nodes, bucket, buckets);
        done = number + 1;
        LockSupport.unpark(waiting);
    }

    /**
     * Ends the thread. One that still waits for a peer ends when its exchange is closed, and is not waited for long.
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
    }
}
