package dev.gradus.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What a worker pushes in one step: rows of tables, with the number of the step, the samples behind it and the rate it
 * is to be applied at. Arrays are read by {@link ServerLink#push}, not copied before, and free again when that returns.
 * Used by one thread.
 */
public final class PushBatch {

    /** Rows of one table, and the node of a synchronous step that they belong to. */
    @SuppressWarnings("ArrayRecordComponent") // carries arrays from one method to the next, and is never compared
    record Part(int node, int table, int[] rows, int count, float[] values, int at) {}

    private final long step;
    private final long samples;
    private final double rate;
    private final List<Part> parts = new ArrayList<>();
    private long[] basis = {};
    private long phase = -1;
    private long ticket = -1;
    private int node;
    private int carried;

    public PushBatch(long step, long samples, double rate) {
        if (step < 0 || samples < 0) {
            throw new IllegalArgumentException("bad push: step=" + step + ", samples=" + samples);
        }
        this.step = step;
        this.samples = samples;
        this.rate = rate;
    }

    /** Says which ticket this is the work of; it is open until this push has been taken. */
    public PushBatch ofTicket(long itsPhase, long itsNumber) {
        phase = itsPhase;
        ticket = itsNumber;
        return this;
    }

    /**
     * Says that the rows added from now on are those of one node of a synchronous step: its index among the nodes of
     * all workers, from left to right.
     */
    public PushBatch ofNode(int index) {
        node = index;
        return this;
    }

    /** Adds rows whose ids ascend, each with as many floats as the table is wide. One call for a node and table. */
    public PushBatch add(int table, int[] rows, int count, float[] values, int at) {
        parts.add(new Part(node, table, rows, count, values, at));
        return this;
    }

    /** Adds the rows {@code fromRow} to {@code toRow}. One call for a node and table. */
    public PushBatch addRange(int table, int fromRow, int toRow, float[] values, int at) {
        int[] rows = new int[toRow - fromRow];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = fromRow + i;
        }
        return add(table, rows, rows.length, values, at);
    }

    /** Says what the values were computed from. Of several pulls, the oldest counts. */
    public PushBatch basedOn(ServerLink.Pull pull) {
        if (basis.length == 0) {
            basis = new long[pull.shards()];
            Arrays.fill(basis, -1);
        }
        for (int shard = 0; shard < basis.length; shard++) {
            long version = pull.version(shard);
            if (version >= 0) {
                basis[shard] = basis[shard] < 0 ? version : Math.min(basis[shard], version);
            }
        }
        return this;
    }

    /** Says that the values include so many pushes of this worker that came after the pulls they are based on. */
    public PushBatch carried(int ownPushes) {
        carried = ownPushes;
        return this;
    }

    int carried() {
        return carried;
    }

    long step() {
        return step;
    }

    long samples() {
        return samples;
    }

    double rate() {
        return rate;
    }

    long phase() {
        return phase;
    }

    long ticket() {
        return ticket;
    }

    /** The version of a shard that this was computed from, or -1 if that is not known. */
    long basis(int shard) {
        return basis.length == 0 ? -1 : basis[shard];
    }

    List<Part> parts() {
        return parts;
    }
}
