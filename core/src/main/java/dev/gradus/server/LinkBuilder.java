package dev.gradus.server;

import dev.gradus.exchange.transport.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes the link of a worker from connections to all shards, which are added in the order of their numbers. */
public final class LinkBuilder implements AutoCloseable {

    /** The seat of a shard of this process: what goes wrong there is nobody else's fault. */
    private static final int HERE = -1;

    private final Worker worker;
    private final Duration timeout;
    private final Duration silence;
    private final List<ShardClient> shards = new ArrayList<>();
    private int machine;

    /** Which of how many workers it is, and the epoch of their group. */
    public record Worker(int rank, int workers, int epoch) {}

    /** {@code timeout} is how long to wait for an answer, {@code silence} how long a shard may say nothing at all. */
    public LinkBuilder(Worker worker, Duration timeout, Duration silence) {
        this.worker = worker;
        this.timeout = timeout;
        this.silence = silence;
    }

    /** Adds a shard of this process. */
    public void local(ShardServer server) {
        add(HERE, server.connect(worker.rank()));
    }

    /** Adds a shard of the process that has that seat, over a connection whose greeting is over. */
    public void remote(int seat, Wire wire) {
        add(seat, new WireConduit(wire));
    }

    /** Lets shards of this machine share their tables with this worker, if all workers can. */
    public void share() {
        machine = ShardSharing.machine();
    }

    private void add(int seat, Conduit conduit) {
        ShardClient.Place place = new ShardClient.Place(shards.size(), seat, conduit);
        shards.add(new ShardClient(place, worker.epoch(), silence));
    }

    public ServerLink build() {
        LinkPump pump = new LinkPump(worker.rank(), shards, timeout);
        boolean remote = shards.stream().anyMatch(ShardClient::leavesProcess);
        return new CachedLink(new RemoteLink(worker, shards, pump, machine), remote);
    }

    /** Closes the connections of a link that is not made. */
    @Override
    public void close() {
        shards.forEach(ShardClient::close);
    }
}
