package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The script that users start: where it works, and what it says where it cannot. */
@Timeout(240)
class ScriptIT {

    private static final Path SCRIPT = Programs.HOME.resolve("gradus");

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    /** JUnit warns of every link that it finds in a temporary folder. */
    @AfterEach
    void removeLinks() throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path link : paths.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    @Test
    void itAnswersFromAnyDirectory() throws Exception {
        Program version = start(folder, SCRIPT, "--version");
        Program help = start(folder, SCRIPT, "--help");
        Program nothing = start(folder, SCRIPT);

        assertThat(version.awaitExit()).isZero();
        assertThat(version.out()).singleElement().asString().matches("gradus \\d+\\.\\d+\\.\\d+");
        assertThat(help.awaitExit()).isZero();
        assertThat(help.out()).anyMatch(line -> line.contains("train"));
        assertThat(nothing.awaitExit()).isZero();
        assertThat(nothing.out()).isEqualTo(help.out());
        assertThat(nothing.err()).isEmpty();
    }

    @Test
    void itWorksThroughALinkInAFolderWithABlank() throws Exception {
        Path place = Files.createDirectories(folder.resolve("my tools"));
        Files.createSymbolicLink(place.resolve("direct"), SCRIPT);
        Path link = Files.createSymbolicLink(place.resolve("to link"), Path.of("direct"));

        Program program = start(folder, link, "--version");

        assertThat(program.awaitExit()).isZero();
        assertThat(program.out()).singleElement().asString().startsWith("gradus ");
    }

    @Test
    void itTrainsQuietlyWithNamesThatNeedQuotes() throws Exception {
        Path job = Programs.tinyJob(Files.createDirectories(folder.resolve("a b")));

        Program program = start(folder, SCRIPT, "train", job, "--ranks", 2, "--json", "--out", "run *");

        assertThat(program.awaitExit()).isZero();
        assertThat(program.out()).hasSize(1);
        assertThat(Json.parseObject(program.out().get(0))).containsEntry("ranks", 2L);
        assertThat(folder.resolve("run */summary.json")).exists();
        assertThat(program.err()).noneMatch(line -> line.contains("WARNING") || line.contains("incubator"));
    }

    @Test
    void laterStartsReadClassesFromAnArchive() throws Exception {
        Path job = Programs.tinyJob(folder);
        assertThat(start(folder, SCRIPT, "train", job, "--out", "first").awaitExit())
                .isZero();
        programs.with("GRADUS_JAVA_OPTIONS", "-Xlog:class+load:file=classes.log");

        Program again = start(folder, SCRIPT, "train", job, "--json", "--out", "again");

        assertThat(again.awaitExit()).isZero();
        assertThat(again.out()).hasSize(1);
        assertThat(Files.readAllLines(folder.resolve("classes.log")))
                .anyMatch(line -> line.contains(" dev.gradus.cli.Main source: shared objects file"));
    }

    @Test
    void anArchiveThatIsNoneIsPassedOver() throws Exception {
        Path job = Programs.tinyJob(folder);
        Files.writeString(folder.resolve("broken.jsa"), "not an archive");
        programs.with("GRADUS_JAVA_OPTIONS", "-XX:SharedArchiveFile=broken.jsa");

        Program program = start(folder, SCRIPT, "train", job, "--json", "--out", "run");

        assertThat(program.awaitExit()).isZero();
        assertThat(program.out()).hasSize(1);
        assertThat(program.err()).noneMatch(line -> line.contains("archive"));
    }

    /** The script filters standard error through cat; a slow one must not make it end before its last line. */
    @Test
    void everyLineIsThereWhenTheScriptEnds() throws Exception {
        Path tools = toolsWithoutMaven();
        Path cat = tools.resolve("cat");
        Path real = cat.toRealPath();
        Files.delete(cat);
        Files.writeString(cat, "#!/bin/sh\n/bin/sleep 0.7\nexec " + real + "\n");
        assertThat(cat.toFile().setExecutable(true)).isTrue();
        programs.with("PATH", tools.toString());
        programs.with("JAVA_HOME", System.getProperty("java.home"));

        Program shell = programs.start(
                "redirected", folder, List.of("/bin/sh", "-c", "\"$0\" train none.yaml 2>errors", SCRIPT.toString()));
        shell.awaitHandle();

        assertThat(folder.resolve("errors")).content().isEqualTo("gradus: none.yaml: no such file\n");
    }

    @Test
    void aJavaHomeWithoutJavaIsNamed() throws Exception {
        programs.with("JAVA_HOME", folder.toString());

        Program program = start(folder, SCRIPT, "--version");

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.err())
                .singleElement()
                .asString()
                .startsWith("gradus: no java in JAVA_HOME: JAVA_HOME=" + folder);
    }

    @Test
    void onceBuiltItNeedsNoMaven() throws Exception {
        assertThat(start(folder, SCRIPT, "--version").awaitExit()).isZero();
        programs.with("PATH", toolsWithoutMaven().toString());
        programs.with("JAVA_HOME", System.getProperty("java.home"));

        Program program = start(folder, SCRIPT, "--version");

        assertThat(program.awaitExit()).isZero();
        assertThat(program.err()).isEmpty();
    }

    @Test
    void withoutMavenAndNotBuiltItSaysWhatToInstall() throws Exception {
        Files.copy(SCRIPT, folder.resolve("gradus"));
        programs.with("PATH", toolsWithoutMaven().toString());
        programs.with("JAVA_HOME", System.getProperty("java.home"));

        Program program = start(folder, folder.resolve("gradus"), "--version");

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.err()).singleElement().asString().startsWith("gradus: no mvn found");
    }

    @Test
    void completionIsAValidBashScript() throws Exception {
        Program completion = start(folder, SCRIPT, "completion");
        assertThat(completion.awaitExit()).isZero();
        Path script = Files.write(folder.resolve("completion.bash"), completion.out());

        Program check = programs.start("bash -n", folder, List.of("bash", "-n", script.toString()));

        assertThat(check.awaitExit()).isZero();
        assertThat(check.err()).isEmpty();
        assertThat(completion.out()).anyMatch(line -> line.contains("--ranks"));
    }

    /** Each on smaller data than it says, in the order of the page, from a folder that looks like the root. */
    @Test
    void theCommandsOfTheReadmeWork() throws Exception {
        Path readme = Programs.HOME.resolve("README.md");
        assumeThat(readme).as("page whose commands are run").exists();
        Files.createSymbolicLink(folder.resolve("gradus"), SCRIPT);
        Files.createSymbolicLink(folder.resolve("jobs"), Programs.HOME.resolve("jobs"));

        for (String line : commands(readme)) {
            boolean scales = line.contains(" scale ");
            boolean runs = scales || line.contains(" train ") || line.contains(" verify ");
            String fewer = line.contains("skipgram") ? "data.words=300000" : "data.rows=5000";
            String small = line
                    + (runs ? " --set " + fewer + " --set launch.warmUp=0ms" : "")
                    + (scales ? " --set epochs=1 --calibrate 3" : "")
                    + (scales && !line.contains("--rounds") ? " --rounds 1" : "");
            Program program = programs.start(small, folder, List.of("bash", "-c", small));
            assertThat(program.awaitExit()).as(small).isZero();
        }
    }

    /** Lines of blocks that start with ./gradus, with or without a prompt. */
    private static List<String> commands(Path page) throws IOException {
        List<String> commands = new ArrayList<>();
        boolean inBlock = false;
        for (String line : Files.readAllLines(page)) {
            String text = line.startsWith("$ ") ? line.substring(2) : line;
            if (text.startsWith("```")) {
                inBlock = !inBlock;
            } else if (inBlock && text.startsWith("./gradus ") && !text.contains(" worker ")) {
                commands.add(text.replaceAll("\\s+#.*", ""));
            }
        }
        return commands;
    }

    /** A folder with what the script calls, except Maven. */
    private Path toolsWithoutMaven() throws IOException {
        Path tools = Files.createDirectories(folder.resolve("tools"));
        for (String tool : List.of("bash", "cat", "dirname", "find", "flock", "grep", "mkdir", "readlink", "tput")) {
            for (String place : List.of("/usr/bin", "/bin")) {
                Path file = Path.of(place, tool);
                if (Files.exists(file) && !Files.exists(tools.resolve(tool))) {
                    Files.createSymbolicLink(tools.resolve(tool), file);
                }
            }
        }
        return tools;
    }

    private Program start(Path directory, Path script, Object... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        return programs.start(String.join(" ", command), directory, command);
    }
}
