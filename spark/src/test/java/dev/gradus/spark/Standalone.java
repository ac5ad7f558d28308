package dev.gradus.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.launcher.JavaModuleOptions;

/** A standalone cluster on loopback: a master and its workers, each a process as a release of Spark starts it. */
final class Standalone implements AutoCloseable {

    private static final long DEADLINE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final Pattern ADDRESS = Pattern.compile("Starting Spark master at (spark://\\S+:\\d+)");
    private static final Pattern REGISTERED = Pattern.compile("Successfully registered with master");

    private final Path folder;
    private final List<Process> processes = new ArrayList<>();
    private final String address;

    private Standalone(Path folder, int workers) throws IOException, InterruptedException {
        this.folder = folder;
        try {
            Path log = start("master", "org.apache.spark.deploy.master.Master");
            this.address = await(log, ADDRESS).group(1);
            for (int i = 0; i < workers; i++) {
                String name = "worker-" + i;
                Path work = folder.resolve(name + "-work");
                await(
                        start(
                                name,
                                "org.apache.spark.deploy.worker.Worker",
                                "--cores",
                                "1",
                                "--memory",
                                "1g",
                                "--work-dir",
                                work.toString(),
                                address),
                        REGISTERED);
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /** Starts one with workers of one core each; their logs go to {@code folder}. */
    static Standalone start(Path folder, int workers) throws IOException, InterruptedException {
        return new Standalone(folder, workers);
    }

    /** What {@code spark.master} is to be. */
    String address() {
        return address;
    }

    /** The executors that the workers have started. */
    List<ProcessHandle> executors() {
        return processes.stream()
                .flatMap(process -> process.toHandle().children())
                .filter(child -> child.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .toList();
    }

    /** What the scripts of that name run. */
    private Path start(String name, String mainClass, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-Dspark.master.rest.enabled=false"));
        command.addAll(List.of("-cp", SparkHome.make() + "/*", mainClass));
        command.addAll(List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"));
        command.addAll(List.of(arguments));
        Path log = folder.resolve(name + ".log");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        processes.add(process);
        return log;
    }

    private Matcher await(Path log, Pattern wanted) throws IOException, InterruptedException {
        long start = System.nanoTime();
        while (true) {
            String text = Files.readString(log);
            Matcher found = wanted.matcher(text);
            if (found.find()) {
                return found;
            }
            boolean ended = !processes.get(processes.size() - 1).isAlive();
            if (ended || System.nanoTime() - start > DEADLINE_NANOS) {
                throw new IOException("cluster does not start: wanted=" + wanted + ", log=" + text);
            }
            Thread.sleep(50);
        }
    }

    /** Everything that the processes and the executors have printed, for whoever wants to know why. */
    String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(path -> path.toString().endsWith(".log")
                            || path.getFileName().toString().equals("stderr"))
                    .toList()) {
                all.append("== ").append(file).append('\n').append(Files.readString(file));
            }
        }
        return all.toString();
    }

    @Override
    public void close() {
        for (Process process : processes) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        for (Process process : processes) {
            process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
        }
    }
}
