package dev.gradus.server;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Shards that are threads of this process, for workers that are threads of it too. */
public final class LocalServers implements AutoCloseable {

    /** Threads of one process cannot be silent alone; only a heap that is full makes them so, for longer than this. */
    private static final Duration SILENCE = Duration.ofSeconds(60);

    private static final int EPOCH = 1;

    private final int workers;
    private final Duration timeout;
    private final List<ShardServer> servers = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    private LocalServers(int workers, Duration timeout) {
        this.workers = workers;
        this.timeout = timeout;
    }

    /** Starts shards for so many workers; {@code timeout} is how long one waits for an answer. */
    public static LocalServers start(int shards, int workers, Duration timeout) {
        LocalServers local = new LocalServers(workers, timeout);
        for (int shard = 0; shard < shards; shard++) {
            ShardServer.Seat seat = new ShardServer.Seat(shard, shards, workers, EPOCH);
            local.servers.add(new ShardServer(seat, SILENCE, local::failed));
        }
        return local;
    }

    private synchronized void failed(String reason) {
        failures.add(reason);
    }

    /** Why shards ended that should not have. */
    public synchronized List<String> failures() {
        return List.copyOf(failures);
    }

    /** The link of a worker. One for each. */
    public ServerLink link(int rank) {
        LinkBuilder builder = new LinkBuilder(new LinkBuilder.Worker(rank, workers, EPOCH), timeout, SILENCE);
        servers.forEach(builder::local);
        return builder.build();
    }

    @Override
    public void close() {
        servers.forEach(ShardServer::close);
    }
}
