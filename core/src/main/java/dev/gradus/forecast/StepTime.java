package dev.gradus.forecast;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Where the time of one step goes, by closed formulas.
 *
 * <ul>
 *   <li>{@code COMPUTE}: a rank's share of the samples, {@code repeats * each * units / n};
 *   <li>{@code SERIAL}: what every rank does whatever its share, {@code repeats * fixed};
 *   <li>{@code SHARDS}: what whole units make the fullest rank do beyond its share;
 *   <li>{@code CORES}: what ranks of one machine slow each other by;
 *   <li>{@code WAITING}: what the slowest of {@code n} ranks takes beyond the mean ({@link Jitter#most});
 *   <li>{@code LATENCY}, {@code NETWORK}: exchange that computing does not hide ({@link SumTime}).
 * </ul>
 */
public final class StepTime {

    private final Map<Part, Double> seconds = new EnumMap<>(Part.class);

    private StepTime() {}

    /** A step of ranks that exchange at its end. */
    public static StepTime of(Work work, int ranks, Machine machine, Cluster cluster) {
        StepTime step = new StepTime();
        double each = work.repeats() * work.compute().each();
        step.seconds.put(Part.COMPUTE, each * work.share(ranks));
        step.seconds.put(Part.SERIAL, work.repeats() * work.compute().fixed());
        step.seconds.put(Part.SHARDS, each * (work.most(ranks) - work.share(ranks)));
        double alone = step.seconds();
        step.seconds.put(Part.CORES, alone * (cluster.slowdown(ranks, machine) - 1));
        // Turns between two exchanges even out what single ones vary by.
        double most = 1 + (machine.jitter().most(ranks) - 1) / Math.sqrt(work.repeats());
        step.seconds.put(Part.WAITING, work.sums().isEmpty() ? 0 : step.seconds() * (most - 1));
        step.exchange(work.sums(), ranks, machine, cluster);
        return step;
    }

    /** Sums begin in their order, each when it may and the one before is over; what outlasts computing is exposed. */
    private void exchange(List<Sum> sums, int ranks, Machine machine, Cluster cluster) {
        double hiding = cluster.hiding(ranks, machine);
        double end = Double.NEGATIVE_INFINITY;
        SumTime all = SumTime.NONE;
        for (Sum sum : sums) {
            SumTime time = cluster.seconds(sum, ranks, machine);
            all = all.plus(time);
            end = Math.max(end, -hiding * sum.early()) + time.seconds();
        }
        double exposed = Math.max(0, end);
        SumTime shown = all.seconds() > 0 ? all.times(exposed / all.seconds()) : SumTime.NONE;
        seconds.put(Part.LATENCY, shown.latency());
        seconds.put(Part.NETWORK, shown.transfer());
    }

    /** A step that spends its time so. */
    static StepTime of(Map<Part, Double> parts) {
        StepTime step = new StepTime();
        step.seconds.putAll(parts);
        return step;
    }

    public double seconds() {
        return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    public double seconds(Part part) {
        return seconds.getOrDefault(part, 0.0);
    }

    /** The share of a part in the whole. */
    public double share(Part part) {
        double all = seconds();
        return all > 0 ? seconds(part) / all : 0;
    }

    /** The share of what distributing costs. */
    public double exchangeShare() {
        return share(Part.LATENCY) + share(Part.NETWORK) + share(Part.WAITING) + share(Part.SERVER);
    }

    /** What takes most of the time. */
    public Part bottleneck() {
        Part most = Part.COMPUTE;
        for (Part part : Part.values()) {
            most = seconds(part) > seconds(most) ? part : most;
        }
        return most;
    }

    /** What takes most of the time that computing its share would not take. */
    public Part limit() {
        Part most = Part.SERIAL;
        for (Part part : Part.values()) {
            most = part != Part.COMPUTE && seconds(part) > seconds(most) ? part : most;
        }
        return most;
    }
}
