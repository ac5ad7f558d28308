package dev.gradus.forecast;

import java.util.List;

/**
 * What a strategy asks of ranks between two exchanges, which is its <em>step</em> here.
 *
 * @param strategy what it is called
 * @param units parts that a step is cut into, whole ones for each rank; with {@code own}, parts for <em>each</em> rank
 * @param own whether every rank brings a step's work of its own, so that steps grow with ranks
 * @param repeats how often a rank goes through its units before it exchanges
 * @param compute seconds that one such turn takes, by units
 * @param samplesPerUnit rows or words of a unit in one turn
 * @param sums what is exchanged then, in order; empty where nothing is
 */
public record Work(
        String strategy, int units, boolean own, double repeats, Cost compute, double samplesPerUnit, List<Sum> sums) {

    public Work {
        sums = List.copyOf(sums);
        if (units < 1 || !(repeats >= 1) || !(samplesPerUnit > 0)) {
            throw new IllegalArgumentException(
                    "work cannot be: units=" + units + ", repeats=" + repeats + ", samplesPerUnit=" + samplesPerUnit);
        }
    }

    /** Samples of a step of so many ranks together. */
    public double samples(int ranks) {
        return samplesPerUnit * units * repeats * (own ? ranks : 1);
    }

    /** Units of the rank that has most. */
    public int most(int ranks) {
        return own ? units : (units + ranks - 1) / ranks;
    }

    /** Units that each rank would have if they could be cut. */
    public double share(int ranks) {
        return own ? units : (double) units / ranks;
    }

    /** Seconds that one rank computes in a step, all alone. */
    public double alone() {
        return repeats * compute.seconds(units);
    }

    /** The same with other exchanges. */
    public Work with(List<Sum> others) {
        return new Work(strategy, units, own, repeats, compute, samplesPerUnit, others);
    }

    /** The same with so many times the samples in each unit, or turns where it averages. */
    public Work larger(double factor) {
        return repeats > 1
                ? new Work(strategy, units, own, repeats * factor, compute, samplesPerUnit, sums)
                : new Work(
                        strategy,
                        units,
                        own,
                        repeats,
                        new Cost(compute.fixed(), compute.each() * factor, compute.error()),
                        samplesPerUnit * factor,
                        sums);
    }

    /** The same cut into so many times the parts. */
    public Work finer(int factor) {
        return new Work(
                strategy,
                units * factor,
                own,
                repeats,
                new Cost(compute.fixed(), compute.each() / factor, compute.error()),
                samplesPerUnit / factor,
                sums);
    }
}
