package dev.gradus.cli;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Loads what commands load, for a JVM that writes its classes to an archive when it ends. The script that starts us
 * calls it after a build; with the archive, later starts read no class files.
 *
 * <p>All classes of ours are loaded, whoever needs them; then a few jobs are trained on next to nothing, for the
 * classes of the JDK and of libraries that they need, and for those that are only made while a job runs.
 */
@Command(name = "archive", hidden = true)
final class ArchiveCommand implements Callable<Integer> {

    private static final String OURS = "dev/gradus/";
    private static final String SUFFIX = ".class";

    /** Job files, each with the setting that makes it small. */
    private static final List<List<String>> JOBS = List.of(
            List.of("logistic.yaml", "data.rows=2000"),
            List.of("criteo.yaml", "data.rows=2000"),
            List.of("skipgram.yaml", "data.words=30000"),
            List.of("cnn.yaml", "data.rows=256"));

    @Option(names = "--jobs", required = true, description = "Folder of the job files.")
    private Path jobs = Path.of("");

    @Option(names = "--out", required = true, description = "Folder for their runs.")
    private Path out = Path.of("");

    /** A job that fails has loaded something, too, and may only work elsewhere: networks need a native library. */
    @Override
    public Integer call() throws IOException, URISyntaxException {
        loadOwn();
        for (List<String> job : JOBS) {
            train(job.get(0), job.get(1));
        }
        return 0;
    }

    private void train(String job, String small) {
        Main.execute(Stream.of(
                        List.of("train", jobs.resolve(job).toString()),
                        List.of(
                                "--launch",
                                "threads",
                                "--ranks",
                                "1",
                                "--out",
                                out.resolve(job).toString()),
                        List.of("--set", small, "--set", "epochs=1", "--set", "launch.warmUp=0s"))
                .flatMap(List::stream)
                .toArray(String[]::new));
    }

    private static void loadOwn() throws IOException, URISyntaxException {
        Path jar = Path.of(ArchiveCommand.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            file.stream()
                    .map(JarEntry::getName)
                    .filter(name -> name.startsWith(OURS) && name.endsWith(SUFFIX))
                    .forEach(ArchiveCommand::load);
        }
    }

    private static void load(String entry) {
        String name = entry.substring(0, entry.length() - SUFFIX.length()).replace('/', '.');
        try {
            Class.forName(name, false, ArchiveCommand.class.getClassLoader());
        } catch (ClassNotFoundException | LinkageError e) {
            // It needs a module that this JDK lacks, and will say so when it is really wanted.
            System.err.println("not archived: class=" + name + ", " + e);
        }
    }
}
