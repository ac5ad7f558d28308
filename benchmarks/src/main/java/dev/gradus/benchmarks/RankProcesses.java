package dev.gradus.benchmarks;

import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.launch.SecretSource;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** The ranks that a benchmark started. None outlives it: they are ended by handle when it is closed or told to stop. */
final class RankProcesses implements AutoCloseable {

    private static final Duration FAREWELL = Duration.ofSeconds(3);

    private final Secret secret;
    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final Thread hook = new Thread(this::destroy, "end-ranks");

    RankProcesses(Secret secret) {
        this.secret = secret;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a rank with the options and the class path of this JVM. */
    void start(InetSocketAddress address, int rank) throws IOException {
        start(address, rank, AllReduceRank.class);
    }

    /** Starts a process that runs that class. */
    void start(InetSocketAddress address, int rank, Class<?> main) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(
                address.getAddress().getHostAddress(), Integer.toString(address.getPort()), Integer.toString(rank)));
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD); // standard output is for the results alone
        builder.redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put(SecretSource.VARIABLE, secret.text());
        processes.add(builder.start());
    }

    void checkAlive() throws IOException {
        for (int rank = 0; rank < processes.size(); rank++) {
            if (!processes.get(rank).isAlive()) {
                throw new IOException("rank " + rank + " is lost: exit code="
                        + processes.get(rank).exitValue());
            }
        }
    }

    @Override
    public void close() {
        long deadline = System.nanoTime() + FAREWELL.toNanos();
        try {
            for (Process process : processes) {
                if (!process.waitFor(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            destroy();
            removeHook();
        }
    }

    private void destroy() {
        processes.forEach(Process::destroyForcibly);
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
