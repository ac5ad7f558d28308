package dev.gradus.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What most of a run's time went to, from the reports of its ranks.
 *
 * <p>The mean rank's time is divided into four parts. <em>Network</em> is moving bytes, over whatever kind of link, and
 * the waiting that even the least waiting rank had. <em>Waiting</em> is what ranks waited beyond that, which is time
 * lost to slower ranks. <em>Disk</em> is what was booked to it. The rest is computing, which counts as
 *
 * <ul>
 *   <li><em>disk</em>, if the processes had the CPU for less than half of it and read or wrote at more than 10 MB/s
 *       meanwhile: rows that come from a mapped file block without a word;
 *   <li><em>memory</em>, if rows were read at more than 60 % of the speed at which the rank's probe read memory;
 *   <li><em>cpu</em> otherwise.
 * </ul>
 *
 * @param kind the largest part: cpu, memory, disk, network or waiting
 * @param shares all five, which add up to 1 unless no time was booked at all
 */
public record Bottleneck(String kind, Map<String, Double> shares) {

    public static final String CPU = "cpu";
    public static final String MEMORY = "memory";
    public static final String DISK = "disk";
    public static final String NETWORK = "network";
    public static final String WAITING = "waiting";

    /** Compute that reads rows at this share of what memory delivers is limited by memory. */
    private static final double MEMORY_BOUND = 0.6;

    /** Compute that had the CPU for a smaller share of its time was blocked. */
    private static final double BLOCKED = 0.5;

    /** Disk traffic beside blocked compute from which on it is the reason: far above logs, far below any disk. */
    private static final double DISK_BYTES_PER_SECOND = 10e6;

    public Bottleneck {
        shares = Collections.unmodifiableMap(new LinkedHashMap<>(shares));
    }

    public static Bottleneck of(List<RankReport> reports) {
        // A rank that is throttled plays one that computes for longer.
        double compute = mean(reports, RankReport::computeSeconds)
                + mean(reports, RankReport::gcSeconds)
                + mean(reports, RankReport::throttleSeconds);
        double wait = mean(reports, RankReport::waitSeconds);
        // All ranks wait for messages on their way; what some wait longer than others is time lost to slow peers.
        double latency =
                reports.stream().mapToDouble(RankReport::waitSeconds).min().orElse(0);
        Map<String, Double> seconds = new LinkedHashMap<>();
        List.of(CPU, MEMORY, DISK, NETWORK, WAITING).forEach(kind -> seconds.put(kind, 0.0));
        seconds.put(DISK, mean(reports, RankReport::diskSeconds));
        seconds.put(NETWORK, mean(reports, RankReport::exchangeSeconds) - wait + latency);
        seconds.put(WAITING, wait - latency);
        seconds.merge(computing(reports), compute, Double::sum);
        return of(seconds);
    }

    private static Bottleneck of(Map<String, Double> seconds) {
        double total =
                seconds.values().stream().mapToDouble(Double::doubleValue).sum();
        String most = CPU;
        for (Map.Entry<String, Double> part : seconds.entrySet()) {
            most = part.getValue() > seconds.getOrDefault(most, 0.0) ? part.getKey() : most;
        }
        seconds.replaceAll((kind, value) -> total > 0 ? value / total : 0.0);
        return new Bottleneck(most, seconds);
    }

    /** What computing stood for. */
    private static String computing(List<RankReport> reports) {
        if (blockedByDisk(reports)) {
            return DISK;
        }
        double delivered = mean(reports, RankReport::memoryBytesPerSecond);
        // Rows that the probe cannot read, such as bytes of images, leave it without a speed to compare with.
        boolean bound = delivered > 0 && mean(reports, RankReport::dataBytesPerSecond) > MEMORY_BOUND * delivered;
        return bound ? MEMORY : CPU;
    }

    private static boolean blockedByDisk(List<RankReport> reports) {
        double compute =
                reports.stream().mapToDouble(RankReport::computeSeconds).sum();
        double cpu = 0;
        double bytes = 0;
        for (RankReport process : RunSummary.processes(reports)) {
            cpu += process.cpuSeconds();
            bytes += process.diskBytes();
        }
        double seconds = mean(reports, RankReport::seconds);
        // A system that does not tell CPU time says 0, which is no sign of anything.
        return cpu > 0 && cpu < BLOCKED * compute && bytes > DISK_BYTES_PER_SECOND * seconds;
    }

    private static double mean(List<RankReport> reports, ToDoubleFunction<RankReport> figure) {
        return reports.stream().mapToDouble(figure).average().orElse(0);
    }
}
