package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class WorkerJvmTest {

    private static final Pattern LOOP =
            Pattern.compile("for (\\w+) in ([^;]+); do\\s+options\\+=\\(\"(-XX:CompileCommand=[^\"]+)\"\\)");

    /** A rank in a thread is compiled by the options of the script, one in a process by those of its launcher. */
    @Test
    void theScriptCompilesLikeTheRanksThatItStarts() throws Exception {
        String script = Files.readString(Path.of("..", "gradus")).replace("\\\n", "");

        List<String> fromScript = LOOP.matcher(script)
                .results()
                .flatMap(loop -> Pattern.compile("\\s+")
                        .splitAsStream(loop.group(2).strip())
                        .map(name -> loop.group(3)
                                .replaceAll("\\$" + loop.group(1) + "\\b", Matcher.quoteReplacement(name))))
                .toList();

        assertThat(fromScript).hasSizeGreaterThan(30);
        assertThat(WorkerJvm.compilerOptions())
                .containsAll(fromScript)
                .hasSize(fromScript.size() + 1); // and the one that keeps the JVM from listing them
    }

    @Test
    void neitherTheScriptNorARankMakesClassesForReflection() throws Exception {
        assertThat(Files.readString(Path.of("..", "gradus"))).contains(WorkerJvm.NO_CLASSES_FOR_REFLECTION);
        assertThat(WorkerJvm.command()).contains(WorkerJvm.NO_CLASSES_FOR_REFLECTION);
    }

    @Test
    void aRankReadsTheClassesOfItsLaunchersArchive() {
        String before = System.getProperty(WorkerJvm.ARCHIVE);
        try {
            System.clearProperty(WorkerJvm.ARCHIVE);
            assertThat(WorkerJvm.command()).noneMatch(option -> option.contains("SharedArchiveFile"));

            System.setProperty(WorkerJvm.ARCHIVE, "a b.jsa");
            assertThat(WorkerJvm.command()).contains("-XX:SharedArchiveFile=a b.jsa", "-Xlog:cds=off");
        } finally {
            if (before == null) {
                System.clearProperty(WorkerJvm.ARCHIVE);
            } else {
                System.setProperty(WorkerJvm.ARCHIVE, before);
            }
        }
    }
}
