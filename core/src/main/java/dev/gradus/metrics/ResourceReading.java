package dev.gradus.metrics;

import java.util.ArrayList;
import java.util.List;

/**
 * What a process and its machine used over a short stretch of a run: a line of {@code metrics.jsonl}. What the system
 * does not tell is NaN, and its cores are none.
 *
 * @param rank the lowest rank of the process
 * @param process which process, the same name as in the report of its ranks
 * @param seconds wall time from the start of the clock to the end of the stretch; unlike the clock it goes on during
 *     evaluations
 * @param cpuPercent CPU of the process; 100 is one core
 * @param cores how busy each core of the machine was, with all that runs on it, in percent
 * @param gcPercent share of the time in which the garbage collector had stopped the process
 * @param networkReceivedBytesPerSecond of the whole machine, without its loopback
 * @param networkSentBytesPerSecond of the whole machine, without its loopback
 * @param loopbackBytesPerSecond of the whole machine
 */
public record ResourceReading(
        int rank,
        String process,
        double seconds,
        double cpuPercent,
        List<?> cores,
        double residentBytes,
        double heapBytes,
        double gcPercent,
        double diskReadBytesPerSecond,
        double diskWrittenBytesPerSecond,
        double networkReceivedBytesPerSecond,
        double networkSentBytesPerSecond,
        double loopbackBytesPerSecond) {

    public ResourceReading {
        // Readings also come out of files and messages, where anything may stand.
        cores = cores.stream()
                .map(core -> core instanceof Number number ? number.doubleValue() : Double.NaN)
                .toList();
    }

    /** The stretch between two readings of the counters. */
    static ResourceReading between(SystemCounters before, SystemCounters after, int rank, double seconds) {
        double span = Math.max(1, after.nanoTime() - before.nanoTime()) / 1e9;
        return new ResourceReading(
                rank,
                ProcessMeter.processName(),
                rounded(seconds),
                rounded(rate(before.cpuNanos(), after.cpuNanos(), span) / 1e7),
                cores(before.cores(), after.cores()),
                known(after.residentBytes()),
                after.heapBytes(),
                rounded(rate(before.pauseNanos(), after.pauseNanos(), span) / 1e7),
                rounded(rate(before.diskReadBytes(), after.diskReadBytes(), span)),
                rounded(rate(before.diskWrittenBytes(), after.diskWrittenBytes(), span)),
                rounded(rate(before.receivedBytes(), after.receivedBytes(), span)),
                rounded(rate(before.sentBytes(), after.sentBytes(), span)),
                rounded(rate(before.loopbackBytes(), after.loopbackBytes(), span)));
    }

    private static double known(long figure) {
        return figure == SystemCounters.UNKNOWN ? Double.NaN : figure;
    }

    private static double rate(long before, long after, double span) {
        boolean unknown = before == SystemCounters.UNKNOWN || after == SystemCounters.UNKNOWN;
        // Counters of a network that went away, such as a closed tunnel, fall.
        return unknown ? Double.NaN : Math.max(0, after - before) / span;
    }

    private static List<Double> cores(List<SystemCounters.Core> before, List<SystemCounters.Core> after) {
        List<Double> busy = new ArrayList<>();
        for (int i = 0; i < Math.min(before.size(), after.size()); i++) {
            long total = after.get(i).totalTicks() - before.get(i).totalTicks();
            long ticks = after.get(i).busyTicks() - before.get(i).busyTicks();
            busy.add(total <= 0 ? 0 : rounded(Math.max(0, Math.min(100, 100.0 * ticks / total))));
        }
        return busy;
    }

    /** Three digits after the point: lines are for charts, and there are many. */
    private static double rounded(double value) {
        return Double.isNaN(value) ? value : Math.round(value * 1000) / 1000.0;
    }
}
