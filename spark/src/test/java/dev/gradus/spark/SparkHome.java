package dev.gradus.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The folder that Spark starts executors from: a release of Spark has one, a class path of Maven has not. */
final class SparkHome {

    private SparkHome() {}

    /** Links the jars of this class path into the folder, and returns where they are. */
    static Path make() throws IOException {
        Path jars = Files.createDirectories(Path.of(System.getenv("SPARK_HOME"), "jars"));
        List<Path> classPath = Pattern.compile(File.pathSeparator)
                .splitAsStream(System.getProperty("java.class.path"))
                .map(Path::of)
                .toList();
        for (Path jar : classPath) {
            Path link = jars.resolve(jar.getFileName());
            // Ours come by spark.jars, as they do for users.
            if (Files.isRegularFile(jar) && !jar.getFileName().toString().contains("gradus") && !Files.exists(link)) {
                Files.createSymbolicLink(link, jar);
            }
        }
        return jars;
    }

    /** The jar that users get. */
    static Path ourJar() {
        return Path.of("gradus-spark.jar").toAbsolutePath();
    }
}
