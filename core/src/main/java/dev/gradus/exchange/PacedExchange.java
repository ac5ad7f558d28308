package dev.gradus.exchange;

import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;

/**
 * An exchange whose bytes take as long as over a slower link: every call returns when what it moved would be across.
 * For experiments. Used as the exchange that it slows down.
 */
public final class PacedExchange implements Exchange {

    private final Exchange exchange;
    private final Pace pace;
    private Ledger ledger;

    public PacedExchange(Exchange exchange, double bytesPerSecond, Ledger ledger) {
        this.exchange = exchange;
        this.ledger = ledger;
        this.pace = new Pace(bytesPerSecond, System.nanoTime(), exchange.traffic());
    }

    /** A call that moves bytes. */
    private interface Moving {
        void move() throws ExchangeException;
    }

    private void paced(Moving call) throws ExchangeException {
        pace.idleUntil(System.nanoTime());
        call.move();
        long owed = pace.owed(System.nanoTime(), exchange.traffic());
        Account before = ledger.open();
        ledger.enter(Account.SEND);
        Pace.rest(owed, exchange::check);
        ledger.enter(before);
    }

    @Override
    public int rank() {
        return exchange.rank();
    }

    @Override
    public int ranks() {
        return exchange.ranks();
    }

    @Override
    public void sum(TreeShare share, float[][] nodes, int from, int to) throws ExchangeException {
        paced(() -> exchange.sum(share, nodes, from, to));
    }

    @Override
    public void sumRows(TreeShare share, SparseRows[] nodes) throws ExchangeException {
        paced(() -> exchange.sumRows(share, nodes));
    }

    @Override
    public void sumBf16(float[] values, float[] lost, int from, int to) throws ExchangeException {
        paced(() -> exchange.sumBf16(values, lost, from, to));
    }

    @Override
    public Bucket bucket(TreeShare share, int length) throws ExchangeException {
        return exchange.bucket(share, length);
    }

    @Override
    public void sum(Bucket bucket, int from, int to) throws ExchangeException {
        paced(() -> exchange.sum(bucket, from, to));
    }

    @Override
    public void reduceScatter(float[] values, int from, int to) throws ExchangeException {
        paced(() -> exchange.reduceScatter(values, from, to));
    }

    @Override
    public void allGather(float[] values, int from, int to) throws ExchangeException {
        paced(() -> exchange.allGather(values, from, to));
    }

    @Override
    public void broadcast(int root, float[] values, int from, int to) throws ExchangeException {
        paced(() -> exchange.broadcast(root, values, from, to));
    }

    @Override
    public void barrier() throws ExchangeException {
        exchange.barrier();
    }

    @Override
    public void check() throws ExchangeException {
        exchange.check();
    }

    @Override
    public void bookTo(Ledger next, boolean besideCompute) {
        ledger = next;
        exchange.bookTo(next, besideCompute);
    }

    /** Whatever is below, bytes here are on their way for a while, and a thread beside can wait for them. */
    @Override
    public boolean sharesMemory() {
        return false;
    }

    @Override
    public Traffic traffic() {
        return exchange.traffic();
    }

    @Override
    public long syncs() {
        return exchange.syncs();
    }

    @Override
    public void close() {
        exchange.close();
    }
}
