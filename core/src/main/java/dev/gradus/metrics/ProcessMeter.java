package dev.gradus.metrics;

import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * What the operating system knows of this process: CPU time, memory, disk. Zero where it does not say, and a
 * {@link SystemSource} does not either.
 */
public final class ProcessMeter {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path IO = Path.of("/proc/self/io");

    private static final String NAME =
            ProcessHandle.current().pid() + "-" + UUID.randomUUID().toString().substring(0, 8);

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** The most physical memory that a source has told of. */
    private static final LongAccumulator resident = new LongAccumulator(Math::max, 0);

    private ProcessMeter() {}

    /** Counters of this process since it started; subtract two readings to get a stretch. */
    public record Reading(long cpuNanos, long diskBytes, long pauseNanos) {

        public static final Reading NONE = new Reading(0, 0, 0);

        public Reading plus(Reading other) {
            return new Reading(cpuNanos + other.cpuNanos, diskBytes + other.diskBytes, pauseNanos + other.pauseNanos);
        }

        public Reading minus(Reading before) {
            return new Reading(
                    cpuNanos - before.cpuNanos, diskBytes - before.diskBytes, pauseNanos - before.pauseNanos);
        }
    }

    /** What tells this process from all others, also from one of the same number on another machine. */
    public static String processName() {
        return NAME;
    }

    public static Reading read() {
        return SystemSources.chosen()
                .map(SystemSource::read)
                .map(ProcessMeter::reading)
                .orElseGet(() ->
                        new Reading(cpuNanos(), field(IO, "read_bytes:") + field(IO, "write_bytes:"), pauseNanos()));
    }

    /** What a source tells; memory is noted on the way, because a source has no peak. */
    private static Reading reading(SystemCounters now) {
        resident.accumulate(now.residentBytes());
        long diskBytes = Math.max(0, now.diskReadBytes()) + Math.max(0, now.diskWrittenBytes());
        return new Reading(now.cpuNanos(), diskBytes, now.pauseNanos());
    }

    /** The most physical memory the process ever held; where only a source tells, the most that was seen. */
    public static long peakMemoryBytes() {
        if (SystemSources.chosen().isPresent()) {
            resident.accumulate(SystemCounters.read().residentBytes());
            return Math.max(0, resident.get());
        }
        long kilobytes = field(STATUS, "VmHWM:");
        return kilobytes > 0 ? kilobytes * 1024 : Runtime.getRuntime().totalMemory();
    }

    static long cpuNanos() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getProcessCpuTime()
                : 0;
    }

    /** For how long the calling thread has had a core since it started; the clock where nobody tells. */
    public static long ownCpuNanos() {
        return THREADS.isCurrentThreadCpuTimeSupported() ? THREADS.getCurrentThreadCpuTime() : System.nanoTime();
    }

    static long pauseNanos() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                        .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                        .filter(millis -> millis > 0)
                        .sum()
                * 1_000_000;
    }

    private static long field(Path file, String name) {
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith(name)) {
                    return Long.parseLong(
                            line.substring(name.length()).replace("kB", "").strip());
                }
            }
            return 0;
        } catch (IOException e) {
            // Not Linux, or a sandbox that hides /proc: the figure is unknown, which is no reason to fail a run.
            return 0;
        }
    }
}
