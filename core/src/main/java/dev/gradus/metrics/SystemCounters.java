package dev.gradus.metrics;

import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.function.Predicate;

/**
 * What the system has counted so far, for this process and for its machine. Subtract two to get a stretch of time.
 * Linux tells all of it in {@code /proc}; elsewhere a {@link SystemSource} does. Without one the JDK tells CPU time,
 * heap and pauses of this process, and the rest is unknown: -1, or no cores.
 *
 * @param cpuNanos CPU time of this process
 * @param cores busy and total time of each core of the machine, in ticks
 * @param residentBytes physical memory of this process now
 * @param heapBytes heap in use now
 * @param pauseNanos pauses of the garbage collector
 * @param diskReadBytes what this process read from block devices
 * @param diskWrittenBytes what this process wrote to them
 * @param receivedBytes what the machine received over all networks but the loopback
 * @param sentBytes what the machine sent over them
 * @param loopbackBytes what the machine sent itself over the loopback
 */
public record SystemCounters(
        long nanoTime,
        long cpuNanos,
        List<Core> cores,
        long residentBytes,
        long heapBytes,
        long pauseNanos,
        long diskReadBytes,
        long diskWrittenBytes,
        long receivedBytes,
        long sentBytes,
        long loopbackBytes) {

    /** Where the system lists what it knows. */
    static final Path PROC = Path.of("/proc");

    /** What stands for a figure that the system does not tell. */
    static final long UNKNOWN = -1;

    /** A core's time since the machine started: how much of it was busy, and all of it. */
    public record Core(long busyTicks, long totalTicks) {}

    /** What this process read from block devices and wrote to them. */
    public record Disk(long readBytes, long writtenBytes) {}

    /** What the machine received and sent over all networks but the loopback, and over that one. */
    public record Network(long received, long sent, long loopback) {}

    public SystemCounters {
        cores = List.copyOf(cores);
    }

    /** What is counted now. */
    public static SystemCounters read() {
        return SystemSources.chosen().map(SystemSource::read).orElseGet(() -> read(PROC));
    }

    /** What a source knows, with what the JDK knows of this process. */
    public static SystemCounters of(List<Core> cores, long residentBytes, Disk disk, Network network) {
        return new SystemCounters(
                System.nanoTime(),
                ProcessMeter.cpuNanos(),
                cores,
                residentBytes,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                ProcessMeter.pauseNanos(),
                disk.readBytes(),
                disk.writtenBytes(),
                network.received(),
                network.sent(),
                network.loopback());
    }

    /** From another folder than {@code /proc}, for tests. */
    static SystemCounters read(Path proc) {
        List<String> io = lines(proc.resolve("self/io"));
        Network network = network(lines(proc.resolve("net/dev")));
        long kilobytes = field(lines(proc.resolve("self/status")), "VmRSS:");
        return of(
                cores(lines(proc.resolve("stat"), line -> line.startsWith("cpu"))),
                kilobytes == UNKNOWN ? UNKNOWN : kilobytes * 1024,
                new Disk(field(io, "read_bytes:"), field(io, "write_bytes:")),
                network);
    }

    /** Which of the figures the system does not tell, in words for people. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        note(missing, cpuNanos <= 0, "CPU time");
        note(missing, cores.isEmpty(), "use of cores");
        note(missing, residentBytes == UNKNOWN, "resident memory");
        note(missing, diskReadBytes == UNKNOWN || diskWrittenBytes == UNKNOWN, "disk");
        note(missing, receivedBytes == UNKNOWN, "network");
        return missing;
    }

    private static void note(List<String> missing, boolean absent, String what) {
        if (absent) {
            missing.add(what);
        }
    }

    /** Lines like {@code cpu0 user nice system idle iowait irq softirq steal …}; idle and iowait are not busy. */
    private static List<Core> cores(List<String> lines) {
        List<Core> cores = new ArrayList<>();
        for (String line : lines) {
            String[] words = words(line);
            if (words.length < 6 || !words[0].startsWith("cpu") || words[0].equals("cpu")) {
                continue;
            }
            long total = 0;
            // Time of guests, from the ninth on, is part of user time already.
            for (int i = 1; i < Math.min(9, words.length); i++) {
                total += number(words[i]);
            }
            cores.add(new Core(total - number(words[4]) - number(words[5]), total));
        }
        return cores;
    }

    /** Lines like {@code eth0: received 7 others sent …}. */
    private static Network network(List<String> lines) {
        long received = 0;
        long sent = 0;
        long loopback = 0;
        for (String line : lines) {
            int colon = line.indexOf(':');
            String[] words = words(line.substring(colon + 1));
            if (colon < 0 || words.length < 9) {
                continue;
            }
            if (line.substring(0, colon).strip().equals("lo")) {
                loopback += number(words[8]);
            } else {
                received += number(words[0]);
                sent += number(words[8]);
            }
        }
        return lines.isEmpty() ? new Network(UNKNOWN, UNKNOWN, UNKNOWN) : new Network(received, sent, loopback);
    }

    private static long field(List<String> lines, String name) {
        for (String line : lines) {
            if (line.startsWith(name)) {
                return number(line.substring(name.length()).replace("kB", "").strip());
            }
        }
        return UNKNOWN;
    }

    /** Without a regular expression, which would take half of the time of a sample. */
    private static String[] words(String line) {
        StringTokenizer tokens = new StringTokenizer(line);
        String[] words = new String[tokens.countTokens()];
        for (int i = 0; i < words.length; i++) {
            words[i] = tokens.nextToken();
        }
        return words;
    }

    private static long number(String word) {
        try {
            return Long.parseLong(word);
        } catch (NumberFormatException e) {
            return 0; // a kernel that writes something else there; a run must not fail for it
        }
    }

    private static List<String> lines(Path file) {
        return lines(file, line -> true);
    }

    /**
     * Up to the first line that is not wanted: the counts of interrupts behind those of cores take most of a sample.
     */
    private static List<String> lines(Path file, Predicate<String> wanted) {
        List<String> lines = new ArrayList<>();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = reader.readLine(); line != null && wanted.test(line); line = reader.readLine()) {
                lines.add(line);
            }
            return lines;
        } catch (IOException e) {
            return List.of(); // not Linux, or a sandbox that hides it: the figures are unknown
        }
    }
}
