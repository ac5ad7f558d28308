package dev.gradus.forecast;

import java.util.Arrays;

/**
 * Plays the messages of one sum. Every rank has a connection that sends one message after the other and one that
 * receives so; a message arrives a latency after it has left, or when the receiver has taken in those before.
 */
public final class SumSimulation {

    /** Pieces that go to an owner before one must come back, as in {@code OwnerSum}. */
    private static final int AHEAD = 6;

    private final Network network;
    private final int ranks;
    private final double[] outFree;
    private final double[] inFree;
    private long messages;

    private SumSimulation(Network network, int ranks) {
        this.network = network;
        this.ranks = ranks;
        this.outFree = new double[ranks];
        this.inFree = new double[ranks];
    }

    /** When each rank has the sum of a range of so many bytes, if it begins at its time in {@code starts}. */
    public static double[] play(Algorithm algorithm, double bytes, double[] starts, Network network) {
        return new SumSimulation(network, starts.length).play(algorithm, bytes, starts);
    }

    /** How many messages all ranks together send for the sum of a range of so many bytes. */
    public static long messages(Algorithm algorithm, double bytes, int ranks) {
        SumSimulation simulation = new SumSimulation(Network.preset("1gbit"), ranks);
        simulation.play(algorithm, bytes, new double[ranks]);
        return simulation.messages;
    }

    private double[] play(Algorithm algorithm, double bytes, double[] starts) {
        return switch (algorithm) {
            case DIRECT -> direct(bytes, starts);
            case DOUBLING -> doubling(bytes, starts);
            case OWNERS -> owners(bytes, starts);
            case RING -> ring(bytes, starts);
        };
    }

    /** Sends a message that is ready at a time, and returns when it has arrived. */
    private double send(int from, int to, double bytes, double at) {
        messages++;
        double wire = Math.max(network.messageSeconds(), bytes / network.bytesPerSecond());
        outFree[from] = Math.max(at, outFree[from]) + wire;
        inFree[to] = Math.max(outFree[from] + network.latency(), inFree[to] + wire);
        return inFree[to];
    }

    private double[] direct(double bytes, double[] starts) {
        double[] done = starts.clone();
        for (int distance = 1; distance < ranks; distance++) {
            for (int rank = 0; rank < ranks; rank++) {
                int peer = (rank + distance) % ranks;
                done[peer] = Math.max(done[peer], send(rank, peer, bytes, starts[rank]));
            }
        }
        return done;
    }

    private double[] doubling(double bytes, double[] starts) {
        if (Integer.bitCount(ranks) != 1) {
            throw new IllegalArgumentException("ranks are no power of two: ranks=" + ranks);
        }
        double[] now = starts.clone();
        for (int distance = 1; distance < ranks; distance *= 2) {
            double[] next = now.clone();
            for (int rank = 0; rank < ranks; rank++) {
                int peer = rank ^ distance;
                next[peer] = Math.max(next[peer], send(rank, peer, bytes, now[rank]));
            }
            now = next;
        }
        return now;
    }

    private double[] owners(double bytes, double[] starts) {
        int pieces = Algorithm.pieces(bytes, ranks);
        double piece = bytes / ranks / pieces;
        double[][] terms = new double[pieces][];
        for (int i = 0; i < Math.min(AHEAD, pieces); i++) {
            terms[i] = sendToAll(piece, starts, starts);
        }
        double[] done = starts.clone();
        for (int i = 0; i < pieces; i++) {
            done = sendToAll(piece, terms[i], done);
            if (i + AHEAD < pieces) {
                terms[i + AHEAD] = sendToAll(piece, terms[i], starts);
            }
        }
        return done;
    }

    /** Every rank sends a message to every other; when each has those of all, and not before its time in least. */
    private double[] sendToAll(double bytes, double[] at, double[] least) {
        double[] all = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            all[rank] = Math.max(at[rank], least[rank]);
        }
        for (int distance = 1; distance < ranks; distance++) {
            for (int rank = 0; rank < ranks; rank++) {
                int peer = (rank + distance) % ranks;
                all[peer] = Math.max(all[peer], send(rank, peer, bytes, at[rank]));
            }
        }
        return all;
    }

    private double[] ring(double bytes, double[] starts) {
        double[] now = starts.clone();
        for (int turn = 0; turn < 2 * (ranks - 1); turn++) {
            double[] next = new double[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                int peer = (rank + 1) % ranks;
                next[peer] = Math.max(now[peer], send(rank, peer, bytes / ranks, now[rank]));
            }
            now = next;
        }
        return now;
    }

    /** When each rank leaves a meeting of all that costs so many seconds after the last has come. */
    static double[] meet(double[] starts, double seconds) {
        double[] done = new double[starts.length];
        Arrays.fill(done, Arrays.stream(starts).max().orElse(0) + seconds);
        return done;
    }
}
