package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.formats.WordVectorsFile;
import dev.gradus.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class VectorCommandsTest {

    /** Directions: man, woman, royal. */
    private static final String VECTORS = "5 3\nman 1 0 0\nwoman 0 1 0\nking 1 0 1\nqueen 0 1 1\napple -1 -1 0\n";

    /** What a command printed and how it ended. */
    private record Result(int code, String out, String err) {}

    @TempDir
    Path folder = Path.of("");

    private Path model = Path.of("");

    @BeforeEach
    void writeVectors() throws IOException {
        model = Files.writeString(folder.resolve("v.txt"), VECTORS);
    }

    @Test
    void similarShowsTheNearestOfEachWord() {
        String expected = """
                near to king  similarity
                         man      0.7071
                       queen      0.5000

                near to apple  similarity
                         king     -0.5000
                        queen     -0.5000
                """;

        assertThat(run("similar", model, "king", "apple", "--top", 2)).isEqualTo(new Result(0, expected, ""));
    }

    @Test
    void similarPrintsJson() {
        Result result = run("similar", model, "king", "--top", 1, "--json");

        assertThat(result.out())
                .isEqualTo("{\"words\":[{\"word\":\"king\",\"neighbours\":[{\"word\":\"man\","
                        + "\"similarity\":0.70710677}]}]}\n");
    }

    @Test
    void moreThanThereAreIsAllThereIs() {
        assertThat(run("similar", model, "king", "--top", Integer.MAX_VALUE)
                        .out()
                        .lines())
                .hasSize(5);
    }

    @Test
    void analogyLeavesOutTheWordsOfTheQuestion() {
        assertThat(run("analogy", model, "man", "king", "woman", "--top", 1).out())
                .isEqualTo("man : king = woman :  similarity\n               queen      0.9586\n");
        assertThat(run("analogy", model, "man", "king", "woman", "--json").out())
                .startsWith("{\"question\":[\"man\",\"king\",\"woman\"],\"answers\":[{\"word\":\"queen\",");
    }

    @Test
    void anUnknownWordIsRefusedWithNearSpellings() {
        assertThat(run("similar", model, "quene"))
                .isEqualTo(new Result(
                        2, "", "gradus: word is not in the vocabulary: word=quene, words=5; did you mean 'queen'?\n"));
        assertThat(run("analogy", model, "man", "kin", "woman"))
                .isEqualTo(new Result(
                        2, "", "gradus: word is not in the vocabulary: word=kin, words=5; did you mean 'king'?\n"));
    }

    @Test
    void wrongUsageIsRefused() throws IOException {
        Files.createDirectories(folder.resolve("empty"));
        assertRefused("bad value: --top=0", "similar", model, "king", "--top", 0);
        assertRefused("Missing required parameter: 'WORD'", "similar", model);
        assertRefused("no vectors of words found: model=" + folder, "similar", folder.resolve("empty"), "king");
        assertRefused("no such format: --to=onnx; possible is word2vec", "export", model, "--to", "onnx", "--out", "f");
        assertRefused(
                "a binary file needs its header",
                "export",
                model,
                "--to",
                "word2vec",
                "--out",
                folder.resolve("f"),
                "--binary",
                "--no-header");
        assertRefused("file exists: file=" + model, "export", model, "--to", "word2vec", "--out", model);
        assertRefused("folder not found", "export", model, "--to", "word2vec", "--out", folder.resolve("no/f"));
        assertRefused("nothing to evaluate on", "evaluate", model);
        assertRefused("bad value: --vocabulary=0", "evaluate", model, "--analogies", model, "--vocabulary", 0);
        assertRefused("option is for another sort of model: options=--data", "evaluate", model, "--data", "x.csv");
        Files.writeString(folder.resolve("cut.txt"), VECTORS.substring(0, VECTORS.length() - 10));
        assertRefused("line=6", "similar", folder.resolve("cut.txt"), "king");
    }

    @Test
    void aModelThatIsNotThereIsNamedWhateverTheOptions() {
        Path none = folder.resolve("none");

        Result result = run("evaluate", none, "--analogies", model);

        assertThat(result.err()).startsWith("gradus: model folder is missing: folder=" + none);
        assertThat(result.code()).isEqualTo(1);
    }

    private void assertRefused(String message, Object... arguments) {
        Result result = run(arguments);
        assertThat(result.err()).contains(message).startsWith("gradus: ").hasLineCount(1);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
    }

    @Test
    void exportWritesWhatReadsBack() throws IOException {
        for (List<String> options : List.of(List.of("--binary"), List.of("--no-header"), List.<String>of())) {
            Path file = folder.resolve("out");
            Object[] arguments = Stream.concat(
                            Stream.of("export", model, "--to", "word2vec", "--out", file, "--force"), options.stream())
                    .toArray();

            Result result = run(arguments);

            assertThat(result.err()).isEmpty();
            assertThat(result.out()).startsWith(file + ": 5 words, dimension 3, ");
            assertThat(WordVectorsFile.load(file).vocabulary().words())
                    .containsExactly("man", "woman", "king", "queen", "apple");
        }
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("v.txt", "out");
    }

    @Test
    void evaluateScoresAnalogiesAndSimilarity() throws IOException {
        Path questions = Files.writeString(
                folder.resolve("q"),
                ": royal\nMan King Woman Queen\nman king woman pear\n: gram1\nman king apple man\n");
        Path pairs =
                Files.writeString(folder.resolve("p"), "man\tking\t9\nman\tapple\t1\nman\twoman\t2\nman\tpear\t3\n");

        Map<String, Object> figures = Json.parseObject(
                run("evaluate", model, "--analogies", questions, "--similarity", pairs, pairs, "--json")
                        .out());
        String text = run("evaluate", model, "--similarity", pairs, "--analogies", questions)
                .out();

        assertThat(figures)
                .containsEntry("words", 5L)
                .containsEntry("dimension", 3L)
                .containsEntry("vocabulary", 5L)
                .containsEntry("analogyAccuracy", 0.5)
                .containsEntry("semanticAccuracy", 1.0)
                .containsEntry("syntacticAccuracy", 0.0)
                .containsEntry("questions", 2L)
                .containsEntry("correct", 1L)
                .containsEntry("outOfVocabulary", 1L);
        Map<String, Object> similarity =
                Map.of("file", pairs.toString(), "spearman", 1.0, "pairs", 3L, "outOfVocabulary", 1L);
        assertThat(figures.get("similarity")).isEqualTo(List.of(similarity, similarity));
        assertThat(text)
                .contains("analogies among 5 words: accuracy 50.0 %")
                .contains("royal        1          1        1   100.0 %")
                .endsWith("p: Spearman 1.0000 over 3 pairs, unknown 1\n");
    }

    private static Result run(Object... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        String[] texts = Stream.of(arguments).map(Object::toString).toArray(String[]::new);
        int code = line.execute(texts);
        return new Result(code, out.toString(), err.toString());
    }
}
