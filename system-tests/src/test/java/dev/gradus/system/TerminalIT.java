package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What a run looks like on a terminal, which util-linux's script plays. Skipped where that is missing. */
@Timeout(240)
class TerminalIT {

    private static final String ESCAPE = "\u001B";

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void needsATerminal() throws Exception {
        boolean there =
                Stream.of("/usr/bin/script", "/bin/script").map(Path::of).anyMatch(Files::isExecutable);
        assumeThat(there).as("script of util-linux is installed").isTrue();
        programs.with("TERM", "xterm")
                .with("GRADUS", Programs.HOME.resolve("gradus").toString());
    }

    @Test
    void theBarFitsANarrowTerminal() throws Exception {
        List<String> bars = bars(onTerminal(50, "train"));

        assertThat(bars)
                .hasSizeGreaterThan(1)
                .allSatisfy(bar -> assertThat(plain(bar).length()).isLessThan(50));
        assertThat(bars.get(bars.size() - 1)).contains("100 %", "loss", "eta 0s", ESCAPE + "[33m");
    }

    @Test
    void withoutColorsThereAreNone() throws Exception {
        programs.with("NO_COLOR", "1");

        String text = onTerminal(80, "train");

        assertThat(text).doesNotContain(ESCAPE);
        assertThat(bars(text)).isNotEmpty().last().asString().contains("[====", "rows/s");
    }

    @Test
    void controlCEndsARunWithOneLine() throws Exception {
        assumeThat(Programs.interruptible()).as("SIGINT is not ignored here").isTrue();
        Path job = Programs.endlessJob(folder);
        Path typed = folder.resolve("typed");
        // Control-C arrives through the terminal, so that every process of the run gets the signal at once.
        Program program = programs.start(
                "on a terminal",
                folder,
                List.of(
                        "bash",
                        "-c",
                        "{ until grep -qs step run/metrics.jsonl; do sleep 0.1; done; printf '\\003'; sleep 1; }"
                                + " | script -qfec 'exec \"$GRADUS\" train " + job + " --ranks 2 --out run' " + typed));

        assertThat(program.awaitExit()).isEqualTo(130);
        List<String> complaints = Files.readString(typed)
                .lines()
                .flatMap(line -> Arrays.stream(line.split("\r", -1)))
                .filter(line -> line.startsWith("gradus: "))
                .toList();
        assertThat(complaints).singleElement().asString().startsWith("gradus: stopped by a signal");
    }

    /** All that the terminal was sent. */
    private String onTerminal(int columns, String command) throws Exception {
        Path job = Programs.tinyJob(folder);
        Path typed = folder.resolve("typed");
        String line = "stty cols " + columns + "; exec \"$GRADUS\" " + command + " " + job
                + " --launch threads --set epochs=30 --out run";
        Program program = programs.start("on a terminal", folder, List.of("script", "-qfec", line, typed.toString()));
        assertThat(program.awaitExit()).isZero();
        return Files.readString(typed);
    }

    private static List<String> bars(String text) {
        return text.lines()
                .flatMap(line -> Arrays.stream(line.split("\r", -1)))
                .filter(part -> part.matches("tiny x1 +\\d+ % .*"))
                .toList();
    }

    private static String plain(String text) {
        return text.replaceAll(ESCAPE + "\\[\\d+m", "");
    }
}
