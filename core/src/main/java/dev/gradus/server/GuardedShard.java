package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.Allowance;
import dev.gradus.exchange.transport.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A shard that several threads serve, and its lock. Pulls hold that for reading, so those of several workers run at
 * once; all else holds it for writing. So a row has one writer at a time and no reader meanwhile, a push is seen as a
 * whole or not at all, and requests that change something have one order for all workers.
 */
final class GuardedShard {

    /** Looks at the lock before a thread sleeps for it: it is mostly held for shorter than that. */
    private static final int SPINS = 200;

    private final Shard shard;
    private final Duration patience;
    private final ReentrantReadWriteLock lock;

    /** {@code patience} is how long to wait for the lock, which nobody holds for longer than a request takes. */
    GuardedShard(Shard shard, Duration patience) {
        this(shard, patience, new ReentrantReadWriteLock());
    }

    GuardedShard(Shard shard, Duration patience, ReentrantReadWriteLock lock) {
        this.shard = shard;
        this.patience = patience;
        this.lock = lock;
    }

    int index() {
        return shard.index();
    }

    /** Counts time for which a thread has served a worker. */
    void busy(long nanos) {
        shard.counts().busy(nanos);
    }

    /** Lets a worker in; false if it is here already, was lost or does not exist. */
    boolean admit(ShardConnection connection) {
        take(lock.writeLock());
        try {
            return shard.admit(connection);
        } finally {
            lock.writeLock().unlock();
        }
    }

    /** Leaves nothing behind; nobody serves it any more, or it is stuck and the process is about to end. */
    void close() {
        if (lock.writeLock().tryLock()) {
            try {
                shard.close();
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    /** Whether every worker has left or was lost. */
    boolean isOver() {
        take(lock.readLock());
        try {
            return shard.isOver();
        } finally {
            lock.readLock().unlock();
        }
    }

    /** As {@link Shard#handle}. Requests of one worker come one after the other. */
    boolean handle(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (isPull(head.type()) && tryPull(from, head, payload)) {
            return false;
        }
        take(lock.writeLock());
        SharedRows rows = shard.shared();
        try {
            hold(rows);
            try {
                return shard.handle(from, head, payload);
            } finally {
                release(rows);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    private static boolean isPull(byte type) {
        return type == FrameType.PULL || type == FrameType.PULL_RANGE || type == FrameType.PULL_STATE;
    }

    private boolean tryPull(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        take(lock.readLock());
        try {
            return shard.tryPull(from, head, payload);
        } finally {
            lock.readLock().unlock();
        }
    }

    /** A worker has gone, by itself or not; the others go on without it, and may have got answers. */
    void gone(int rank, boolean byItself) throws IOException {
        SharedRows rows = shard.shared();
        if (rows != null) {
            rows.giveUp(rank); // without the lock: whoever has that may wait for what this worker holds
        }
        take(lock.writeLock());
        try {
            hold(rows);
            try {
                shard.gone(rank, byItself);
            } finally {
                release(rows);
            }
        } finally {
            lock.writeLock().unlock();
        }
    }

    /**
     * Takes the lock of rows that are shared with workers. One that dies with it is soon known to be lost, and one that
     * sleeps with it after the time that all may be silent for.
     */
    private void hold(@Nullable SharedRows rows) {
        if (rows == null) {
            return;
        }
        Allowance allowance = new Allowance();
        allowance.grant(patience.multipliedBy(2));
        try {
            rows.lock(rows.shard(), () -> {
                if (allowance.usedUp()) {
                    throw notFree(patience.multipliedBy(2));
                }
            });
        } catch (ExchangeException e) {
            throw new IllegalStateException(e); // only workers are given up
        }
    }

    private void release(@Nullable SharedRows rows) {
        if (rows != null) {
            rows.unlock(rows.shard());
        }
    }

    /** Whoever sleeps for the lock is not overtaken: pulls that follow each other would keep a push out for ever. */
    private void take(Lock wanted) {
        for (int spin = 0; spin < SPINS && !lock.hasQueuedThreads(); spin++) {
            if (wanted.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        sleepFor(wanted);
    }

    /** Not for ever: whoever holds the lock may be stuck, and then the shard is to end, with all who wait for it. */
    private void sleepFor(Lock wanted) {
        long start = System.nanoTime();
        boolean interrupted = false;
        boolean taken = false;
        try {
            long left = patience.toNanos();
            while (!taken && left > 0) {
                try {
                    taken = wanted.tryLock(left, TimeUnit.NANOSECONDS);
                } catch (InterruptedException e) {
                    interrupted = true; // what holds the lock is short, so finish first
                }
                left = patience.toNanos() - (System.nanoTime() - start);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (!taken) {
            throw notFree(patience);
        }
    }

    private IllegalStateException notFree(Duration waited) {
        return new IllegalStateException(
                "lock of shard " + shard.index() + " was not free: waited=" + waited.toMillis() / 1e3 + "s");
    }
}
