package dev.gradus.server;

import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

/**
 * The thread of one shard. It serves all workers' connections in turn, and no other thread touches a row. Workers come
 * through {@link #admit}; any thread may call that.
 */
public final class ShardServer implements AutoCloseable {

    /** How long a wait may be: silence of workers is looked for as often. */
    private static final long TICK_MILLIS = 100;

    private final Shard shard;
    private final int epoch;
    private final Duration silence;
    private final Consumer<String> whenFailed;
    private final Waiting waiting = new Waiting();
    private final Queue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final List<ShardConnection> connections = new ArrayList<>();
    private final Thread thread;
    private volatile boolean stopped;

    /** Something that another thread wants done on this one. */
    private interface Task {
        void run() throws IOException;
    }

    /** Which of how many shards it is, how many workers there are, and the epoch of their group. */
    public record Seat(int shard, int shards, int workers, int epoch) {}

    /**
     * Starts the thread. {@code silence} is how long nothing may be heard of a worker, and {@code whenFailed} is told,
     * on that thread, why it ended if that was by a failure.
     */
    public ShardServer(Seat seat, Duration silence, Consumer<String> whenFailed) {
        this.shard = new Shard(seat.shard(), seat.shards(), seat.workers());
        this.epoch = seat.epoch();
        this.silence = silence;
        this.whenFailed = whenFailed;
        this.thread = new Thread(this::run, "shard-" + seat.shard());
        thread.setDaemon(true);
        thread.start();
    }

    /** Lets a worker of another process in; its greeting is over. */
    public void admit(int rank, Wire wire) {
        admit(rank, new WireConduit(wire));
    }

    void admit(int rank, Conduit conduit) {
        submit(() -> {
            ShardConnection connection = new ShardConnection(rank, conduit, epoch);
            connection.grant(silence);
            if (shard.admit(connection)) {
                connections.add(connection);
            } else {
                connection.close();
            }
        });
    }

    /** Connects a worker of this process, which needs no greeting. */
    Conduit connect(int rank) {
        MemoryConduit[] ends = MemoryConduit.pair();
        admit(rank, ends[1]);
        return ends[0];
    }

    /** Somebody has heard that a worker is lost, perhaps before it ever came here. */
    public void lost(int rank) {
        submit(() -> {
            shard.gone(rank, false);
            connections.removeIf(connection -> {
                boolean its = connection.rank() == rank;
                if (its) {
                    connection.close();
                }
                return its;
            });
        });
    }

    private void submit(Task task) {
        tasks.add(task);
        waiting.wake();
    }

    private void run() {
        try {
            while (!stopped && !(shard.isOver() && connections.isEmpty())) {
                long start = System.nanoTime();
                boolean moved = turn();
                shard.counts().busy(System.nanoTime() - start);
                if (!moved) {
                    pause();
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            whenFailed.accept("shard " + shard.index() + " failed: " + e);
        } finally {
            connections.forEach(ShardConnection::close);
            waiting.close();
        }
    }

    private void pause() throws IOException {
        for (ShardConnection connection : connections) {
            try {
                connection.waitWith(waiting);
            } catch (IOException e) {
                return; // closed in between: the next turn finds its end
            }
        }
        waiting.await(TICK_MILLIS, this::isIdle);
        for (SelectionKey key : waiting.ready()) {
            if (key.isValid() && key.attachment() instanceof WireConduit conduit) {
                conduit.wakened(key.readyOps());
            }
        }
        waiting.ready().clear();
    }

    private boolean isIdle() {
        if (!tasks.isEmpty() || stopped) {
            return false;
        }
        try {
            for (ShardConnection connection : connections) {
                if (connection.ready()) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false; // the next turn meets the same and ends that connection
        }
    }

    /** Serves every connection once; true if anything moved. */
    private boolean turn() throws IOException {
        boolean moved = false;
        for (Task task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
            moved = true;
        }
        for (int i = connections.size() - 1; i >= 0; i--) {
            ShardConnection connection = connections.get(i);
            moved |= serve(connection, i);
        }
        for (int i = connections.size() - 1; i >= 0; i--) {
            moved |= flush(connections.get(i), i); // answers to one worker may have been made by another's request
        }
        return moved;
    }

    private boolean serve(ShardConnection connection, int place) throws IOException {
        try {
            boolean moved = connection.serve(shard::handle, silence);
            if (!moved && connection.isSilent()) {
                throw new IOException("nothing was heard of it: waited=" + silence.toMillis() / 1e3 + "s");
            }
            return moved;
        } catch (IOException e) {
            end(connection, place);
            return true;
        }
    }

    private boolean flush(ShardConnection connection, int place) throws IOException {
        try {
            boolean moved = connection.flush();
            if (connection.hasLeft() && !connection.hasMore()) {
                end(connection, place);
            }
            return moved;
        } catch (IOException e) {
            end(connection, place);
            return true;
        }
    }

    private void end(ShardConnection connection, int place) throws IOException {
        connections.remove(place);
        connection.close();
        shard.gone(connection.rank(), connection.hasLeft());
    }

    /** Waits until the thread has ended: every worker has left or was lost, or it failed. False if it has not. */
    public boolean awaitEnd(Duration patience) throws InterruptedException {
        thread.join(Math.max(1, patience.toMillis()));
        return !thread.isAlive();
    }

    @Override
    public void close() {
        stopped = true;
        waiting.wake();
        boolean interrupted = false;
        try {
            thread.join(1000);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
