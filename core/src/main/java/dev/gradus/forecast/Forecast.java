package dev.gradus.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * What so many ranks would gain by one strategy on one cluster, and how sure that is.
 *
 * <p>Speedup is samples per second over those of one rank that exchanges nothing. The <em>knee</em> is the number of
 * ranks at which speedup times efficiency is largest: up to there each rank brings more than it costs the others
 * (Eager, Zahorjan, Lazowska: Speedup versus efficiency in parallel systems, 1989).
 */
public final class Forecast {

    public static final int MOST_RANKS = 1024;

    /** What formulas cannot know, for every doubling of the ranks beyond those that were measured. */
    private static final double ERROR_A_DOUBLING = 0.03;

    /** The least that a forecast can be wrong by: runs of the same job on an idle machine differ by as much. */
    private static final double LEAST_ERROR = 0.05;

    private final String strategy;
    private final Machine machine;
    private final double samplesPerSecondAlone;
    private final IntFunction<StepTime> steps;
    private final IntFunction<Double> samples;
    private final double computeError;
    private final double exchangeError;

    private Forecast(
            String strategy, Work work, Machine machine, IntFunction<StepTime> steps, IntFunction<Double> samples) {
        this.strategy = strategy;
        this.machine = machine;
        this.samplesPerSecondAlone = work.samples(1) / work.alone();
        this.steps = steps;
        this.samples = samples;
        this.computeError = work.compute().error();
        this.exchangeError = Math.max(machine.sums().error(), 0.1);
    }

    /** Ranks that exchange at the end of their steps, against one rank alone. */
    public static Forecast of(Work work, Machine machine, Cluster cluster) {
        return new Forecast(
                work.strategy(), work, machine, ranks -> StepTime.of(work, ranks, machine, cluster), work::samples);
    }

    /** Workers that talk to servers. */
    public static Forecast ofServers(Work work, Machine machine, Cluster cluster, ServerQueue servers) {
        return new Forecast(
                "server",
                work,
                machine,
                ranks -> servers.turn(work, ranks, machine, cluster),
                ranks -> work.samples(1) * ranks);
    }

    /**
     * The forecast for one number of ranks.
     *
     * @param low the speedup that it may fall to, {@code high} what it may rise to
     * @param bottleneck what most of the time goes to
     * @param limit what most of the time goes to that is not a rank's share of the work
     */
    public record Point(
            int ranks,
            double samplesPerSecond,
            double speedup,
            double low,
            double high,
            double efficiency,
            Part bottleneck,
            Part limit,
            StepTime step) {

        public double seconds(double samples) {
            return samples / samplesPerSecond;
        }

        /** What so many samples cost at a price for each rank and hour. */
        public double cost(double samples, double pricePerRankHour) {
            return seconds(samples) / 3600 * ranks * pricePerRankHour;
        }
    }

    public String strategy() {
        return strategy;
    }

    public Point at(int ranks) {
        StepTime step = steps.apply(ranks);
        double speed = samples.apply(ranks) / step.seconds();
        double speedup = speed / samplesPerSecondAlone;
        double error = ranks == 1 ? 0 : error(step, ranks);
        return new Point(
                ranks,
                speed,
                speedup,
                speedup / (1 + error),
                speedup * (1 + error),
                speedup / ranks,
                step.bottleneck(),
                step.limit(),
                step);
    }

    /** Relative: what was measured badly, what is far from what was measured, and what others did meanwhile. */
    private double error(StepTime step, int ranks) {
        double doublings = Math.log(ranks) / Math.log(2) - 1;
        return LEAST_ERROR
                + computeError
                + exchangeError * step.exchangeShare()
                + ERROR_A_DOUBLING * Math.max(0, doublings)
                + machine.busy();
    }

    /** 1, 2, 4 and so on. */
    public List<Point> doublings() {
        List<Point> points = new ArrayList<>();
        for (int ranks = 1; ranks <= MOST_RANKS; ranks *= 2) {
            points.add(at(ranks));
        }
        return points;
    }

    /** The number of ranks beyond which each costs more than it brings. */
    public Point knee() {
        Point best = at(1);
        for (int ranks = 2; ranks <= MOST_RANKS; ranks++) {
            Point point = at(ranks);
            best = point.speedup() * point.efficiency() > best.speedup() * best.efficiency() ? point : best;
        }
        return best;
    }
}
