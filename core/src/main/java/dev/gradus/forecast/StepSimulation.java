package dev.gradus.forecast;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Plays steps of ranks that exchange at their end: every rank draws how long it computes, its buckets become ready on
 * the way, and each sum begins on a rank when its own bucket is ready and the sum before is over. A rank goes on to its
 * next step as soon as it has the last sum. Draws follow from the seed.
 */
public final class StepSimulation {

    private final Work work;
    private final int ranks;
    private final Machine machine;
    private final Cluster cluster;

    public StepSimulation(Work work, int ranks, Machine machine, Cluster cluster) {
        this.work = work;
        this.ranks = ranks;
        this.machine = machine;
        this.cluster = cluster;
    }

    /** The mean seconds of a step, over so many. */
    public double seconds(int steps, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] clock = new double[ranks];
        for (int step = 0; step < steps; step++) {
            clock = step(clock, random);
        }
        return Arrays.stream(clock).max().orElse(0) / steps;
    }

    private double[] step(double[] starts, SplittableRandom random) {
        double[] computed = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            computed[rank] = starts[rank] + compute(rank, random);
        }
        double hiding = cluster.hiding(ranks, machine);
        double[] summed = new double[ranks];
        Arrays.fill(summed, Double.NEGATIVE_INFINITY);
        for (Sum sum : work.sums()) {
            double[] ready = new double[ranks];
            for (int rank = 0; rank < ranks; rank++) {
                ready[rank] = Math.max(summed[rank], computed[rank] - hiding * sum.early());
            }
            summed = ranks == 1 ? ready : sum(sum, ready);
        }
        double[] ends = new double[ranks];
        for (int rank = 0; rank < ranks; rank++) {
            ends[rank] = Math.max(computed[rank], summed[rank]);
        }
        return ends;
    }

    /** Units are dealt as a job's virtual shards are: rank r has those from r V / n to (r + 1) V / n. */
    private double compute(int rank, SplittableRandom random) {
        int units = work.own()
                ? work.units()
                : (int) ((rank + 1L) * work.units() / ranks) - (int) ((long) rank * work.units() / ranks);
        double turn = work.compute().seconds(units) * cluster.slowdown(ranks, machine);
        // Turns between two exchanges even out what single ones vary by.
        return work.repeats() * turn * (1 + (machine.jitter().draw(random) - 1) / Math.sqrt(work.repeats()));
    }

    private double[] sum(Sum sum, double[] ready) {
        Network network = cluster.network();
        if (network == null) {
            return SumSimulation.meet(ready, SumTime.inside(sum, ranks, machine).seconds());
        }
        if (!sum.sparse()) {
            return SumSimulation.play(Algorithm.auto(sum.bytes(), ranks), sum.bytes(), ready, network);
        }
        double[] announced = ready;
        for (int meeting = 0; meeting < sum.meetings(); meeting++) {
            announced = SumSimulation.play(Algorithm.DIRECT, 0, announced, network);
        }
        // The announcements stand for the latency; what is left are the bytes, which every rank sends and receives.
        double transfer = sum.bytes(ranks) / network.bytesPerSecond();
        return SumSimulation.meet(announced, transfer);
    }
}
