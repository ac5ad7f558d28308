package dev.gradus.system;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Starts programs for a test, ends by handle whatever still runs after it, and prints all they said if it failed. To be
 * registered with {@link RegisterExtension} in a field of the test.
 */
final class Programs implements AfterEachCallback {

    /** The root of the repository, beside this module. */
    static final Path HOME = Path.of(System.getProperty("basedir", ""))
            .toAbsolutePath()
            .resolve("..")
            .normalize();

    /** What stands in the names of jars and folders that only tests need. */
    private static final List<String> TEST_ONLY =
            List.of("junit", "test-classes", "assertj", "com/microsoft/playwright", "gson");

    private final List<Program> started = new ArrayList<>();
    private final Map<String, String> environment = new HashMap<>();

    /** Whether programs started from here can be interrupted: a shell's background jobs, and their children, cannot. */
    static boolean interruptible() throws IOException {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return true;
        }
        for (String line : Files.readAllLines(status)) {
            if (line.startsWith("SigIgn:")) {
                long ignored = Long.parseUnsignedLong(line.substring(7).strip(), 16);
                return (ignored & 2) == 0; // SIGINT is signal number 2, and the lowest bit stands for number 1
            }
        }
        return true;
    }

    /** Sets a variable for the programs that are started from now on. */
    Programs with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /** Starts gradus in a JVM with the class path of this test, which is quicker than the script. */
    Program gradus(Object... arguments) throws IOException {
        return gradus(HOME, List.of(), arguments);
    }

    /** The same in another folder, which is where paths of the job begin. */
    Program gradusIn(Path place, Object... arguments) throws IOException {
        return gradus(place, List.of(), arguments);
    }

    /** Starts gradus behind the words of a command that runs it somewhere else, such as {@code ip netns exec}. */
    Program gradusBehind(List<String> words, Object... arguments) throws IOException {
        return gradus(HOME, words, arguments);
    }

    private Program gradus(Path place, List<String> behind, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(behind);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
        if (ModuleFinder.ofSystem().find("jdk.incubator.vector").isPresent()) {
            command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
        }
        command.addAll(List.of("-cp", classPath(), "dev.gradus.cli.Main"));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return start("gradus " + words(arguments), place, command);
    }

    /** The class path without what only the tests need, so that a rank's command line stays short. */
    private static String classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> kept = new ArrayList<>();
        for (String entry : all.split(File.pathSeparator, -1)) {
            if (TEST_ONLY.stream().noneMatch(entry::contains)) {
                kept.add(entry);
            }
        }
        return String.join(File.pathSeparator, kept);
    }

    /** Starts any program. */
    Program start(String name, Path folder, List<String> command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().remove("GRADUS_SECRET");
        builder.environment().remove("GRADUS_SECRET_FILE");
        builder.environment().putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        Program program = new Program(name, process);
        started.add(program);
        return program;
    }

    /** Runs gradus to its end, which must be a good one. */
    Program succeed(Object... arguments) throws IOException, InterruptedException, TimeoutException {
        Program program = gradus(arguments);
        int code = program.awaitExit();
        if (code != 0) {
            throw new AssertionError("exit code " + code + " of gradus " + words(arguments));
        }
        return program;
    }

    private static String words(Object... arguments) {
        List<String> words = new ArrayList<>();
        for (Object argument : arguments) {
            words.add(argument.toString());
        }
        return String.join(" ", words);
    }

    /** Parameters of the model of {@link #tinyJob}: 8 weights and a bias. */
    static final int TINY_PARAMETERS = 9;

    /** Writes a job file that takes moments: a few thousand rows, no warm-up. */
    static Path tinyJob(Path folder) throws IOException {
        return Files.writeString(folder.resolve("tiny.yaml"), """
                epochs: 2
                batchSize: 256
                data:
                  kind: linear
                  rows: 4000
                  features: 8
                launch:
                  kind: processes
                  warmUp: 0ms
                """);
    }

    /** Writes a job file that takes much longer than any test, and says every second how far it is. */
    static Path endlessJob(Path folder) throws IOException {
        return Files.writeString(folder.resolve("endless.yaml"), """
                epochs: 100000000
                batchSize: 1000
                data:
                  kind: linear
                  rows: 20000
                  features: 8
                launch:
                  kind: processes
                  warmUp: 0ms
                metrics:
                  every: 100
                evaluate:
                  every: 0
                """);
    }

    /** The words after ./gradus of the command that a launcher prints for ranks that are started by hand. */
    static Object[] workerCommand(Program launcher) throws InterruptedException, TimeoutException {
        String[] words = launcher.awaitLine("./gradus worker").strip().split(" ", -1);
        return Arrays.copyOfRange(words, 1, words.length, Object[].class);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        started.forEach(Program::end);
        if (context.getExecutionException().isPresent()) {
            System.out.println("=== " + context.getDisplayName());
            started.forEach(program -> System.out.println(program.transcript()));
        }
        started.clear();
        environment.clear();
    }
}
