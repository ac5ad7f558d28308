package dev.gradus.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** On what a run was made: machine, system, Java, and the commit of the source that the program lies in. */
public final class Machine {

    private Machine() {}

    /** For {@code summary.json}: that of this process, which is the launcher's. What is not known is an empty text. */
    public static Map<String, Object> describe() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "cpu",
                SystemSources.chosen()
                        .map(SystemSource::processor)
                        .orElseGet(() -> field(SystemCounters.PROC.resolve("cpuinfo"), "model name")));
        map.put("cores", Runtime.getRuntime().availableProcessors());
        map.put(
                "memoryBytes",
                SystemSources.chosen().map(SystemSource::memoryBytes).orElseGet(Machine::memoryBytes));
        map.put("system", property("os.name") + " " + property("os.version") + " " + property("os.arch"));
        map.put("java", property("java.vendor") + " " + property("java.vm.version"));
        map.put("commit", commit(program()));
        map.put("missing", String.join(", ", SystemCounters.read().missing()));
        return map;
    }

    /**
     * Tells whether {@link System#nanoTime} of two processes can be compared: on Linux it counts for all processes from
     * the start of the machine, elsewhere for each from somewhere.
     */
    static String clock() {
        String boot = firstLine(SystemCounters.PROC.resolve("sys/kernel/random/boot_id"));
        return boot.isEmpty() ? ProcessMeter.processName() : boot;
    }

    private static String property(String name) {
        return System.getProperty(name, "");
    }

    private static long memoryBytes() {
        String kilobytes =
                field(SystemCounters.PROC.resolve("meminfo"), "MemTotal").replace(" kB", "");
        try {
            return Long.parseLong(kilobytes) * 1024;
        } catch (NumberFormatException e) {
            return 0; // not Linux
        }
    }

    private static String field(Path file, String name) {
        for (String line : lines(file)) {
            if (line.startsWith(name)) {
                return line.substring(line.indexOf(':') + 1).strip();
            }
        }
        return "";
    }

    private static Path program() {
        String first = property("java.class.path").split(property("path.separator"), 2)[0];
        return Path.of(first).toAbsolutePath();
    }

    /** The commit that is checked out in the folder of a file or above it; empty if none is. */
    static String commit(Path file) {
        for (Path folder = file; folder != null; folder = folder.getParent()) {
            Path git = folder.resolve(".git");
            if (Files.isDirectory(git)) {
                return head(git, git);
            }
            if (Files.exists(git)) {
                // A further working tree: its own HEAD, and the branches of the first one.
                Path own = folder.resolve(firstLine(git).replaceFirst("^gitdir: ", ""));
                return head(
                        own, own.resolve(firstLine(own.resolve("commondir"))).normalize());
            }
        }
        return "";
    }

    private static String head(Path git, Path common) {
        String head = firstLine(git.resolve("HEAD"));
        if (!head.startsWith("ref: ")) {
            return head;
        }
        String branch = head.substring("ref: ".length());
        String commit = firstLine(common.resolve(branch));
        return commit.isEmpty() ? packed(common, branch) : commit;
    }

    private static String packed(Path git, String branch) {
        return lines(git.resolve("packed-refs")).stream()
                .filter(line -> line.endsWith(" " + branch))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElse("");
    }

    private static String firstLine(Path file) {
        List<String> lines = lines(file);
        return lines.isEmpty() ? "" : lines.get(0).strip();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            return List.of(); // not there: what it would say is not known
        }
    }
}
