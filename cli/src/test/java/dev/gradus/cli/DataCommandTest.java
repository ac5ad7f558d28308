package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DataCommandTest {

    /** What a command printed and how it ended. */
    private record Result(int code, String out, String err) {}

    @TempDir
    Path folder;

    @Test
    void makeWritesTheRowsThatWereAskedFor() throws IOException {
        Path file = folder.resolve("f.csv");

        Result result = run("make", "linear", "--rows", "50", "--features", "3", "--seed", "7", "--out", "" + file);

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(51).first().isEqualTo("f0,f1,f2,label");
        assertThat(result.out().strip())
                .isEqualTo(String.format(
                        Locale.ROOT, "%s: 50 rows, 3 features, 2 classes, %,d bytes", file, Files.size(file)));
        assertThat(namesInFolder()).containsExactly("f.csv");
    }

    @Test
    void makeTakesAnyKeyOfTheKind() throws IOException {
        Path file = folder.resolve("f.csv");

        Result result = run(
                "make",
                "blobs",
                "--set",
                "data.classes=5",
                "--set",
                "data.rows=1e2",
                "--set",
                "data.noise=0.5",
                "--json",
                "--out",
                "" + file);

        assertThat(result)
                .isEqualTo(new Result(
                        0,
                        "{\"file\":\"" + file + "\",\"kind\":\"blobs\",\"rows\":100,\"features\":2,\"classes\":5,"
                                + "\"bytes\":" + Files.size(file) + "}\n",
                        ""));
    }

    @Test
    void makeWritesATextAndQuestionsOnIt() throws IOException {
        Path text = folder.resolve("t.txt");
        Path questions = folder.resolve("q.txt");

        Result result =
                run("make", "relations", "--set", "data.words=1100", "--out", "" + text, "--questions", "" + questions);

        assertThat(result.err()).isEmpty();
        assertThat(result.out()).startsWith(text + ": 1,100 words, ").endsWith(" bytes\n");
        assertThat(Files.readString(text).split("\\s+", -1)).hasSize(1101);
        assertThat(Files.readAllLines(questions)).contains(": gram8-plural", "athens greece paris france");
        assertThat(run("make", "relations", "--out", "" + folder.resolve("u"), "--questions", "" + questions))
                .isEqualTo(
                        new Result(2, "", "gradus: file exists: file=" + questions + "; add --force to replace it\n"));
        assertThat(run("make", "linear", "--out", "" + folder.resolve("u"), "--questions", "" + folder.resolve("v"))
                        .err())
                .contains("option is for a text: --questions=");
        assertThat(run("make", "relations", "--rows", "5", "--out", "" + folder.resolve("u"))
                        .err())
                .contains("unknown key: data.rows");
        assertThat(namesInFolder()).containsExactlyInAnyOrder("t.txt", "q.txt");
    }

    @Test
    void makeTheSameTwiceGivesTheSameFile() throws IOException {
        run("make", "rings", "--rows", "300", "--out", "" + folder.resolve("a.csv"));
        run("make", "rings", "--rows", "300", "--out", "" + folder.resolve("b.csv"));
        run("make", "rings", "--rows", "300", "--seed", "2", "--out", "" + folder.resolve("c.csv"));

        assertThat(folder.resolve("a.csv")).hasSameTextualContentAs(folder.resolve("b.csv"));
        assertThat(Files.mismatch(folder.resolve("a.csv"), folder.resolve("c.csv")))
                .isNotEqualTo(-1);
    }

    @Test
    void makeReplacesAFileOnlyWhenForced() throws IOException {
        Path file = Files.writeString(folder.resolve("f.csv"), "precious");

        Result refused = run("make", "rings", "--rows", "5", "--out", "" + file);

        assertThat(refused)
                .isEqualTo(new Result(2, "", "gradus: file exists: file=" + file + "; add --force to replace it\n"));
        assertThat(file).hasContent("precious");
        assertThat(run("make", "rings", "--rows", "5", "--force", "--out", "" + file)
                        .code())
                .isZero();
        assertThat(Files.readAllLines(file)).hasSize(6);
        assertThat(namesInFolder()).containsExactly("f.csv");
    }

    @Test
    void makeRefusesWhatItDoesNotKnow() throws IOException {
        String out = "" + folder.resolve("f.csv");

        assertThat(run("make", "ring", "--out", out))
                .isEqualTo(new Result(
                        2,
                        "",
                        "gradus: no such generated set: kind=ring, known=linear rings blobs images ctr relations;"
                                + " did you mean 'rings'?\n"));
        assertThat(run("make", "csv", "--out", out).err()).startsWith("gradus: no such generated set: kind=csv");
        assertThat(run("make", "linear", "--set", "data.margn=1", "--out", out))
                .isEqualTo(new Result(2, "", "gradus: unknown key: data.margn; did you mean 'data.margin'?\n"));
        assertThat(run("make", "linear", "--set", "data.noise=lots", "--out", out)
                        .err())
                .startsWith("gradus: bad value: data.noise=lots, not a number");
        assertThat(run("make", "linear", "--rows", "many", "--out", out).code()).isEqualTo(2);
        assertThat(run("make", "linear").code()).isEqualTo(2);
        assertThat(run().code()).isEqualTo(2);
        assertThat(run("make", "rings", "--force", "--out", "" + folder))
                .isEqualTo(new Result(2, "", "gradus: not a file: file=" + folder + "; give the path of a file\n"));
        assertThat(namesInFolder()).isEmpty();
    }

    @Test
    void makeFailsWhereItCannotWrite() {
        Path file = folder.resolve("none").resolve("f.csv");

        assertThat(run("make", "rings", "--rows", "5", "--out", "" + file))
                .isEqualTo(new Result(
                        1, "", "gradus: folder not found: folder=" + file.getParent() + "; create it first\n"));
    }

    @Test
    void inspectShowsCountsAndStatistics() throws IOException {
        Path file = Files.writeString(folder.resolve("f.csv"), "a,label,b\n1,0,5\n2,1,5\n3,1,5\n6,1,5\n");

        Result result = run("inspect", "" + file);

        assertThat(result.code()).isZero();
        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        file + ": 4 rows, 2 features, 2 classes, with header",
                        "",
                        "labels in 'label'",
                        "0 1 rows 25.00 %",
                        "1 3 rows 75.00 %",
                        "",
                        "feature min mean max deviation",
                        "a 1.00000 3.00000 6.00000 1.87083",
                        "b 5.00000 5.00000 5.00000 0.00000");
    }

    @Test
    void inspectCountsTheWordsOfAText() throws IOException {
        Path file = Files.write(folder.resolve("f.txt"), new byte[] {'T', 'o', ' ', 'b', 'e', '\n', 't', 'o', ' ', -1});

        Result result = run("inspect", "--text", "" + file);

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        assertThat(result.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        file + ": 1 files, 10 bytes, 3 words, 2 different, 2 sentences",
                        "",
                        "1 bytes cannot stand in a text",
                        "not UTF-8: file=" + file + ", offset=9, byte=0xff; convert it first",
                        "",
                        "most frequent words",
                        "to 2 66.667 %",
                        "be 1 33.333 %");
        assertThat(run("inspect", "--text", "--tokenizer", "whitespace", "--json", "" + file)
                        .out())
                .isEqualTo("{\"file\":\"" + file + "\",\"tokenizer\":\"whitespace\",\"files\":1,\"bytes\":10,"
                        + "\"words\":3,\"distinct\":3,\"sentences\":2,\"badBytes\":1,"
                        + "\"top\":{\"To\":1,\"be\":1,\"to\":1},"
                        + "\"bad\":[\"not UTF-8: file=" + file + ", offset=9, byte=0xff; convert it first\"]}\n");
        assertThat(run("inspect", "--text", "--tokenizer", "words", "" + file))
                .isEqualTo(
                        new Result(
                                2,
                                "",
                                "gradus: bad value: data.tokenizer=words, unknown value; expected simple | whitespace | text8\n"));
        assertThat(run("inspect", "--text", "" + folder.resolve("none")).code()).isEqualTo(2);
    }

    @Test
    void inspectPrintsOneJsonObject() throws IOException {
        Path file = Files.writeString(folder.resolve("f.csv"), "\"a\"\"b\",y\n1,0\n2,1\n3,1\n6,2\n");

        Result result = run("inspect", "--json", "--label", "y", "" + file);

        assertThat(result)
                .isEqualTo(new Result(
                        0,
                        "{\"file\":\"" + file + "\",\"rows\":4,\"features\":1,\"classes\":3,\"header\":true,"
                                + "\"label\":\"y\",\"labelCounts\":[1,2,1],\"columns\":[{\"name\":\"a\\\"b\","
                                + "\"min\":1.0,\"mean\":3.0,\"max\":6.0,\"deviation\":1.8708286933869707}]}\n",
                        ""));
    }

    @Test
    void inspectSaysHowManyFeaturesItLeavesOut() throws IOException {
        String line = IntStream.range(0, 30).mapToObj(Integer::toString).collect(Collectors.joining(","));
        Path file = Files.writeString(folder.resolve("f.csv"), line + ",0\n" + line + ",1\n");

        Result result = run("inspect", "" + file);

        assertThat(result.out().lines().filter(text -> text.startsWith("column ")))
                .hasSize(20);
        assertThat(result.out()).endsWith("and 10 more features; --json shows all\n");
    }

    @Test
    void inspectRefusesBadFilesInOneLine() throws IOException {
        Path missing = folder.resolve("none.csv");
        Path ragged = Files.writeString(folder.resolve("f.csv"), "a,label\n1,0\n1\n");

        assertThat(run("inspect", "" + missing))
                .isEqualTo(new Result(2, "", "gradus: file not found: file=" + missing + "; check the path\n"));
        assertThat(run("inspect", "--json", "" + ragged))
                .isEqualTo(
                        new Result(
                                2,
                                "",
                                "gradus: row has too few columns: file=" + ragged
                                        + ", line=3, column=2, name=label, columns=1, expected=2; correct or remove the row\n"));
        assertThat(run("inspect", "--header", "perhaps", "" + ragged).err())
                .isEqualTo("gradus: bad value: --header=perhaps; expected auto, true or false\n");
    }

    @Test
    void scalarsAreNumbersFlagsOrTexts() {
        assertThat(Stream.of("12", "-3", "1e3", "0.5", "true", "false", "x", "").map(DataMakeCommand::scalar))
                .containsExactly(12L, -3L, 1000.0, 0.5, true, false, "x", "");
    }

    private Result run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        int code =
                line.execute(Stream.concat(Stream.of("data"), Stream.of(args)).toArray(String[]::new));
        return new Result(code, out.toString(), err.toString());
    }

    private List<String> namesInFolder() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }
}
