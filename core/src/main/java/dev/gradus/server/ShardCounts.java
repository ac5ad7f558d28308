package dev.gradus.server;

import java.util.ArrayList;
import java.util.List;

/** What a shard counts from one opening of tables to the next. Belongs to the shard's thread. */
final class ShardCounts {

    private final long[] staleness = new long[ServerStatistics.CELLS];
    private final List<Integer> lost;
    private long pulls;
    private long pushes;
    private long rowsPulled;
    private long rowsPushed;
    private long refused;
    private long repeated;
    private long lostSteps;
    private long busyNanos;
    private final Moved before;

    /** Bytes and messages over all connections so far. */
    record Moved(long bytesIn, long bytesOut, long messagesIn, long messagesOut) {

        static final Moved NOTHING = new Moved(0, 0, 0, 0);

        Moved plus(ShardConnection connection) {
            return new Moved(
                    bytesIn + connection.input().bytes(),
                    bytesOut + connection.output().bytes(),
                    messagesIn + connection.input().frames(),
                    messagesOut + connection.output().frames());
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

    void pulled(int rows) {
        pulls++;
        rowsPulled += rows;
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

    void busy(long nanos) {
        busyNanos += nanos;
    }

    ServerStatistics statistics(int shard, Moved now, long bytesHeld) {
        List<Long> cells = new ArrayList<>();
        for (long count : staleness) {
            cells.add(count);
        }
        return new ServerStatistics(
                shard,
                pulls,
                pushes,
                rowsPulled,
                rowsPushed,
                now.bytesIn() - before.bytesIn(),
                now.bytesOut() - before.bytesOut(),
                now.messagesIn() - before.messagesIn(),
                now.messagesOut() - before.messagesOut(),
                busyNanos / 1e9,
                bytesHeld,
                cells,
                refused,
                repeated,
                lost,
                lostSteps);
    }
}
