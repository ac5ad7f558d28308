package dev.gradus.metrics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Books every nanosecond of one rank: at any time one account is open, and {@link #enter} closes it and opens another.
 * Totals are exact. Of the entries themselves, the first {@value #FIRST} and the last {@value #LAST} are kept, so that
 * a long run costs no more memory than a short one. Written by the rank's thread only; read it after that thread has
 * stopped.
 */
@SuppressWarnings("EnumOrdinal") // totals are arrays by account, because this runs several times a step
public final class Ledger {

    /** Entries kept of the beginning, where a run that has just been started shows what is wrong with it. */
    static final int FIRST = 1 << 14;

    /** Entries kept of the end; with the first about ten thousand steps, for less than a megabyte. */
    static final int LAST = 1 << 15;

    private static final Account[] ACCOUNTS = Account.values();

    private final long[] starts = new long[FIRST + LAST];
    private final int[] labels = new int[FIRST + LAST];
    private final int[] numbers = new int[FIRST + LAST];
    private final long[] totals = new long[ACCOUNTS.length];
    private final long[] waits;

    /** Where the first entries end, at 0; what stands at 1 does not matter. */
    private final long[] edge = new long[2];

    private long entries;
    private Account open = Account.OTHER;
    private int openPeer = -1;
    private int number;
    private long openedAt = System.nanoTime();
    private boolean held;
    private boolean forgetful;

    /**
     * One stretch of time on one account.
     *
     * @param peer -1 unless the account is about one rank, or by {@link ShardPeer} about one shard
     * @param number what was given to {@link #mark} before it began, or 0
     */
    public record Entry(Account account, int peer, int number, long startNanos, long endNanos) {}

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
        if (!forgetful) {
            keep();
        }
        open = account;
        openPeer = peer;
        openedAt = now;
    }

    private void keep() {
        int at = place(entries);
        long over = entries - FIRST;
        edge[(int) ((over | -over) >>> 63)] = openedAt;
        entries++;
        starts[at] = openedAt;
        labels[at] = open.ordinal() | (openPeer + 1) << 8;
        numbers[at] = number;
    }

    /** Keeps totals only from here on. */
    public void forgetEntries() {
        forgetful = true;
        entries = 0;
    }

    /**
     * Without a branch, like the end of the first entries: a JIT leaves out what has never been taken, and may then
     * compile the training loop anew in the middle of a run, when the first entries are full.
     */
    private static int place(long entry) {
        long over = entry - FIRST;
        long before = over >> 63; // all ones while the first entries are being filled
        return (int) ((entry & before) | ((FIRST + (over & (LAST - 1))) & ~before));
    }

    /** Ends the open entry, and gives those that follow a number: of the step, or of the bucket. */
    public void mark(long next) {
        enter(open, openPeer);
        number = (int) Math.min(Integer.MAX_VALUE, next);
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
        if (open == Account.WAIT && openPeer >= 0 && openPeer < waits.length) {
            waits[openPeer] += nanos;
        }
    }

    public Account open() {
        return open;
    }

    /** The number of the entry that is open. */
    int number() {
        return number;
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

    /** How many entries there were, kept or not. */
    public long booked() {
        return entries;
    }

    /** The entries that were kept, oldest first. */
    public List<Entry> entries() {
        List<Entry> list = new ArrayList<>();
        for (long i = 0; i < Math.min(FIRST, entries); i++) {
            list.add(entry(i));
        }
        for (long i = Math.max(FIRST, entries - LAST); i < entries; i++) {
            list.add(entry(i));
        }
        return list;
    }

    private Entry entry(long i) {
        int at = place(i);
        long end = i + 1 == entries ? openedAt : i + 1 == FIRST ? edge[0] : starts[place(i + 1)];
        return new Entry(ACCOUNTS[labels[at] & 0xFF], (labels[at] >> 8) - 1, numbers[at], starts[at], end);
    }
}
