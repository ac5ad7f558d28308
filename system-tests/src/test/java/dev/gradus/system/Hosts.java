package dev.gradus.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Hosts on one machine for a test: network namespaces, each with its own addresses, joined by a bridge in one more.
 * Made with iproute2, as root; where that is not possible, the test is skipped and says so. Taken away again by their
 * names, which hold the process's number.
 */
final class Hosts implements BeforeEachCallback, AfterEachCallback {

    private static final int SECONDS = 20;

    private final int count;
    private final String prefix = "gradus" + ProcessHandle.current().pid();
    private final List<String> made = new ArrayList<>();

    Hosts(int count) {
        this.count = count;
    }

    /** What a command has said and its exit code. */
    private record Ended(int code, String text) {}

    @Override
    public void beforeEach(ExtensionContext context) throws Exception {
        possible("ip", "netns", "add", name(count));
        made.add(name(count));
        possible("ip", "-n", name(count), "link", "add", "bridge", "type", "bridge");
        possible("ip", "-n", name(count), "link", "set", "bridge", "up");
        for (int host = 0; host < count; host++) {
            possible("ip", "netns", "add", name(host));
            made.add(name(host));
            plug(host);
        }
        possible("ip", "netns", "exec", name(0), "tc", "qdisc", "show");
        possible("ip", "netns", "exec", name(0), "iptables", "-L", "-n");
    }

    private void plug(int host) throws IOException, InterruptedException {
        String port = "port" + host;
        possible(
                "ip",
                "link",
                "add",
                "net0",
                "netns",
                name(host),
                "type",
                "veth",
                "peer",
                "name",
                port,
                "netns",
                name(count));
        possible("ip", "-n", name(count), "link", "set", port, "master", "bridge");
        possible("ip", "-n", name(count), "link", "set", port, "up");
        possible("ip", "-n", name(host), "addr", "add", address(host) + "/24", "dev", "net0");
        possible("ip", "-n", name(host), "link", "set", "net0", "up");
        possible("ip", "-n", name(host), "link", "set", "lo", "up");
    }

    private String name(int host) {
        return prefix + "h" + host;
    }

    String address(int host) {
        return "10.77.0." + (host + 1);
    }

    /** The words before a command that runs it on a host. */
    List<String> on(int host) {
        return List.of("ip", "netns", "exec", name(host));
    }

    /** Lets only so much leave a host. */
    void limit(int host, String rate) throws IOException, InterruptedException {
        possible(
                "ip",
                "netns",
                "exec",
                name(host),
                "tc",
                "qdisc",
                "add",
                "dev",
                "net0",
                "root",
                "tbf",
                "rate",
                rate,
                "burst",
                "64kb",
                "latency",
                "200ms");
    }

    /** Takes a host off the net; nothing tells either side. */
    void unplug(int host) throws IOException, InterruptedException {
        must("ip", "-n", name(count), "link", "set", "port" + host, "down");
    }

    /** Answers everything that reaches a host, but for what it says to itself, with a reset. */
    void reset(int host) throws IOException, InterruptedException {
        must(
                "ip",
                "netns",
                "exec",
                name(host),
                "iptables",
                "-A",
                "INPUT",
                "-i",
                "net0",
                "-p",
                "tcp",
                "-j",
                "REJECT",
                "--reject-with",
                "tcp-reset");
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        for (String name : made) {
            must("ip", "netns", "del", name);
        }
        made.clear();
    }

    private static void possible(String... command) throws IOException, InterruptedException {
        Ended ended = run(command);
        assumeThat(ended.code)
                .as("exit code of making hosts out of network namespaces, which takes root, iproute2 and iptables: "
                        + String.join(" ", command) + ": " + ended.text)
                .isZero();
    }

    private static void must(String... command) throws IOException, InterruptedException {
        Ended ended = run(command);
        if (ended.code != 0) {
            throw new IOException("command failed: code=" + ended.code + ", command=" + String.join(" ", command)
                    + ", said=" + ended.text);
        }
    }

    private static Ended run(String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command).redirectErrorStream(true).start();
        } catch (IOException e) {
            return new Ended(127, String.valueOf(e.getMessage())); // the command is not there
        }
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            throw new IOException("command does not end: " + String.join(" ", command));
        }
        return new Ended(process.exitValue(), text);
    }
}
