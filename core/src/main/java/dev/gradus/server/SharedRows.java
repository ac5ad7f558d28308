package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Tables of one shard in memory that all workers of a machine have mapped, so that each serves itself. It holds, one
 * after the other: a lock, the version of the tables and the next step to take; what each worker counts; a <em>log</em>
 * of the rows that are about to be written; the rows.
 *
 * <p>Whoever holds the lock has put its number there. New rows are first written to the log, then the log is marked as
 * complete, then the rows are written, then the mark is taken away. A worker that dies while it holds the lock has
 * therefore changed nothing, or all that it wanted can be written from the log: {@link #giveUp} does that and frees the
 * lock. It also fences the worker off, should it only have been asleep.
 */
final class SharedRows {

    /** Most numbers of a log, which are places above all: 1 MiB. Longer pushes go to the shard as messages. */
    static final int LOG_PLACES = 1 << 18;

    /** Most floats of a log: 4 MiB. */
    static final int LOG_FLOATS = 1 << 20;

    /** Larger tables stay with their shard. */
    private static final long MOST_BYTES = 1L << 30;

    private static final VarHandle INTS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder())
            .withInvokeExactBehavior();

    private static final int LINE = 64;
    private static final int LOCK = 0;
    private static final int LOGGED = LINE;
    private static final int VERSION = 2 * LINE;
    private static final int PHASE = 3 * LINE;
    private static final int NEXT = PHASE + Long.BYTES;
    private static final int SLOTS = 4 * LINE;

    /** Looks at the lock before the thread lets others run: it is held for some ten microseconds. */
    private static final int SPINS = 400;

    private static final int YIELDS = 50;
    private static final long SLEEP_NANOS = 50_000;

    private final ByteBuffer memory;
    private final int workers;
    private final int logAt;
    private final List<SharedTable> tables = new ArrayList<>();

    /** What a worker counts for the shard; each has its own. */
    enum Count {
        LIVE,
        TAKEN,
        DONE,
        PULLS,
        PULLED_ROWS,
        PUSHES,
        PUSHED_ROWS,
        BYTES_IN,
        BYTES_OUT,
        BUSY_NANOS,
        REFUSED,
        /** The first of the cells of staleness, which follow. */
        STALENESS
    }

    private static final int SLOT_BYTES =
            (Count.values().length + ServerStatistics.CELLS) * Long.BYTES / LINE * LINE + LINE;

    /** Who waits for the lock, and what ends that. */
    interface Patience {

        /** Throws if there is no use in waiting any longer. */
        void check() throws ExchangeException;
    }

    /** The shard whose rows these are, of how many, and how many workers there are. */
    record Owner(int shard, int shards, int workers) {}

    SharedRows(ByteBuffer memory, List<TableSpec> specs, Owner owner) {
        this.memory = memory.order(ByteOrder.nativeOrder());
        this.workers = owner.workers();
        this.logAt = logAt(workers);
        int at = rowsAt(workers);
        List<Placement> placements = Placement.of(specs, owner.shards());
        for (int i = 0; i < specs.size(); i++) {
            SharedTable.Shape shape = new SharedTable.Shape(specs.get(i), placements.get(i), owner.shard());
            int bytes = (int) shape.bytes();
            tables.add(new SharedTable(shape, memory.slice(at, bytes).order(ByteOrder.nativeOrder())));
            at += bytes;
        }
    }

    private static int logAt(int workers) {
        return SLOTS + workers * SLOT_BYTES;
    }

    private static int rowsAt(int workers) {
        return logAt(workers) + LOG_PLACES * Integer.BYTES + LOG_FLOATS * Float.BYTES;
    }

    /** Bytes that the tables of a shard take, or -1 if that is more than should be shared. */
    static int bytes(List<TableSpec> specs, Owner owner) {
        long bytes = rowsAt(owner.workers());
        List<Placement> placements = Placement.of(specs, owner.shards());
        for (int i = 0; i < specs.size() && bytes <= MOST_BYTES; i++) {
            bytes += new SharedTable.Shape(specs.get(i), placements.get(i), owner.shard()).bytes();
        }
        return bytes > MOST_BYTES ? -1 : (int) bytes;
    }

    /** Fills the tables as they begin, and lets all workers in. For the shard, before anybody else knows the memory. */
    void begin() {
        tables.forEach(SharedTable::begin);
        for (int rank = 0; rank < workers; rank++) {
            add(rank, Count.LIVE, 1);
        }
        put(PHASE, -1);
    }

    List<SharedTable> tables() {
        return tables;
    }

    /** The number that the shard itself takes the lock with: it is the one after the last worker. */
    int shard() {
        return workers;
    }

    /** Takes the lock for a worker, or for the {@link #shard}. */
    @SuppressWarnings("ThreadPriorityCheck") // yielding is a hint here; the sleep that follows guarantees progress
    void lock(int rank, Patience patience) throws ExchangeException {
        int tries = 0;
        while ((int) INTS.getVolatile(memory, LOCK) != 0 || !INTS.compareAndSet(memory, LOCK, 0, rank + 1)) {
            if (++tries < SPINS) {
                Thread.onSpinWait();
            } else if (tries < SPINS + YIELDS) {
                Thread.yield();
            } else {
                patience.check();
                LockSupport.parkNanos(SLEEP_NANOS);
            }
        }
        if (rank < workers && count(rank, Count.LIVE) == 0) {
            unlock(rank);
            throw new ExchangeException(-1, "shards have given this worker up: rank=" + rank);
        }
    }

    void unlock(int rank) {
        // Not if somebody has taken it away meanwhile, since this one was silent for too long.
        boolean held = INTS.compareAndSet(memory, LOCK, rank + 1, 0);
        if (!held && rank == workers) {
            throw new IllegalStateException("lock of shared rows was not held: rank=" + rank);
        }
    }

    /** A worker is lost: lets it in no more, and finishes what it may have begun. Any thread may call it. */
    synchronized void giveUp(int rank) {
        LONGS.setVolatile(memory, slot(rank, Count.LIVE), 0L);
        if ((int) INTS.getVolatile(memory, LOCK) == rank + 1) {
            replay();
            unlock(rank);
        }
    }

    private void replay() {
        int length = (int) INTS.getVolatile(memory, LOGGED);
        int values = 0;
        for (int at = 0; at < length; ) {
            int number = memory.getInt(logAt + at * Integer.BYTES);
            int count = memory.getInt(logAt + (at + 1) * Integer.BYTES);
            // Another process wrote them.
            if (length > LOG_PLACES || number < 0 || number >= tables.size() || count < 0 || count > length - at - 2) {
                throw new IllegalStateException("log of a lost worker is damaged: length=" + length + ", at=" + at
                        + ", table=" + number + ", rows=" + count);
            }
            SharedTable table = tables.get(number);
            int[] places = new int[count];
            float[] rows = new float[count * table.rowFloats()];
            memory.slice(logAt + (at + 2) * Integer.BYTES, count * Integer.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asIntBuffer()
                    .get(places);
            memory.slice(logAt + LOG_PLACES * Integer.BYTES + values * Float.BYTES, rows.length * Float.BYTES)
                    .order(ByteOrder.nativeOrder())
                    .asFloatBuffer()
                    .get(rows);
            table.scatter(places, 0, count, rows, 0);
            at += 2 + count;
            values += rows.length;
        }
        INTS.setVolatile(memory, LOGGED, 0);
    }

    /** Writes the log: for each table its number, how many rows and their places; and the rows. */
    void log(int[] places, int length, float[] rows, int floats) {
        memory.slice(logAt, length * Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .asIntBuffer()
                .put(places, 0, length);
        memory.slice(logAt + LOG_PLACES * Integer.BYTES, floats * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer()
                .put(rows, 0, floats);
        INTS.setVolatile(memory, LOGGED, length); // before any row is written, for whoever may have to replay
    }

    /** All rows are written. */
    void logDone() {
        INTS.setVolatile(memory, LOGGED, 0);
    }

    long version() {
        return (long) LONGS.get(memory, VERSION);
    }

    void version(long version) {
        put(VERSION, version);
    }

    /** The next step of a phase, or -1 if none is left. */
    long take(int rank, long phase, long limit) {
        long now = (long) LONGS.get(memory, PHASE);
        if (phase > now) {
            put(PHASE, phase);
            put(NEXT, 0);
        }
        long next = (long) LONGS.get(memory, NEXT);
        if (phase < now || next >= limit) {
            return Tickets.NONE;
        }
        put(NEXT, next + 1);
        add(rank, Count.TAKEN, 1);
        return next;
    }

    private void put(int at, long value) {
        LONGS.set(memory, at, value);
    }

    @SuppressWarnings("EnumOrdinal") // the order of the constants is where they lie
    private int slot(int rank, Count what) {
        return SLOTS + rank * SLOT_BYTES + what.ordinal() * Long.BYTES;
    }

    /** What a worker has counted; good while the lock is held. */
    long count(int rank, Count what) {
        return (long) LONGS.getVolatile(memory, slot(rank, what));
    }

    /** The same over all workers. */
    long count(Count what) {
        long all = 0;
        for (int rank = 0; rank < workers; rank++) {
            all += count(rank, what);
        }
        return all;
    }

    void add(int rank, Count what, long more) {
        int at = slot(rank, what);
        LONGS.set(memory, at, (long) LONGS.get(memory, at) + more);
    }

    void stale(int rank, long pushesBetween) {
        int at = slot(rank, Count.STALENESS) + (int) Math.min(pushesBetween, ServerStatistics.CELLS - 1) * Long.BYTES;
        LONGS.set(memory, at, (long) LONGS.get(memory, at) + 1);
    }

    /** Pushes of all workers by their staleness. */
    long[] staleness() {
        long[] cells = new long[ServerStatistics.CELLS];
        for (int rank = 0; rank < workers; rank++) {
            for (int cell = 0; cell < cells.length; cell++) {
                cells[cell] += (long) LONGS.get(memory, slot(rank, Count.STALENESS) + cell * Long.BYTES);
            }
        }
        return cells;
    }
}
