package dev.gradus.server;

import dev.gradus.exchange.transport.Frame;
import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One shard and who serves it. Each worker of another process has a thread here, which alone reads from and writes to
 * that connection; a worker of this process serves its own requests, so that nobody has to be woken. They meet in
 * {@link GuardedShard}, which lets many pull at once and one move rows. Any thread may call any method.
 */
public final class ShardServer implements AutoCloseable {

    /** How long a wait may be: silence of workers is looked for as often. */
    private static final long TICK_MILLIS = 100;

    /** How long {@link #close} waits for a thread, of which none waits for longer than a tick. */
    private static final long FAREWELL_MILLIS = 1000;

    private final GuardedShard shard;
    private final int epoch;
    private final Duration silence;
    private final Consumer<String> whenFailed;
    private final List<ShardConnection> connections = new CopyOnWriteArrayList<>();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;

    /** Which of how many shards it is, how many workers there are, and the epoch of their group. */
    public record Seat(int shard, int shards, int workers, int epoch) {}

    /**
     * {@code silence} is how long nothing may be heard of a worker of another process, and {@code whenFailed} is told
     * why the shard ended if that was by a failure.
     */
    public ShardServer(Seat seat, Duration silence, Consumer<String> whenFailed) {
        this.shard = new GuardedShard(new Shard(seat.shard(), seat.shards(), seat.workers()), silence);
        this.epoch = seat.epoch();
        this.silence = silence;
        this.whenFailed = whenFailed;
    }

    /** Lets a worker of another process in; its greeting is over. */
    public void admit(int rank, Wire wire) {
        Waiting waiting = new Waiting();
        ShardConnection connection = new ShardConnection(rank, new WireConduit(wire), epoch);
        connection.servedBy(waiting);
        connection.grant(silence);
        if (!admit(connection)) {
            connection.close();
            waiting.close();
            return;
        }
        Thread thread = new Thread(() -> serve(connection, waiting), "shard-" + shard.index() + "-" + rank);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** Connects a worker of this process, which needs no greeting. */
    Conduit connect(int rank) {
        MemoryConduit[] ends = MemoryConduit.pair();
        ShardConnection connection = new ShardConnection(rank, ends[1], epoch);
        ends[0].servedBy(new OwnService(connection));
        if (!admit(connection)) {
            connection.stop();
        }
        return ends[0];
    }

    private boolean admit(ShardConnection connection) {
        if (stopped || !shard.admit(connection)) {
            return false;
        }
        connections.add(connection);
        if (stopped) {
            connection.stop(); // close() may have looked at the list before
        }
        return true;
    }

    /** Somebody has heard that a worker is lost, perhaps before it ever came here. */
    public void lost(int rank) {
        try {
            connections.stream().filter(connection -> connection.rank() == rank).forEach(ShardConnection::stop);
            connections.removeIf(connection -> connection.rank() == rank);
            gone(rank, false);
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        }
    }

    private void end(ShardConnection connection) throws IOException {
        if (connections.remove(connection)) {
            connection.stop();
            gone(connection.rank(), connection.hasLeft());
        }
    }

    private void gone(int rank, boolean byItself) throws IOException {
        shard.gone(rank, byItself);
        passOn(null);
        if (shard.isOver() && connections.isEmpty()) {
            ended.countDown();
        }
    }

    /** The first failure is told before any worker sees that the shard is gone. */
    private synchronized void fail(Throwable reason) {
        if (!stopped) {
            whenFailed.accept("shard " + shard.index() + " failed: " + reason);
        }
        stop();
    }

    private void stop() {
        stopped = true;
        connections.forEach(ShardConnection::stop);
        ended.countDown();
    }

    /** Serves a worker of another process until it has left or is lost. */
    private void serve(ShardConnection connection, Waiting waiting) {
        try (waiting) {
            while (!connection.isStopped()) {
                if (!turn(connection)) {
                    pause(connection, waiting);
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            fail(e);
        } finally {
            connection.close();
        }
    }

    private static void pause(ShardConnection connection, Waiting waiting) throws IOException {
        try {
            connection.waitWith(waiting);
        } catch (IOException e) {
            return; // closed in between: the next turn finds its end
        }
        waiting.await(TICK_MILLIS, () -> isIdle(connection));
        for (SelectionKey key : waiting.ready()) {
            if (key.isValid() && key.attachment() instanceof WireConduit conduit) {
                conduit.wakened(key.readyOps());
            }
        }
        waiting.ready().clear();
    }

    private static boolean isIdle(ShardConnection connection) {
        try {
            return !connection.isStopped() && !connection.ready();
        } catch (IOException e) {
            return false; // the next turn meets the same and ends that connection
        }
    }

    /** How a worker of this process has its requests served, by its own thread. */
    private final class OwnService implements MemoryConduit.Service {

        private final ShardConnection connection;

        OwnService(ShardConnection connection) {
            this.connection = connection;
        }

        @Override
        public boolean serve() {
            try {
                connection.grant(silence); // it is this thread, so it lives
                return !connection.isStopped() && turn(connection);
            } catch (IOException | RuntimeException | Error e) {
                fail(e);
                return false;
            }
        }

        @Override
        public void closed() {
            try {
                end(connection);
            } catch (IOException | RuntimeException | Error e) {
                fail(e);
            }
        }
    }

    /** Serves a connection once; true if anything moved. */
    private boolean turn(ShardConnection connection) throws IOException {
        long start = System.nanoTime();
        boolean moved;
        try {
            moved = connection.serve(this::handle, silence);
            moved |= connection.flush();
            if (connection.hasLeft() && !connection.hasMore()) {
                end(connection);
            } else if (!moved && connection.isSilent()) {
                throw new IOException("nothing was heard of it: waited=" + silence.toMillis() / 1e3 + "s");
            }
        } catch (IOException e) {
            end(connection);
            moved = true;
        }
        shard.busy(System.nanoTime() - start);
        return moved;
    }

    private void handle(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (shard.handle(from, head, payload)) {
            passOn(from);
        }
    }

    /** Answers to other workers may have been made by a request of this one, or by its end. */
    private void passOn(@Nullable ShardConnection from) throws IOException {
        for (ShardConnection other : connections) {
            try {
                if (other != from) {
                    other.passOn();
                }
            } catch (IOException e) {
                end(other);
            }
        }
    }

    /** Waits until it has ended: every worker has left or was lost, or it failed. False if it has not. */
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        return ended.await(Math.max(1, patience.toMillis()), TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        stop();
        boolean interrupted = false;
        for (Thread thread : threads) {
            try {
                if (!interrupted && thread != Thread.currentThread()) {
                    thread.join(FAREWELL_MILLIS);
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        shard.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
