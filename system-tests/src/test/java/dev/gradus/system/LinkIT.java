package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs over every kind of link: the same parameters, and nothing left behind. */
@Timeout(60)
class LinkIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({"shared, false", "unix, false", "tcp, false", "tcp, true", "auto, true"})
    void everyLinkGivesTheParametersOfThreads(String link, boolean tls) throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path job = Programs.tinyJob(folder);
        Object threads = hash(programs.succeed(
                "train", job, "--ranks", 2, "--launch", "threads", "--out", folder.resolve("threads"), "--json"));
        programs.with("JDK_JAVA_OPTIONS", "-XX:-UsePerfData -Djava.io.tmpdir=" + temporary);

        Program run = programs.succeed(
                "train",
                job,
                "--ranks",
                3,
                "--out",
                folder.resolve("processes"),
                "--json",
                "--set",
                "exchange.link=" + link,
                "--set",
                "exchange.tls=" + tls);

        assertThat(hash(run)).isEqualTo(threads);
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void aLinkThatIsDemandedAndNotPossibleIsRefusedInOneLine() throws Exception {
        // A socket's path may have 108 bytes.
        Path deep = Files.createDirectories(folder.resolve("x".repeat(120)));
        programs.with("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + deep);

        Program launcher = programs.gradus(
                "train",
                Programs.tinyJob(folder),
                "--ranks",
                2,
                "--out",
                folder.resolve("run"),
                "--set",
                "exchange.link=unix");

        assertThat(launcher.awaitExit()).isEqualTo(2);
        assertThat(launcher.complaints())
                .singleElement()
                .asString()
                .contains("no such link between ranks 1 and 0: exchange.link=unix, ", "use exchange.link=auto");
        assertThat(deep).isEmptyDirectory();
    }

    private static Object hash(Program run) {
        Map<String, Object> summary = Json.parseObject(run.out().get(0));
        return summary.getOrDefault("parametersHash", "none");
    }
}
