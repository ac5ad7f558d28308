package dev.gradus.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** What a shard counts from one opening of tables to the next. Guarded by its lock, but for what many count at once. */
final class ShardCounts {

    private final long[] staleness = new long[ServerStatistics.CELLS];
    private final List<Integer> lost;
    private final LongAdder pulls = new LongAdder();
    private long pushes;
    private final LongAdder rowsPulled = new LongAdder();
    private long rowsPushed;
    private long refused;
    private long repeated;
    private long lostSteps;
    private final LongAdder busyNanos = new LongAdder();
    private final Moved before;

    /** Bytes and messages over all connections so far. */
    record Moved(long bytesIn, long bytesOut, long messagesIn, long messagesOut) {

        static final Moved NOTHING = new Moved(0, 0, 0, 0);

        Moved plus(ShardConnection connection) {
            return new Moved(
                    bytesIn + connection.bytesIn(),
                    bytesOut + connection.bytesOut(),
                    messagesIn + connection.messagesIn(),
                    messagesOut + connection.messagesOut());
        }
    }

    /** Counts from a time at which so much had moved; workers that were lost before stay lost. */
    ShardCounts(Moved before, List<Integer> lost) {
        this.before = before;
        this.lost = new ArrayList<>(lost);
    }

    List<Integer> lost() {
        return lost;
    }

    /** Any thread may call it. */
    void pulled(int rows) {
        pulls.increment();
        rowsPulled.add(rows);
    }

    void pushed(long rows) {
        pushes++;
        rowsPushed += rows;
    }

    void stale(long pushesBetween) {
        staleness[(int) Math.min(pushesBetween, ServerStatistics.CELLS - 1)]++;
    }

    void refused() {
        refused++;
    }

    void repeated() {
        repeated++;
    }

    void lost(int rank, long steps) {
        lost.add(rank);
        lostSteps += steps;
    }

    /** Time for which a thread has served a worker; any may call it. */
    void busy(long nanos) {
        busyNanos.add(nanos);
    }

    /** All that was counted, what workers did themselves included if rows are shared. */
    ServerStatistics statistics(int shard, Moved now, long bytesHeld, @Nullable SharedRows rows) {
        List<Long> cells = new ArrayList<>();
        long[] more = rows == null ? new long[staleness.length] : rows.staleness();
        for (int cell = 0; cell < more.length; cell++) {
            cells.add(staleness[cell] + more[cell]);
        }
        long messages = of(rows, SharedRows.Count.PULLS) + of(rows, SharedRows.Count.PUSHES);
        return new ServerStatistics(
                shard,
                pulls.sum() + of(rows, SharedRows.Count.PULLS),
                pushes + of(rows, SharedRows.Count.PUSHES),
                rowsPulled.sum() + of(rows, SharedRows.Count.PULLED_ROWS),
                rowsPushed + of(rows, SharedRows.Count.PUSHED_ROWS),
                now.bytesIn() - before.bytesIn() + of(rows, SharedRows.Count.BYTES_IN),
                now.bytesOut() - before.bytesOut() + of(rows, SharedRows.Count.BYTES_OUT),
                now.messagesIn() - before.messagesIn() + messages,
                now.messagesOut() - before.messagesOut(),
                (busyNanos.sum() + of(rows, SharedRows.Count.BUSY_NANOS)) / 1e9,
                bytesHeld,
                cells,
                refused + of(rows, SharedRows.Count.REFUSED),
                repeated,
                lost,
                lostSteps);
    }

    private static long of(@Nullable SharedRows rows, SharedRows.Count what) {
        return rows == null ? 0 : rows.count(what);
    }
}
