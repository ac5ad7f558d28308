package dev.gradus.forecast;

import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * What was measured of this machine.
 *
 * @param cores those that ranks can use
 * @param slowdowns by busy cores: how many times as long a rank computes as it does alone
 * @param sums seconds of one sum between two ranks of this machine, by the bytes that each sends
 * @param jitter how steps of one rank vary
 * @param busy share of the cores that others used meanwhile
 */
public record Machine(int cores, Map<Integer, Double> slowdowns, Cost sums, Jitter jitter, double busy) {

    public Machine {
        slowdowns = Map.copyOf(slowdowns);
        if (cores < 1 || !(busy >= 0)) {
            throw new IllegalArgumentException("machine cannot be: cores=" + cores + ", busy=" + busy);
        }
    }

    /**
     * How many times as long a rank computes while so many share this machine: between measured numbers on a straight
     * line, beyond them on the last one; ranks without a core wait for their turn.
     */
    public double slowdown(int ranks) {
        int busyCores = Math.min(ranks, cores);
        double shared = Math.max(1, interpolate(busyCores));
        return ranks <= cores ? shared : shared * ranks / cores;
    }

    private double interpolate(int busyCores) {
        NavigableMap<Integer, Double> points = new TreeMap<>(slowdowns);
        points.put(1, 1.0);
        // The line goes through the last point at or below and the first one above, or through the last two.
        Map.Entry<Integer, Double> right = points.higherEntry(busyCores);
        right = right == null ? points.lastEntry() : right;
        Map.Entry<Integer, Double> left = points.lowerEntry(right.getKey());
        if (left == null) {
            return 1; // nothing but the rank that is alone was measured
        }
        double slope = (right.getValue() - left.getValue()) / (right.getKey() - left.getKey());
        return left.getValue() + slope * (busyCores - left.getKey());
    }
}
