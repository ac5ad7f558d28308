package dev.gradus.system;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** One process that a test has started: what it has said so far, its ranks, its end. */
final class Program {

    /** Far more than anything here takes on a busy machine; a test that waits so long has found a hang. */
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    private final String name;
    private final Process process;
    private final List<String> out = new ArrayList<>();
    private final List<String> err = new ArrayList<>();
    private final List<Thread> readers = new ArrayList<>();

    Program(String name, Process process) {
        this.name = name;
        this.process = process;
        read(process.getInputStream(), out);
        read(process.getErrorStream(), err);
    }

    private void read(InputStream stream, List<String> lines) {
        Thread reader = new Thread(
                () -> {
                    try (BufferedReader text = new BufferedReader(new InputStreamReader(stream, UTF_8))) {
                        for (String line = text.readLine(); line != null; line = text.readLine()) {
                            add(lines, line);
                        }
                    } catch (IOException e) {
                        add(lines, "(the test cannot read on: " + e + ")");
                    }
                },
                "output-of-" + name);
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private synchronized void add(List<String> lines, String line) {
        lines.add(line);
        notifyAll();
    }

    /** What it has printed on standard output. */
    synchronized List<String> out() {
        return List.copyOf(out);
    }

    /** What it has printed on standard error. */
    synchronized List<String> err() {
        return List.copyOf(err);
    }

    /** The lines on standard error that tell what went wrong. */
    List<String> complaints() {
        return err().stream().filter(line -> line.startsWith("gradus: ")).toList();
    }

    /** Waits for a line on standard error that contains {@code text}, and returns it. */
    String awaitLine(String text) throws InterruptedException, TimeoutException {
        return await(err, text);
    }

    /** The same for a line on standard output. */
    String awaitOutput(String text) throws InterruptedException, TimeoutException {
        return await(out, text);
    }

    private synchronized String await(List<String> lines, String text) throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            for (String line : lines) {
                if (line.contains(text)) {
                    return line;
                }
            }
            if (!process.isAlive() && readers.stream().noneMatch(Thread::isAlive)) {
                throw new TimeoutException(name + " ended without saying: " + text);
            }
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException(name + " does not say: " + text);
            }
            wait(100);
        }
    }

    /** Waits until it has printed that many lines on standard error, or has ended. */
    synchronized void awaitMoreLines(int count) throws InterruptedException, TimeoutException {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (err.size() < count && process.isAlive()) {
            if (System.nanoTime() - deadline > 0) {
                throw new TimeoutException(name + " says no more: lines=" + err.size() + ", expected=" + count);
            }
            wait(100);
        }
    }

    /** Waits for the end of the process alone. */
    void awaitHandle() throws InterruptedException, TimeoutException {
        if (!process.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException(name + " does not end");
        }
    }

    /** Waits for the end of the process and of its output, and returns the exit code. */
    int awaitExit() throws InterruptedException, TimeoutException {
        awaitHandle();
        for (Thread reader : readers) {
            reader.join(PATIENCE.toMillis());
            if (reader.isAlive()) {
                throw new TimeoutException(name + " has ended, but something holds its output open");
            }
        }
        return process.exitValue();
    }

    ProcessHandle handle() {
        return process.toHandle();
    }

    /** The processes of its ranks, each at the place of its rank; all must run. */
    List<ProcessHandle> ranks(int count) throws TimeoutException, InterruptedException {
        ProcessHandle[] ranks = new ProcessHandle[count];
        for (ProcessHandle child : handle().descendants().toList()) {
            List<String> words = commandLine(child);
            int at = words.indexOf("--rank");
            if (words.contains("worker") && at > 0) {
                ranks[Integer.parseInt(words.get(at + 1))] = child;
            }
        }
        for (int rank = 0; rank < count; rank++) {
            if (ranks[rank] == null) {
                throw new TimeoutException(name + " has no process for rank " + rank);
            }
        }
        return List.of(ranks);
    }

    /** All words; ProcessHandle.info() cuts them off at 4 KB, within the class path. */
    private static List<String> commandLine(ProcessHandle handle) {
        try {
            return List.of(Files.readString(Path.of("/proc", Long.toString(handle.pid()), "cmdline"))
                    .split("\0", -1));
        } catch (IOException e) {
            return List.of(); // has ended in between
        }
    }

    /** Sends a signal by its name, like STOP. */
    void signal(String signal) throws IOException, InterruptedException {
        signal(handle(), signal);
    }

    static void signal(ProcessHandle handle, String signal) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + signal, Long.toString(handle.pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("signal was not sent: signal=" + signal + ", pid=" + handle.pid());
        }
    }

    /** Whether all of these end before the deadline, which is a bound on hanging and no measure of speed. */
    static boolean end(List<ProcessHandle> handles, Duration deadline) throws InterruptedException {
        long end = System.nanoTime() + deadline.toNanos();
        for (ProcessHandle handle : handles) {
            try {
                handle.onExit().get(Math.max(1, end - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return false;
            } catch (java.util.concurrent.ExecutionException e) {
                throw new IllegalStateException("cannot wait for a process: pid=" + handle.pid(), e);
            }
        }
        return true;
    }

    /** Ends it and everything it started, by force. */
    void end() {
        List<ProcessHandle> all = new ArrayList<>(handle().descendants().toList());
        all.add(handle());
        all.forEach(ProcessHandle::destroyForcibly);
    }

    /** What it was and all it said, for the log of a test that fails. */
    String transcript() {
        StringBuilder text = new StringBuilder("--- " + name + "\n");
        text.append(process.isAlive() ? "runs\n" : "exit code " + process.exitValue() + "\n");
        out().forEach(line -> text.append("out: ").append(line).append('\n'));
        err().forEach(line -> text.append("err: ").append(line).append('\n'));
        return text.toString();
    }
}
