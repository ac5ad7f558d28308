package dev.gradus.server;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.Pace;
import dev.gradus.exchange.transport.Allowance;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.ShardPeer;
import dev.gradus.metrics.Traffic;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Moves the bytes of all connections of one worker. The worker's thread does so itself whenever it calls or waits; a
 * thread beside it looks in between, so that answers come in and signs of life go out while the worker computes. Both
 * hold the lock, so they never meet.
 */
final class LinkPump implements AutoCloseable {

    /** How often the thread beside looks while requests are under way: a millisecond of compute hides little. */
    private static final long LOOK_NANOS = 1_000_000;

    private static final long IDLE_NANOS = 20_000_000;
    private static final long TICK_MILLIS = 50;

    private final List<ShardClient> shards;
    private final Duration timeout;
    private final ReentrantLock lock = new ReentrantLock();
    private final Waiting waiting = new Waiting();
    private final Thread beside;
    private Ledger ledger = new Ledger(1);
    private @Nullable Pace pace;
    private Traffic throughMemory = Traffic.NONE;
    private volatile @Nullable ExchangeException over;
    private volatile boolean closed;
    private volatile boolean idle;

    LinkPump(int rank, List<ShardClient> shards, Duration timeout) {
        this.shards = shards;
        this.timeout = timeout;
        this.beside = new Thread(this::besides, "server-link-" + rank);
        beside.setDaemon(true);
        beside.start();
    }

    /** Makes what moves from now on take as long as over a link of that speed. */
    void limit(double bytesPerSecond) {
        pace = new Pace(bytesPerSecond, System.nanoTime(), traffic());
    }

    Traffic traffic() {
        Traffic all = throughMemory;
        for (ShardClient shard : shards) {
            long sent = shard.bytesSent();
            all = all.plus(
                    new Traffic(sent, shard.bytesReceived(), shard.messages(), shard.leavesProcess() ? sent : 0));
        }
        return all;
    }

    /** Counts what this worker wrote to and read from memory that it shares with a shard. */
    void shared(long bytesSent, long bytesReceived) {
        throughMemory = throughMemory.plus(new Traffic(bytesSent, bytesReceived, 1, 0));
    }

    void bookTo(Ledger next) {
        ledger = next;
    }

    /** Begins a call of the worker's thread. */
    void enter() throws ExchangeException {
        lock.lock();
        try {
            check();
        } catch (ExchangeException e) {
            lock.unlock();
            throw e;
        }
    }

    /** Ends a call: what was asked for is on its way, and the thread beside has an eye on it. */
    void exit() {
        exit(true);
    }

    /**
     * As {@link #exit()}; but unless {@code now}, what goes to other processes leaves with the next call that ends so
     * or waits, or else with the next look of the thread beside: to write it apart would wake a thread there once more.
     */
    void exit(boolean now) {
        boolean busy = false;
        try {
            if (!closed && over == null) {
                Account before = ledger.open();
                for (ShardClient shard : shards) {
                    if (now || !shard.leavesProcess()) {
                        ledger.enter(Account.SEND, peer(shard)); // a shard of this process is served by it
                        shard.pump();
                    }
                    busy |= shard.underWay() > 0;
                }
                ledger.enter(before);
            }
        } catch (ExchangeException e) {
            over = e; // the next call throws it
        } finally {
            lock.unlock();
            if (idle && busy) {
                idle = false;
                LockSupport.unpark(beside);
            }
        }
    }

    void check() throws ExchangeException {
        ExchangeException reason = over;
        if (reason != null) {
            throw new ExchangeException(reason.peer(), String.valueOf(reason.getMessage()), reason);
        }
        if (closed) {
            throw new IllegalStateException("link to the servers is closed");
        }
    }

    /** Ends whatever is waited for. Any thread may call it. */
    void abort(ExchangeException reason) {
        over = reason;
        waiting.wake();
    }

    /** Waits until a shard may be asked for more, and returns it. */
    ShardClient ready(ShardClient shard) throws ExchangeException {
        await(shard::hasRoom, "room for a request to shard " + shard.shard());
        return shard;
    }

    /** Moves bytes until that is so. {@code what} says what is waited for, should it not come. */
    void await(BooleanSupplier done, String what) throws ExchangeException {
        await(done, what, () -> -1);
    }

    /** The same for pulled rows: time is booked to the first shard that still owes an answer. */
    void awaitPull(BooleanSupplier done, String what) throws ExchangeException {
        await(done, what, () -> {
            for (ShardClient shard : shards) {
                if (shard.underWay() > shard.pushes()) {
                    return ShardPeer.pull(shard.shard());
                }
            }
            return -1;
        });
    }

    /** What moves over a connection now: pulls, if there are any. */
    private static int peer(ShardClient shard) {
        if (shard.underWay() > shard.pushes()) {
            return ShardPeer.pull(shard.shard());
        }
        return shard.pushes() > 0 ? ShardPeer.push(shard.shard()) : -1;
    }

    /** The same for pushes to a shard. */
    void awaitPush(BooleanSupplier done, int shard) throws ExchangeException {
        await(done, "pushes to shard " + shard, () -> ShardPeer.push(shard));
    }

    /** Books what follows to a pull until {@link #booked}; returns what was open before. */
    Account bookPull(int shard) {
        Account before = ledger.open();
        ledger.enter(Account.SEND, ShardPeer.pull(shard));
        return before;
    }

    /** Books what follows to a push until {@link #booked}; returns what was open before. */
    Account bookPush(int shard) {
        Account before = ledger.open();
        ledger.enter(Account.SEND, ShardPeer.push(shard));
        return before;
    }

    void booked(Account before) {
        ledger.enter(before);
    }

    private void await(BooleanSupplier done, String what, IntSupplier peer) throws ExchangeException {
        if (!done.getAsBoolean()) {
            moveUntil(done, what, peer);
        }
        rest();
    }

    /** Stands still for as long as a slower link would still be busy. */
    void rest() throws ExchangeException {
        Pace slower = pace;
        if (slower != null) {
            Account before = ledger.open();
            ledger.enter(Account.SEND);
            Pace.rest(slower.owed(System.nanoTime(), traffic()), this::tend);
            ledger.enter(before);
        }
    }

    /** Nobody should take a worker for lost that only waits for a slow link. */
    private void tend() throws ExchangeException {
        check();
        move();
        for (ShardClient shard : shards) {
            shard.tend();
        }
    }

    /** How long to wait for memory that another process holds: as for an answer, and while all shards live. */
    SharedRows.Patience patience(String what, int shard) {
        Allowance allowance = new Allowance();
        allowance.grant(timeout);
        return () -> {
            shards.forEach(ShardClient::lookAgain);
            tend();
            if (allowance.usedUp()) {
                throw new ExchangeException(
                        -1, "lock was not free: waited=" + timeout.toMillis() / 1e3 + "s, for=" + what + " " + shard);
            }
        };
    }

    private void moveUntil(BooleanSupplier done, String what, IntSupplier peer) throws ExchangeException {
        Account before = ledger.open();
        ledger.enter(Account.SEND, peer.getAsInt());
        try {
            Allowance allowance = new Allowance();
            allowance.grant(timeout);
            for (ShardClient shard : shards) {
                shard.lookAgain();
                shard.receive(); // if it is there, what waits to be sent may wait for more
            }
            while (!done.getAsBoolean()) {
                if (!move() && !done.getAsBoolean()) {
                    ledger.enter(Account.WAIT, peer.getAsInt());
                    pause();
                    ledger.enter(Account.SEND, peer.getAsInt());
                    check();
                    if (allowance.usedUp()) {
                        throw new ExchangeException(
                                -1, "no answer of the servers: waited=" + timeout.toMillis() / 1e3 + "s, for=" + what);
                    }
                }
            }
        } catch (ExchangeException e) {
            over = e;
            throw e;
        } finally {
            ledger.enter(before);
        }
    }

    private boolean move() throws ExchangeException {
        boolean moved = false;
        for (ShardClient shard : shards) {
            moved |= shard.pump();
        }
        return moved;
    }

    private void pause() throws ExchangeException {
        for (ShardClient shard : shards) {
            shard.tend();
            shard.waitWith(waiting);
        }
        try {
            waiting.await(TICK_MILLIS, this::nothingToDo);
        } catch (IOException e) {
            throw new ExchangeException(-1, "cannot wait for the servers: " + e.getMessage(), e);
        }
        for (SelectionKey key : waiting.ready()) {
            if (key.isValid() && key.attachment() instanceof WireConduit conduit) {
                conduit.wakened(key.readyOps());
            }
        }
        waiting.ready().clear();
        if (Thread.currentThread().isInterrupted()) {
            throw new ExchangeException(-1, "interrupted while waiting for the servers");
        }
    }

    private boolean nothingToDo() {
        if (over != null) {
            return false;
        }
        for (ShardClient shard : shards) {
            if (shard.ready()) {
                return false;
            }
        }
        return true;
    }

    /** What the thread beside does. */
    private void besides() {
        while (!closed && over == null) {
            boolean busy = look();
            idle = !busy;
            LockSupport.parkNanos(busy ? LOOK_NANOS : IDLE_NANOS);
        }
    }

    /** Moves bytes unless the worker's thread does; true while requests are under way. */
    private boolean look() {
        if (!lock.tryLock()) {
            return true;
        }
        try {
            boolean busy = false;
            if (closed) {
                return false;
            }
            for (ShardClient shard : shards) {
                shard.lookAgain();
                shard.pump();
                shard.tend();
                busy |= shard.underWay() > 0;
            }
            return busy;
        } catch (ExchangeException e) {
            over = e; // the worker's next call throws it
            return false;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(beside);
        lock.lock();
        try {
            shards.forEach(ShardClient::close);
            waiting.close();
        } finally {
            lock.unlock();
        }
    }
}
