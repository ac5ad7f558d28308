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
        Double exact = points.get(busyCores);
        if (exact != null) {
            return exact;
        }
        Integer above = points.higherKey(busyCores);
        Integer right = above == null ? points.lastKey() : above;
        Integer left = points.lowerKey(right);
        if (left == null) {
            return 1; // nothing but the rank that is alone was measured
        }
        double slope = (points.get(right) - points.get(left)) / (right - left);
        return points.get(left) + slope * (busyCores - left);
    }
}
