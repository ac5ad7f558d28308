package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gradus.cli.PlainYaml.Entry;
import dev.gradus.train.Kinds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is published about job files is true: the table of keys, the example, and the files in jobs/. */
class JobDocsTest {

    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ""), "..").normalize();
    private static final Path PAGE = ROOT.resolve("docs/jobs.md");
    private static final String BEGIN = "<!-- keys: begin, generated -->\n";
    private static final String END = "<!-- keys: end -->\n";
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void theTableOfKeysIsUpToDate() throws Exception {
        String page = Files.readString(PAGE);
        assertThat(page).contains(BEGIN, END);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        String generated = page.substring(0, from) + "\n" + new KeysPage(Kinds.load()).markdown() + "\n"
                + page.substring(page.indexOf(END));

        if (Boolean.getBoolean("gradus.docs.write")) {
            Files.writeString(PAGE, generated);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/jobs.md is not what the keys say; write it anew with:"
                        + " mvn test -pl cli -am -Dtest=JobDocsTest -Dsurefire.failIfNoSpecifiedTests=false"
                        + " -Dgradus.docs.write=true")
                .isEqualTo(generated);
    }

    @Test
    void everyExampleAndEveryPublishedJobIsYamlOfAJob() throws Exception {
        for (String text : published()) {
            List<Entry> entries = PlainYaml.entries(text, path -> true);

            assertThat(entries).isNotEmpty();
        }
    }

    @Test
    void everyExampleAndEveryPublishedJobLoads() throws Exception {
        Kinds kinds = Kinds.load();
        assumeTrue(
                Stream.of("data.rows", "model.bias", "optimizer.rate", "schedule.scaling")
                        .allMatch(kinds.keys()::contains),
                "this class path lacks kinds that the published jobs use");

        for (String text : published()) {
            Path file = Files.writeString(folder.resolve("job.yaml"), text);

            assertThatCode(() -> JobFile.load(file, List.of(), kinds)).doesNotThrowAnyException();
        }
    }

    private static List<String> published() throws Exception {
        Matcher examples = EXAMPLE.matcher(Files.readString(PAGE));
        List<String> texts = new ArrayList<>(
                examples.results().map(result -> result.group(1)).toList());
        try (Stream<Path> jobs = Files.list(ROOT.resolve("jobs"))) {
            for (Path job : jobs.filter(path -> path.toString().endsWith(".yaml"))
                    .sorted()
                    .toList()) {
                texts.add(Files.readString(job));
            }
        }
        return texts;
    }
}
