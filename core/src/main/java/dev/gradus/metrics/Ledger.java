package dev.gradus.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Books every nanosecond of one rank: at any time one account is open, and {@link #enter} closes it and opens another.
 * Totals are exact; the entries themselves go into a ring that keeps the last {@value #CAPACITY}, so that a long run
 * costs no more memory than a short one. Written by the rank's thread only; read it after that thread has stopped.
 */
@SuppressWarnings("EnumOrdinal") // totals are arrays by account, because this runs several times a step
public final class Ledger {

    /** Entries kept: about ten thousand steps, for one megabyte. */
    private static final int CAPACITY = 1 << 16;

    private static final Account[] ACCOUNTS = Account.values();

    private final long[] starts = new long[CAPACITY];
    private final int[] labels = new int[CAPACITY];
    private final long[] totals = new long[ACCOUNTS.length];
    private final long[] waits;
    private long entries;
    private Account open = Account.OTHER;
    private int openPeer = -1;
    private long openedAt = System.nanoTime();
    private boolean held;

    /** One stretch of time on one account; {@code peer} is -1 unless the account is about one rank. */
    public record Entry(Account account, int peer, long startNanos, long endNanos) {}

    public Ledger(int ranks) {
        waits = new long[ranks];
    }

    public void enter(Account account) {
        enter(account, -1);
    }

    /** Closes the open account and opens {@code account}, about {@code peer} if that is not negative. */
    public void enter(Account account, int peer) {
        if (held) {
            return;
        }
        long now = System.nanoTime();
        book(now - openedAt);
        int at = (int) (entries++ & (CAPACITY - 1));
        starts[at] = openedAt;
        labels[at] = open.ordinal() | (openPeer + 1) << 8;
        open = account;
        openPeer = peer;
        openedAt = now;
    }

    /** Books everything to one account until {@link #release}, whatever is entered in between. */
    public void hold(Account account) {
        enter(account);
        held = true;
    }

    public void release(Account next) {
        held = false;
        enter(next);
    }

    private void book(long nanos) {
        totals[open.ordinal()] += nanos;
        if (open == Account.WAIT && openPeer >= 0) {
            waits[openPeer] += nanos;
        }
    }

    public Account open() {
        return open;
    }

    /** Forgets all that was booked; the account that is open stays open. For the end of the start-up. */
    public void reset() {
        enter(open, openPeer);
        Arrays.fill(totals, 0);
        Arrays.fill(waits, 0);
        entries = 0;
    }

    /** Moves time from compute, where pauses fall, to garbage collection. */
    public void bookPauses(long nanos) {
        long moved = Math.min(nanos, totals[Account.COMPUTE.ordinal()]);
        totals[Account.COMPUTE.ordinal()] -= moved;
        totals[Account.GC.ordinal()] += moved;
    }

    /** Nanoseconds booked to an account, without the stretch that is still open. */
    public long nanos(Account account) {
        return totals[account.ordinal()];
    }

    /** Nanoseconds spent waiting for each rank. */
    public long[] waits() {
        return waits.clone();
    }

    /** The last entries, oldest first. */
    public List<Entry> entries() {
        List<Entry> list = new ArrayList<>();
        long first = Math.max(0, entries - CAPACITY);
        for (long i = first; i < entries; i++) {
            int at = (int) (i & (CAPACITY - 1));
            long end = i + 1 < entries ? starts[(int) ((i + 1) & (CAPACITY - 1))] : openedAt;
            list.add(new Entry(ACCOUNTS[labels[at] & 0xFF], (labels[at] >> 8) - 1, starts[at], end));
        }
        return list;
    }
}
