package dev.gradus.forecast;

import java.util.EnumMap;
import java.util.Map;

/**
 * Workers that pull what a step touches from servers and push what they change, without waiting for each other.
 *
 * <p>A worker computes a whole step by itself, while what its next step needs is pulled: a turn takes the longer of
 * computing and of moving its bytes over its own connection, and then its time in the queues of the servers. These are
 * one station with {@code S} times a server's speed in a closed network of {@code W} customers, whose exact mean values
 * follow one customer after the other: {@code R(w) = D (1 + Q(w - 1))}, {@code X(w) = w / (Z + R(w))}, {@code Q(w) =
 * X(w) R(w)}.
 *
 * @param bytesPerSecond what one server can take in and give out, computing included
 * @param ranksPerServer workers for each server
 */
public record ServerQueue(double bytesPerSecond, double ranksPerServer) {

    /** For jobs whose servers cannot be measured: 17,000 pulls a second of 3,900 floats, as docs/servers.md has it. */
    public static final double DEFAULT_BYTES_PER_SECOND = 17_000.0 * 3_900 * 4;

    public static final double DEFAULT_RANKS_PER_SERVER = 4;

    public ServerQueue {
        if (!(bytesPerSecond > 0) || !(ranksPerServer > 0)) {
            throw new IllegalArgumentException(
                    "servers cannot be: bytesPerSecond=" + bytesPerSecond + ", ranksPerServer=" + ranksPerServer);
        }
    }

    public static ServerQueue usual() {
        return new ServerQueue(DEFAULT_BYTES_PER_SECOND, DEFAULT_RANKS_PER_SERVER);
    }

    public int servers(int ranks) {
        return (int) Math.max(1, Math.ceil(ranks / ranksPerServer));
    }

    /** The time of one turn of each of so many workers. */
    public StepTime turn(Work work, int ranks, Machine machine, Cluster cluster) {
        double bytes = 2 * work.sums().stream().mapToDouble(Sum::alone).sum();
        double alone = work.alone();
        double slowed = alone * cluster.slowdown(ranks, machine);
        Network network = cluster.network();
        double latency = network == null ? 2 * machine.sums().fixed() : 4 * network.latency();
        double wire = network == null ? machine.sums().each() * bytes : bytes / network.bytesPerSecond();
        double serverSpeed = network == null ? bytesPerSecond : Math.min(bytesPerSecond, network.bytesPerSecond());
        double exposed = Math.max(0, latency + wire - slowed);
        double demand = bytes / (serverSpeed * servers(ranks));
        Map<Part, Double> parts = new EnumMap<>(Part.class);
        parts.put(Part.COMPUTE, work.repeats() * work.compute().each() * work.units());
        parts.put(Part.SERIAL, work.repeats() * work.compute().fixed());
        parts.put(Part.CORES, slowed - alone);
        parts.put(Part.LATENCY, exposed * latency / Math.max(latency + wire, Double.MIN_NORMAL));
        parts.put(Part.NETWORK, exposed * wire / Math.max(latency + wire, Double.MIN_NORMAL));
        parts.put(Part.SERVER, response(demand, slowed + exposed, ranks));
        if (cluster.sharedCores()) {
            // Servers compute too, on the same cores: nobody's turn can be shorter than all cores need for everybody's.
            double needed = ranks * (alone + bytes / bytesPerSecond) / machine.cores();
            double more = needed - StepTime.of(parts).seconds();
            parts.merge(Part.CORES, Math.max(0, more), Double::sum);
        }
        return StepTime.of(parts);
    }

    /** Mean seconds in the queue of a station, with so many customers that think in between. */
    static double response(double demand, double think, int customers) {
        double queue = 0;
        double response = demand;
        for (int i = 1; i <= customers; i++) {
            response = demand * (1 + queue);
            queue = i * response / (think + response);
        }
        return response;
    }
}
