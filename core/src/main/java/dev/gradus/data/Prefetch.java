package dev.gradus.data;

import dev.gradus.job.Key;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Fills the rows of the next slice while those of this one are computed with.
 *
 * <p>A replica has one and asks it for the rows of every slice that it gets: {@code float[] rows =
 * prefetch.rows(slice)}. They stand one after the other in the order of the slice's runs, and stay as they are until
 * the next call. With a thread, the call also starts to fill the other of two buffers with {@link Slice#following}, so
 * that the next call finds it filled; a slice that is not the one that was foreseen, as after a warm-up, or that is
 * small is filled on the spot. Rows are functions of the store, their number and the epoch, so the bits are the same
 * with and without.
 *
 * <pre>{@code
 * Prefetch prefetch = Prefetch.create(Prefetch.wanted(job.get(Prefetch.KEY), ranks), shape.features());
 * void addGradient(…, Slice slice, …) {
 *     float[] rows = prefetch.rows(slice);          // slice.size() * features floats, at the front
 *     float[] labels = prefetch.labels();           // slice.size() of them
 *     …
 * }
 * void close() { prefetch.close(); }
 * }</pre>
 *
 * <p>Used by one thread. What goes wrong on the thread beside is thrown by the next call; a fill that takes longer than
 * {@link #DEADLINE} is given up.
 */
public final class Prefetch implements AutoCloseable {

    /** For models that have one. Not of the data's keys, since it changes no bit of a result. */
    public static final Key<String> KEY = Key.choice(
            "launch.prefetch",
            "auto",
            List.of("auto", "on", "off"),
            "whether a thread prepares the next rows while a network computes; auto: if there are more cores than"
                    + " ranks");

    /** Filling a batch takes milliseconds; whoever takes a minute hangs. */
    static final Duration DEADLINE = Duration.ofSeconds(60);

    /**
     * Smaller slices are filled on the spot: handing one over costs the rank 36 to 44 µs, filling 8 images of 3x32x32
     * costs 20 to 28 µs, on two cores of which one was free.
     */
    private static final int WORTH_FLOATS = 1 << 16;

    private final int features;
    private final int worthFloats;
    private final @Nullable Filler filler;
    private Buffer current;
    private Buffer other;

    private Prefetch(int features, int worthFloats, @Nullable Filler filler) {
        this.features = features;
        this.worthFloats = worthFloats;
        this.filler = filler;
        this.current = new Buffer();
        this.other = new Buffer();
    }

    /** One for rows of so many features, with a thread of its own or without. */
    public static Prefetch create(boolean withThread, int features) {
        return create(withThread, features, WORTH_FLOATS);
    }

    /** One that hands over slices of so many floats or more. */
    static Prefetch create(boolean withThread, int features, int worthFloats) {
        return new Prefetch(features, worthFloats, withThread ? new Filler() : null);
    }

    /**
     * Whether a thread is worth its while: {@code on}, {@code off}, or by {@code auto} if there are more cores than
     * ranks, since it would otherwise take its time from a rank that computes.
     */
    public static boolean wanted(String choice, int ranks) {
        return choice.equals("on")
                || (choice.equals("auto") && Runtime.getRuntime().availableProcessors() > ranks);
    }

    /** The rows of the slice, in memory that the next call but one fills anew. */
    public float[] rows(Slice slice) {
        if (filler == null) {
            current.fill(slice, features);
            return current.values;
        }
        filler.await();
        if (other.holds(slice)) {
            Buffer filled = other;
            other = current;
            current = filled;
        } else {
            current.fill(slice, features);
        }
        boolean worth = (long) slice.size() * features >= worthFloats;
        @Nullable Slice next = worth ? slice.following() : null;
        if (next != null) {
            other.forget();
            filler.start(other, next, features);
        }
        return current.values;
    }

    /** The labels of the rows that were handed out last. */
    public float[] labels() {
        return current.labels;
    }

    /** Ends the thread. A fill under way is waited for. */
    @Override
    public void close() {
        if (filler != null) {
            filler.close();
        }
    }

    /** Rows of one slice, one after the other, and what tells which slice that was. */
    private static final class Buffer {

        private float[] values = {};
        private float[] labels = {};
        private @Nullable RowStore store;
        private int epoch;
        private int step;

        boolean holds(Slice slice) {
            return store == slice.rows() && epoch == slice.epoch() && step == slice.step();
        }

        void forget() {
            store = null;
        }

        void fill(Slice slice, int features) {
            forget();
            if (labels.length < slice.size()) {
                values = new float[Math.multiplyExact(slice.size(), features)];
                labels = new float[slice.size()];
            }
            RowStore rows = slice.rows();
            int next = 0;
            for (int run = 0; run < slice.runs(); run++) {
                for (int row = slice.from(run); row < slice.to(run); row++) {
                    rows.fill(row, slice.epoch(), values, next * features);
                    labels[next++] = rows.labels()[row];
                }
            }
            epoch = slice.epoch();
            step = slice.step();
            store = rows;
        }
    }

    /** The thread beside: does one fill at a time. */
    private static final class Filler implements Runnable {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final Thread thread = new Thread(this, "prefetch");
        private @Nullable Runnable work;
        private @Nullable Throwable failure;
        private boolean closed;

        Filler() {
            thread.setDaemon(true);
            thread.start();
        }

        void start(Buffer buffer, Slice slice, int features) {
            lock.lock();
            try {
                work = () -> buffer.fill(slice, features);
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        /** Returns when nothing is under way; throws what went wrong. */
        void await() {
            lock.lock();
            try {
                long left = DEADLINE.toNanos();
                while (work != null && !closed) {
                    if (left <= 0) {
                        throw new IllegalStateException(
                                "rows are not filled in time: waited=" + DEADLINE.toSeconds() + "s");
                    }
                    left = changed.awaitNanos(left);
                }
                if (failure != null) {
                    throw new IllegalStateException("rows cannot be filled: " + failure.getMessage(), failure);
                }
                if (closed) {
                    throw new IllegalStateException("prefetch is closed");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted while waiting for rows", e);
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void run() {
            for (Runnable next = next(); next != null; next = next()) {
                try {
                    next.run();
                    done(null);
                } catch (RuntimeException | Error e) {
                    done(e);
                }
            }
        }

        /** Waits without end for work: this thread has nothing else to do, and close ends the wait. */
        private @Nullable Runnable next() {
            lock.lock();
            try {
                while (work == null && !closed) {
                    changed.awaitUninterruptibly();
                }
                return closed ? null : work;
            } finally {
                lock.unlock();
            }
        }

        private void done(@Nullable Throwable problem) {
            lock.lock();
            try {
                work = null;
                failure = problem;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        void close() {
            lock.lock();
            try {
                closed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            boolean interrupted = false;
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, DEADLINE.toNanos());
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
