package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.job.Key;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeysPageTest {

    private final KeysPage page = new KeysPage(SampleKinds.all());

    @Test
    void thePageHasEveryKeyWithTypeDefaultAndSentence() {
        String text = page.text(KeysPage.DEFAULT_WIDTH);

        assertThat(text)
                .startsWith(
                        "job\n  name: text; default empty\n      name of the run; empty = the name of the job file\n");
        assertThat(text)
                .contains("""

                        data
                          data.kind: text; default linear
                              where the rows come from
                              - csv: the csv set
                              - linear: the linear set
                          data.path: text; default empty
                              file to read (only with data.kind=csv)
                          data.rows: whole number of at least 1; default 1000
                              rows to generate (only with data.kind=linear)
                        """)
                .contains("  launch.warmUp: duration (500ms, 30s, 2m); default 500ms\n")
                .contains("  model.bias: true or false; default true\n      whether there is a bias\n")
                .contains("  model.layers: list of texts; default relu; dense 10\n");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 60, 80, 100, 200})
    void noLineIsWiderThanAsked(int width) {
        String text = page.text(width);

        assertThat(text.lines()).allMatch(line -> line.length() <= width);
        assertThat(words(text)).isEqualTo(words(page.text(10_000)));
    }

    @Test
    void theTablesHaveEveryKeyOnceAndEscapeBars() {
        String markdown = page.markdown();

        for (Key<?> key : SampleKinds.all().keys().all()) {
            assertThat(markdown).containsOnlyOnce("| `" + key.name() + "` |");
        }
        assertThat(markdown)
                .contains("| `kernels` | auto \\| simd \\| plain | `auto` | ")
                .contains("| `data.path` | text | empty | file to read (only with data.kind=csv) |\n")
                .contains("\n* `data.kind: csv`: the csv set\n");
    }

    @Test
    void programsGetAMapForEachKey() {
        List<Map<String, Object>> maps = page.maps();

        assertThat(maps).hasSameSizeAs(SampleKinds.all().keys().all());
        assertThat(maps)
                .contains(Map.of(
                        "name", "data.path",
                        "type", "text",
                        "default", "",
                        "summary", "file to read",
                        "only", List.of("data.kind=csv")))
                .contains(Map.of(
                        "name", "data.kind",
                        "type", "text",
                        "default", "linear",
                        "summary", "where the rows come from",
                        "kinds", List.of("csv", "linear")));
    }

    private static List<String> words(String text) {
        return List.of(text.strip().split("\\s+"));
    }
}
