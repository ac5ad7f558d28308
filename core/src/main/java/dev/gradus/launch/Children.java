package dev.gradus.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.job.Job;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * The processes that a launcher started. None outlives it: closing ends them by handle, a hook does so when this
 * process is told to stop, and when it is killed they see the end of their connection.
 */
final class Children implements RankProcesses, AutoCloseable {

    private static final Duration FAREWELL = Duration.ofSeconds(3);

    /** What every JDK 17 prints about the Vector API; it is no news. */
    private static final String INCUBATOR = "WARNING: Using incubator modules: jdk.incubator.vector";

    /** What tells native libraries how many threads to compute with; they read it when they are loaded. */
    private static final String THREADS = "OMP_NUM_THREADS";

    private final RunObserver observer;
    private final int threads;
    private final Map<Integer, Process> processes = new ConcurrentHashMap<>();
    private final List<Thread> readers = new ArrayList<>();
    private final Thread hook = new Thread(() -> processes.values().forEach(Process::destroyForcibly), "end-children");

    /** {@code threads} are those that each of them computes with. */
    Children(RunObserver observer, int threads) {
        this.observer = observer;
        this.threads = threads;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** The command of one rank: the caller's, with this rank's share of the memory and its way to join. */
    static List<String> command(Job job, Launcher.Surroundings surroundings, InetSocketAddress address, int rank) {
        List<String> command = new ArrayList<>(surroundings.workerCommand());
        String heap = job.get(JobKeys.LAUNCH_HEAP);
        // Right after the java executable, before anything that names classes.
        command.add(
                1,
                "-Xmx" + (heap.isEmpty() ? shareOfMemory(job.integer(JobKeys.RANKS) + JobKeys.ownShards(job)) : heap));
        command.add("--join");
        command.add(address.getHostString() + ":" + address.getPort());
        command.add("--rank");
        command.add(Integer.toString(rank));
        return command;
    }

    private static String shareOfMemory(int ranks) {
        long total =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : Runtime.getRuntime().maxMemory() * 4;
        return Math.max(128, total / 1_048_576 * 6 / 10 / ranks) + "m";
    }

    void start(int rank, List<String> command, Secret secret) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put(SecretSource.VARIABLE, secret.text());
        builder.environment().put(THREADS, Integer.toString(threads));
        Process process = builder.start();
        processes.put(rank, process);
        Thread reader = new Thread(() -> forward(rank, process), "output-of-rank-" + rank);
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private void forward(int rank, Process process) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.equals(INCUBATOR)) {
                    observer.log(rank, line);
                }
            }
        } catch (IOException e) {
            observer.log(rank, "output cannot be read any more: " + e.getMessage());
        }
    }

    @Override
    public Optional<String> ended(int rank) {
        Process process = processes.get(rank);
        if (process == null || process.isAlive()) {
            return Optional.empty();
        }
        int code = process.exitValue();
        return Optional.of(
                code > 128 ? "its process was killed: signal=" + (code - 128) : "its process ended: exit code=" + code);
    }

    @Override
    public void end(int rank) {
        Process process = processes.get(rank);
        if (process != null) {
            process.destroyForcibly();
        }
    }

    /** Ends what still runs: politely first, so that a rank can say its last words, then by force. */
    @Override
    public void close() {
        long deadline = System.nanoTime() + FAREWELL.toNanos();
        try {
            for (Process process : processes.values()) {
                if (!process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                }
            }
            for (Thread reader : readers) {
                reader.join(1000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            processes.values().forEach(Process::destroyForcibly);
            removeHook();
        }
    }

    private void removeHook() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is stopping already and the hook is running: that is what it is for.
            return;
        }
    }
}
