package dev.gradus.forecast;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What to do, in a sentence: where to stop, what the limit is, and what would move it.
 *
 * @param knee where to stop
 * @param sentence for people
 */
public record Advice(Forecast.Point knee, String sentence) {

    /** A change that is worth saying moves the knee, or the speedup there, by so much. */
    private static final double WORTH_SAYING = 1.15;

    /** One thing that could be different. */
    private record Change(String text, Work work, Cluster cluster, Machine machine) {

        Forecast.Point knee() {
            return Forecast.of(work, machine, cluster).knee();
        }
    }

    /** Advice for ranks that exchange at the end of their steps; {@code rounded}: whether they may send 16 bits. */
    public static Advice of(Work work, Machine machine, Cluster cluster, boolean rounded) {
        Forecast.Point knee = Forecast.of(work, machine, cluster).knee();
        StringBuilder text = new StringBuilder(stop(knee));
        if (knee.ranks() < Forecast.MOST_RANKS) {
            Forecast.Point beyond =
                    Forecast.of(work, machine, cluster).at(Math.min(Forecast.MOST_RANKS, knee.ranks() * 2));
            text.append("; ").append(limit(beyond, cluster, machine));
            for (Change change : changes(work, machine, cluster, beyond.limit(), rounded)) {
                Forecast.Point moved = change.knee();
                if (moved.speedup() > WORTH_SAYING * knee.speedup()) {
                    text.append("; ").append(change.text()).append(moved(knee, moved));
                    break;
                }
            }
        }
        return new Advice(knee, text.toString());
    }

    /** Advice for workers of servers. */
    public static Advice ofServers(Forecast forecast) {
        Forecast.Point knee = forecast.knee();
        String end = knee.ranks() == Forecast.MOST_RANKS
                ? ""
                : "; " + limit(forecast.at(Math.min(Forecast.MOST_RANKS, 2 * knee.ranks())));
        return new Advice(knee, stop(knee) + end);
    }

    private static String stop(Forecast.Point knee) {
        if (knee.ranks() == 1) {
            return "stay with 1 rank: more would gain less than they cost";
        }
        String many = knee.ranks() == Forecast.MOST_RANKS ? " ranks or more still pay" : " ranks";
        return (knee.ranks() == Forecast.MOST_RANKS ? "" : "stop at ")
                + knee.ranks()
                + many
                + String.format(
                        Locale.ROOT, ", %.1f times as fast (%.1f-%.1f)", knee.speedup(), knee.low(), knee.high());
    }

    private static String limit(Forecast.Point beyond, Cluster cluster, Machine machine) {
        if (cluster.sharedCores() && beyond.ranks() > machine.cores()) {
            return "this machine has " + machine.cores() + (machine.cores() == 1 ? " core" : " cores");
        }
        return limit(beyond);
    }

    private static String limit(Forecast.Point beyond) {
        String verb = beyond.limit() == Part.SHARDS || beyond.limit() == Part.CORES || beyond.limit() == Part.SERVER
                ? " are the limit"
                : " is the limit";
        return beyond.limit().text() + verb;
    }

    private static String moved(Forecast.Point knee, Forecast.Point moved) {
        return moved.ranks() == knee.ranks()
                ? String.format(Locale.ROOT, " would make that %.1f times", moved.speedup())
                : " would move it to " + moved.ranks() + String.format(Locale.ROOT, " (%.1f times)", moved.speedup());
    }

    /** What would help against a limit, the least trouble first. */
    private static List<Change> changes(Work work, Machine machine, Cluster cluster, Part limit, boolean rounded) {
        List<Change> changes = new ArrayList<>();
        if (limit == Part.SHARDS) {
            changes.add(new Change("4 times the virtual shards", work.finer(4), cluster, machine));
        }
        if (limit == Part.NETWORK && rounded) {
            List<Sum> halves = work.sums().stream().map(sum -> sum.times(0.5)).toList();
            changes.add(new Change("bf16 on the wire", work.with(halves), cluster, machine));
        }
        String larger = work.repeats() > 1 ? "4 times the steps between averages" : "4 times the batch";
        changes.add(new Change(larger, work.larger(4), cluster, machine));
        Network network = cluster.network();
        if (limit == Part.NETWORK && network != null) {
            Network faster = new Network(
                    network.name(), network.latency(), 10 * network.bytesPerSecond(), network.messageSeconds());
            Cluster better = new Cluster(faster, cluster.sharedCores());
            changes.add(new Change("10 times the bandwidth", work, better, machine));
        }
        return changes;
    }
}
