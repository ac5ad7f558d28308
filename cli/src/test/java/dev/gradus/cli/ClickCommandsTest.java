package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClickCommandsTest {

    private static final String SMALL = "data.featureSpace=4096";

    /** What a command printed and how it ended. */
    private record Result(int code, String out, String err) {}

    @TempDir
    Path folder;

    @Test
    void makeWritesTheFormatThatTheEndingSays() throws IOException {
        Path train = folder.resolve("a.svm");
        Path test = folder.resolve("t.svm");

        Result result =
                run("make", "ctr", "--rows", "300", "--set", SMALL, "--out", "" + train, "--test-out", "" + test);

        assertThat(result)
                .isEqualTo(
                        new Result(0, train + ": 300 rows, 4,096 features, libsvm, " + bytes(train) + " bytes\n", ""));
        assertThat(Files.readAllLines(train)).hasSize(300).allMatch(line -> line.matches("[+-]1 1:[0-9].*:1"));
        assertThat(Files.readAllLines(test)).hasSize(30).doesNotContainAnyElementsOf(Files.readAllLines(train));
        assertThat(namesInFolder()).containsExactlyInAnyOrder("a.svm", "t.svm");
    }

    @Test
    void makeWritesTheFormatThatIsAskedFor() throws IOException {
        Path file = folder.resolve("a.svm");

        Result result =
                run("make", "ctr", "--rows", "5", "--set", SMALL, "--format", "vw", "--json", "--out", "" + file);

        assertThat(result.out())
                .isEqualTo("{\"file\":\"" + file + "\",\"kind\":\"ctr\",\"format\":\"vw\",\"rows\":5,\"features\":4096,"
                        + "\"testRows\":1,\"bytes\":" + Files.size(file) + "}\n");
        assertThat(Files.readAllLines(file)).hasSize(5).allMatch(line -> line.matches("-?1 \\| 1:[0-9].*"));
    }

    @Test
    void makeRefusesWhatDoesNotGoTogether() {
        String out = "" + folder.resolve("a.svm");

        assertThat(run("make", "ctr", "--out", "" + folder.resolve("a.txt")))
                .isEqualTo(new Result(
                        2,
                        "",
                        "gradus: format is not clear: file=" + folder.resolve("a.txt")
                                + "; give --format libsvm or vw or criteo\n"));
        assertThat(run("make", "ctr", "--format", "csv", "--out", out).err())
                .isEqualTo("gradus: no such format: --format=csv; give --format libsvm or vw or criteo\n");
        assertThat(run("make", "linear", "--format", "vw", "--out", out).err())
                .isEqualTo("gradus: option is for clicks: --format=vw, kind=linear\n");
        assertThat(run("make", "relations", "--test-out", "t", "--out", out).err())
                .isEqualTo("gradus: option is for clicks or images: --test-out=t, kind=relations\n");
        assertThat(run("make", "ctr", "--test-out", out, "--out", out).err())
                .isEqualTo("gradus: two contents for one file: file=" + out + "; give two paths\n");
        assertThat(run("make", "ctr", "--set", "data.featureSpace=1000", "--out", out)
                        .err())
                .isEqualTo("gradus: too few features: data.featureSpace=1000; write 1330 or more, or 0 for those of the"
                        + " Kaggle set\n");
        assertThat(run("make", "ctr", "--features", "5", "--out", out).err())
                .startsWith("gradus: unknown key: data.features");
    }

    @Test
    void inspectShowsTheRowsOfAJobAndWhatTheHiddenModelScores() throws IOException {
        Path job = Files.writeString(
                folder.resolve("job.yaml"), "data:\n  kind: ctr\n  rows: 20000\n  featureSpace: 4096\n");

        Result result = run("inspect", "" + job, "--set", "data.cache=" + folder.resolve("cache"));

        assertThat(result.err()).isEmpty();
        assertThat(result.code()).isZero();
        List<String> lines = result.out()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
        assertThat(lines.get(0)).matches(".*job.yaml: ctr, [0-9],[0-9]{3} features of 4,097 occur, from 1 to 4[0-9]+");
        assertThat(lines.get(2))
                .isEqualTo("rows label 1 entries a row from, to bytes in cache hidden model's loss, AUC");
        assertThat(lines.get(3))
                .matches("training 20,000 2[0-9]\\.\\d\\d % 39.00 39, 39 [1-9][0-9,]+ 0\\.4\\d{3}, 0\\.8\\d{3}");
        assertThat(lines.get(4))
                .matches(
                        "held out 2,000 2[0-9]\\.\\d\\d % 3[89]\\.\\d\\d \\d+, 39 [1-9][0-9,]+ 0\\.\\d{4}, 0\\.\\d{4}");
        assertThat(lines.get(6)).isEqualTo("most frequent features");
        assertThat(lines.get(7)).isEqualTo("1 20,000 rows 100.000 %");
        assertThat(lines).hasSize(27);
    }

    @Test
    void inspectPrintsJson() throws IOException {
        Path job = Files.writeString(
                folder.resolve("job.yaml"), "data:\n  kind: ctr\n  rows: 100\n  test: 0\n  featureSpace: 4096\n");

        Result result = run("inspect", "--json", "" + job, "--set", "data.cache=" + folder.resolve("cache"));

        assertThat(result.out())
                .startsWith("{\"file\":\"" + job + "\",\"kind\":\"ctr\",\"space\":4097,\"features\":")
                .contains("\"lowestFeature\":1,\"highestFeature\":")
                .contains("\"train\":{\"rows\":100,\"positives\":")
                .contains("\"entries\":3900,\"fewestEntries\":39,\"mostEntries\":39,\"cacheBytes\":")
                .contains("\"hiddenLoss\":0.")
                .contains(
                        "\"test\":{\"rows\":0,\"positives\":0,\"entries\":0,\"fewestEntries\":0,\"mostEntries\":0,\"cacheBytes\":0}")
                .contains("\"top\":{\"1\":100,\"2\":100,");
    }

    @Test
    void inspectShowsTheRowsOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "1 3:0.5 70:1\n-1 3:1\n-1 3:2 5:1 9:1\n0 3:1 5:1\n");

        Result result = run("inspect", "--kind", "libsvm", "" + file);

        assertThat(result.err()).isEmpty();
        assertThat(result.out().lines().map(line -> line.strip().replaceAll(" +", " ")))
                .containsExactly(
                        file + ": libsvm, 1 files, 45 bytes, 4 rows, 8 entries",
                        "",
                        "label 1 1 rows 25.00 %",
                        "entries a row 2.00",
                        "features 3 to 70");
        assertThat(run("inspect", "--kind", "libsvm", "--json", "" + file).out())
                .isEqualTo("{\"file\":\"" + file + "\",\"kind\":\"libsvm\",\"files\":1,\"bytes\":45,\"rows\":4,"
                        + "\"positives\":1,\"entries\":8,\"lowestFeature\":3,\"highestFeature\":70,"
                        + "\"badRows\":0,\"firstBad\":\"\"}\n");
        assertThat(namesInFolder()).containsExactly("f");
    }

    @Test
    void inspectShowsTheDeclaredColumnsOfAFileAndOfAJob() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "label;price;site\n1;2;\"a\nb\"\n0;;c\n0;x;c\n");
        String columns = "data:\n  kind: columns\n  path: " + file
                + "\n  numeric: price\n  categorical: 3\n  separator: ;\n  onBadRow: skip\n  badRows: 1\n  test: 0\n";
        Path job = Files.writeString(folder.resolve("job.yaml"), columns);

        Result ofFile = run(
                "inspect", "--kind", "columns", "" + file, "--set", "data.numeric=price", "--set", "data.separator=;");
        Result ofJob = run("inspect", "" + job, "--set", "data.cache=" + folder.resolve("cache"));

        assertThat(ofFile.out())
                .contains("columns, 1 files, 38 bytes, 2 rows, 1 entries", "1 lines are no rows")
                .contains(file + ":5: bad number in column 2 (price): found=x, expected a finite number, or nothing");
        assertThat(ofJob.code()).isZero();
        assertThat(ofJob.out()).contains("columns, 3 features of 16,777,216 occur");
    }

    @Test
    void inspectNamesTheFirstBadLineOfAFile() throws IOException {
        Path file = Files.writeString(folder.resolve("f"), "1 3:1\n1 3:1 2:1\n1 0:1\n");
        Path job = Files.writeString(folder.resolve("job.yaml"), "data:\n  kind: libsvm\n  path: " + file + "\n");

        Result ofFile = run("inspect", "--kind", "libsvm", "" + file);
        Result ofJob = run("inspect", "" + job, "--set", "data.cache=" + folder.resolve("cache"));
        Result without = run("inspect", "" + file);

        assertThat(ofFile.code()).isZero();
        assertThat(ofFile.out())
                .contains("1 rows, 1 entries", "2 lines are no rows, the first of them:\n")
                .contains(file + ":2:7", "index out of order");
        assertThat(ofJob.code()).isEqualTo(2);
        assertThat(ofJob.out()).isEmpty();
        assertThat(ofJob.err()).startsWith("gradus: ").contains(file + ":2:7", "index out of order");
        assertThat(without.code()).isEqualTo(2);
        assertThat(without.err()).endsWith("; the form of sparse rows is named by --kind\n");
    }

    @Test
    void filesThatMakeWroteAreInspectedLikeTheirRows() throws IOException {
        Path train = folder.resolve("a.svm");
        Path test = folder.resolve("t.svm");
        String cache = "data.cache=" + folder.resolve("cache");
        Path job = Files.writeString(folder.resolve("job.yaml"), "data:\n  kind: ctr\n  rows: 2000\n");
        run("make", "ctr", "--rows", "2000", "--out", "" + train, "--test-out", "" + test);

        Result made = run("inspect", "" + job, "--set", cache);
        Path other = Files.writeString(
                folder.resolve("other.yaml"),
                "data:\n  kind: libsvm\n  path: " + train + "\n  testPath: " + test + "\n");
        Result written = run("inspect", "" + other, "--set", cache);

        assertThat(written.err()).isEmpty();
        assertThat(lines(made, "training")).isEqualTo(lines(written, "training"));
        assertThat(lines(made, "held out")).isEqualTo(lines(written, "held out"));
    }

    /** What is said of a part before the bytes of the cache, which depend on how features are coded. */
    private static String lines(Result result, String part) {
        String line = result.out()
                .lines()
                .filter(text -> text.startsWith(part))
                .findFirst()
                .orElseThrow();
        return line.substring(0, 82).replaceFirst(" +[0-9,]+$", "");
    }

    @Test
    void inspectRefusesJobsWithoutSparseRows() throws IOException {
        Path job = Files.writeString(folder.resolve("job.yaml"), "data: linear\n");

        assertThat(run("inspect", "" + job))
                .isEqualTo(
                        new Result(2, "", "gradus: data.kind=linear gives no sparse rows; inspect its file itself\n"));
        assertThat(run("inspect", "" + folder.resolve("none.yaml")).err())
                .isEqualTo("gradus: " + folder.resolve("none.yaml") + ": no such file\n");
        assertThat(run("inspect", "--kind", "libsvn", "" + job).err())
                .startsWith("gradus: ")
                .contains("libsvn");
        assertThat(run("inspect", "--kind", "ctr", "" + job))
                .isEqualTo(
                        new Result(
                                2,
                                "",
                                "gradus: not a form of files: --kind=ctr; expected libsvm, vw, criteo, columns, cifar10, idx or images\n"));
        assertThat(run("inspect", "" + job, "--set", "data.kin=ctr").err())
                .isEqualTo("gradus: --set data.kin=ctr: unknown key: data.kin; did you mean 'data.kind'?\n");
    }

    private static String bytes(Path file) throws IOException {
        return String.format(Locale.ROOT, "%,d", Files.size(file));
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
