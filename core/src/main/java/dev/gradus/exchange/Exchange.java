package dev.gradus.exchange;

import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;

/** How one rank agrees with the others on numbers. Every rank must make the same calls in the same order. */
public interface Exchange extends AutoCloseable {

    int rank();

    int ranks();

    /**
     * Sums over the nodes of all ranks, in the order of their tree. {@code nodes} are those of this rank; {@code from}
     * to {@code to} of the first is replaced by the sum, and of the others is overwritten. Every rank ends with the
     * same bits, which do not depend on how many ranks there are.
     */
    void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException;

    /** Replaces {@code values[from..to)} by the sum over all ranks; every rank ends with the same bits. */
    default void sum(float[] values, int from, int to) throws ExchangeException {
        sum(TreeShare.oneLeafEach(ranks()), new float[][] {values}, from, to);
    }

    /**
     * Sums touched rows over the nodes of all ranks, in the order of their tree; a row that a node does not have takes
     * no part. The first node is replaced by all rows that any rank touched and their sums, the others are overwritten.
     * Every rank ends with the same bits, which do not depend on how many ranks there are.
     */
    void sumRows(TreeShare share, SparseRows[] nodes) throws ExchangeException;

    /** Replaces {@code rows} by all rows that any rank touched and their sums; every rank ends with the same bits. */
    default void sumRows(SparseRows rows) throws ExchangeException {
        sumRows(TreeShare.oneLeafEach(ranks()), new SparseRows[] {rows});
    }

    /**
     * Replaces {@code values[from..to)} by the sum over all ranks as numbers of 16 bits, in half the bytes. What
     * rounding lost, on this rank or of the sums that it forms for all, replaces {@code lost[from..to)}. Every rank
     * ends with the same bits, which do depend on how many ranks there are.
     */
    void sumBf16(float[] values, float[] lost, int from, int to) throws ExchangeException;

    /** Makes memory for this rank's nodes of a tree, {@code length} floats each. Every rank must call it. */
    Bucket bucket(TreeShare share, int length) throws ExchangeException;

    /**
     * Replaces {@code from} to {@code to} of the bucket's first node by the sum over the nodes of all ranks, and
     * overwrites those of the others; the same bits as {@link #sum(TreeShare, float[][], int, int)}.
     */
    void sum(Bucket bucket, int from, int to) throws ExchangeException;

    /**
     * Replaces this rank's {@link #chunkStart chunk} of {@code values[from..to)} by its sum over all ranks. The other
     * chunks hold nothing of use afterwards.
     */
    void reduceScatter(float[] values, int from, int to) throws ExchangeException;

    /** Copies the {@link #chunkStart chunk} of every rank to all others. */
    void allGather(float[] values, int from, int to) throws ExchangeException;

    /** Replaces {@code values[from..to)} by those of {@code root}, bit by bit. */
    void broadcast(int root, float[] values, int from, int to) throws ExchangeException;

    /** Where the chunk of a rank starts; it ends where that of the next rank starts. */
    static int chunkStart(int rank, int ranks, int from, int to) {
        return from + (int) ((long) rank * (to - from) / ranks);
    }

    /** Returns when every rank has called it. */
    default void barrier() throws ExchangeException {
        sum(new float[0], 0, 0);
    }

    /** Throws if the group is known to be over; for ranks that work for long without a call. */
    default void check() throws ExchangeException {}

    /**
     * Books the time of the calls that follow to that ledger; {@code besideCompute} says that they come from a thread
     * beside the one that computes, which then should not be kept from its core. No call may be under way.
     */
    void bookTo(Ledger ledger, boolean besideCompute);

    /** Whether sums of numbers go through memory that all ranks can reach, so that no byte is ever on its way. */
    default boolean sharesMemory() {
        return false;
    }

    /** What this rank has sent and received so far. */
    Traffic traffic();

    /** How often all ranks have agreed so far. */
    long syncs();

    @Override
    void close();

    /** The exchange of a rank that is alone. */
    static Exchange none() {
        return new Alone();
    }
}
