package dev.gradus.forecast;

import org.jspecify.annotations.Nullable;

/**
 * Where ranks are.
 *
 * @param network what they talk over; null where they share the memory of this machine
 * @param sharedCores whether all of them compute on this machine, rather than each on one like it
 */
public record Cluster(@Nullable Network network, boolean sharedCores) {

    /** Ranks of this machine. */
    public static Cluster thisMachine() {
        return new Cluster(null, true);
    }

    /** A rank on each of many machines like this. */
    public static Cluster of(Network network) {
        return new Cluster(network, false);
    }

    public String name() {
        return network == null ? Network.THIS_MACHINE : network.name();
    }

    SumTime seconds(Sum sum, int ranks, Machine machine) {
        return network == null ? SumTime.inside(sum, ranks, machine) : SumTime.of(sum, ranks, network);
    }

    /** How many times as long a rank computes as it does alone. */
    double slowdown(int ranks, Machine machine) {
        return sharedCores ? machine.slowdown(ranks) : 1;
    }

    /**
     * Which part of the time that is left to compute hides sums: all where a core is free to move them, half where the
     * thread that moves them and the one that computes take turns on one. Sums of this machine were measured as what
     * outlasts computing.
     */
    double hiding(int ranks, Machine machine) {
        if (network == null) {
            return 0;
        }
        return sharedCores && 2 * ranks > machine.cores() ? 0.5 : 1;
    }
}
