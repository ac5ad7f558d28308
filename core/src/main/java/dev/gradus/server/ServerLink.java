package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.TreeShare;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.util.Arrays;
import java.util.List;

/**
 * One worker's way to all shards. Used by the worker's thread; a thread beside it keeps bytes moving while that one
 * computes. Every wait ends after the run's time-out, and at once when a shard is lost. A push that a shard refuses
 * ends the next call with {@link RefusedPushException}.
 */
public interface ServerLink extends AutoCloseable {

    int rank();

    /** Workers that the run began with. */
    int workers();

    int shards();

    /**
     * Makes the tables, which replace those of an earlier call, and starts steps, tickets and statistics anew. Every
     * worker must call it with the same tables and terms; returns when all have.
     */
    void open(List<TableSpec> tables, Terms terms) throws ExchangeException;

    /** Sets whole rows, whatever the rule. Returns when all shards have done it. What a rule remembers is forgotten. */
    void set(int table, int fromRow, int rows, float[] values, int at) throws ExchangeException;

    /**
     * Sets, for whole rows, the number of that index among those that the rule remembers of every weight. Returns when
     * all shards have done it.
     */
    void setState(int table, int index, int fromRow, int rows, float[] values, int at) throws ExchangeException;

    /** Asks for what {@link #setState} sets, of the rows {@code fromRow} to {@code toRow}. Returns at once. */
    Pull pullState(int table, int index, int fromRow, int toRow) throws ExchangeException;

    /** Asks for rows, whose ids ascend. Returns at once; {@code rows} must stay as it is until the values are there. */
    Pull pull(int table, int[] rows, int count) throws ExchangeException;

    /** Asks for the rows {@code fromRow} to {@code toRow}. Returns at once. */
    Pull pullAll(int table, int fromRow, int toRow) throws ExchangeException;

    /**
     * The same; shards on which the table is as it was at an earlier pull of these rows send no values, and those in
     * the array that the new pull is read into are left alone.
     */
    Pull pullAll(int table, int fromRow, int toRow, Pull earlier) throws ExchangeException;

    /**
     * Pushes a step. Waits only while as many pushes are under way as the terms allow. A shard applies all of its part
     * or nothing.
     */
    void push(PushBatch batch) throws ExchangeException;

    /** Returns when every push so far has been applied, or in synchronous steps taken. */
    void drain() throws ExchangeException;

    /** Asks for the next step of a phase, which has {@code limit} of them. Phases ascend. Returns at once. */
    Ticket ask(long phase, long limit) throws ExchangeException;

    /** The sum over all workers that are left, each of which must call it; the same bits for all of them. */
    float[] sum(float[] values) throws ExchangeException;

    /**
     * Sums over the nodes of all workers that are left, in the order of their tree, as
     * {@link dev.gradus.exchange.Exchange#sum} does.
     */
    void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException;

    /** Replaces {@code values[from..to)} of all workers by those of {@code root}, bit by bit. */
    default void broadcast(int root, float[] values, int from, int to) throws ExchangeException {
        // Minus zero is what leaves every number as it is when it is added, minus zero included.
        float[] own = new float[to - from];
        Arrays.fill(own, -0f);
        if (rank() == root) {
            System.arraycopy(values, from, own, 0, own.length);
        }
        System.arraycopy(sum(own), 0, values, from, own.length);
    }

    /**
     * Whether a shard answers from another process, so that there is time to use until then; known once tables are
     * open.
     */
    default boolean isRemote() {
        return true;
    }

    /** How many workers took part in the last sum. */
    int live();

    /** What every shard did since the tables were made. */
    List<ServerStatistics> statistics() throws ExchangeException;

    /** What this worker has sent and received so far. */
    Traffic traffic();

    /** Makes all that moves from now on take as long as over a link of that speed. For experiments. */
    void limit(double bytesPerSecond);

    /** Books the time of the calls that follow to that ledger. */
    void bookTo(Ledger ledger);

    /** Throws if a shard is lost or the run is known to be over. */
    void check() throws ExchangeException;

    /** Ends whatever is waited for, because the run is over. Any thread may call it. */
    void abort(int culprit, String reason);

    /** Says goodbye, so that shards do not take this worker for lost, and closes. */
    void leave() throws ExchangeException;

    @Override
    void close();

    /**
     * A step that was asked for. Where consistency is bounded, it is not there until this worker may be so far ahead; a
     * step counts as open until it is pushed, so nobody should wait for one who holds another.
     */
    interface Ticket {

        /** Whether {@link #await} would not wait. */
        boolean ready();

        /** Waits for the number of the step, which nobody else has, or -1 when all are taken. */
        long await() throws ExchangeException;
    }

    /** Values that were asked for. */
    interface Pull {

        /** Waits for the values and writes them in the order of the ids. May be called once. */
        void await(float[] into, int at) throws ExchangeException;

        int shards();

        /** How many pushes that shard had applied; -1 if it was not asked. Known after {@link #await}. */
        long version(int shard);
    }
}
