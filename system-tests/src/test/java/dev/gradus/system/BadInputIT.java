package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What people get wrong: one line that names the thing, the exit code of DESIGN.md, nothing on standard output. */
@Timeout(120)
class BadInputIT {

    private static final String CSV = "train DIR/csv.yaml --out DIR/new --set data.path=DIR/";

    private static final String IMAGES = "train DIR/network.yaml --out DIR/new --set data.path=DIR/";

    private static final String HUGE = "train DIR/csv.yaml --set data.path=DIR/huge.csv --out DIR/";

    /** An image of CIFAR-10: its label and 3x32x32 values. */
    private static final int IMAGE_BYTES = 3073;

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    static Path folder = Path.of("");

    /** Wrong input: the words of the command with DIR for the folder of the test, and parts of the line it earns. */
    record Case(String command, int code, List<String> parts) {

        @Override
        public String toString() {
            return command;
        }
    }

    private static Case wrong(String command, int code, String... parts) {
        return new Case(command, code, List.of(parts));
    }

    static Stream<Case> commands() {
        return Stream.of(
                wrong("trian", 2, "'trian'", "did you mean 'train'?"),
                wrong("train", 2, "no job file given"),
                wrong("train DIR/tiny.yaml --rank 2", 2, "'--rank'", "did you mean '--ranks'?"),
                wrong("train DIR/tiny.yaml --ranks", 2, "--ranks"),
                wrong("train DIR/tiny.yaml --set", 2, "--set"),
                wrong("train DIR/tiny.yaml DIR/csv.yaml", 2, "csv.yaml"),
                wrong("scale DIR/tiny.yaml --rounds 0", 2, "--rounds 0", "1 or more"),
                wrong("scale DIR/tiny.yaml --ranks 1,x", 2, "--ranks x"),
                wrong("worker", 2, "--join"),
                wrong("worker --join nowhere", 2, "--join nowhere", "HOST:PORT"),
                wrong("worker --join 127.0.0.1:1", 2, "no secret given"),
                wrong("worker --join 127.0.0.1:1 --secret-file DIR/none", 2, "secret cannot be read", "none"),
                wrong("evaluate DIR/none", 1, "DIR/none"),
                wrong("data make square --out DIR/x.csv", 2, "square"),
                wrong("data make linear --out DIR/tiny.yaml", 2, "file exists", "tiny.yaml", "--force"),
                wrong("data make linear --rows 5 --out DIR/x.csv --set data.row=1", 2, "data.row", "data.rows"),
                wrong("data inspect DIR/none.csv", 2, "file not found", "none.csv"),
                wrong("data inspect DIR/nan.csv", 2, "nan.csv", "line=3"));
    }

    static Stream<Case> jobs() {
        return Stream.of(
                wrong("train DIR/none.yaml", 2, "none.yaml: no such file"),
                wrong("train DIR", 2, "found a directory"),
                wrong("train DIR/broken.yaml", 2, "broken.yaml:3:1: malformed YAML"),
                wrong("train DIR/misspelt.yaml", 2, "misspelt.yaml:1:1: unknown key: epoch", "'epochs'?"),
                wrong("train DIR/tiny.yaml --set foo", 2, "--set foo: expected key=value"),
                wrong("train DIR/tiny.yaml --set data.row=5", 2, "unknown key: data.row", "'data.rows'?"),
                wrong("train DIR/tiny.yaml --ranks 0", 2, "--ranks 0", "at least 1"),
                wrong("train DIR/tiny.yaml --ranks -1", 2, "--ranks -1", "at least 1"),
                wrong("train DIR/tiny.yaml --ranks 17", 2, "--ranks 17", "virtualShards=16"),
                wrong("train DIR/tiny.yaml --strategy sequential --ranks 2", 2, "ranks=2", "sequential"),
                wrong("train DIR/tiny.yaml --launch join --set launch.host=no.such.host.invalid", 1, "launch.host"));
    }

    static Stream<Case> runs() {
        return Stream.of(
                wrong("train DIR/tiny.yaml --ranks 3 --set data.rows=2 --out DIR/new", 2, "--ranks 3", "rows=2"),
                wrong(CSV + "none.csv", 2, "file not found", "none.csv"),
                wrong(CSV + "empty.csv", 2, "empty.csv"),
                wrong(CSV + "header.csv", 2, "no rows", "header.csv"),
                wrong(CSV + "nan.csv", 2, "not a finite number", "nan.csv", "line=3", "NaN"),
                wrong(CSV + "ragged.csv", 2, "too few columns", "ragged.csv", "line=3"),
                wrong(CSV + "label.csv --set data.classes=2", 2, "label is out of range", "line=3", "'7'"),
                wrong(HUGE + "diverged-1 --set epochs=2", 3, "loss is not finite: step=1", "optimizer.rate"),
                wrong(HUGE + "diverged-2 --set epochs=2 --ranks 2", 3, "loss is not finite: step=1"),
                wrong(
                        HUGE + "diverged-3 --set epochs=1 --set optimizer.rate=1e38",
                        3,
                        "parameters are not finite: step=1",
                        "optimizer.rate"),
                wrong(
                        HUGE + "diverged-4 --set epochs=1 --set data.test=0.5",
                        3,
                        "loss on held-out rows is not finite: step=1"));
    }

    static Stream<Case> networks() {
        return Stream.of(
                wrong("train DIR/unknown.yaml --out DIR/new", 2, "layer 1 (convolutoin 8)", "'convolution'?"),
                wrong("train DIR/option.yaml --out DIR/new", 2, "layer 1 (convolution 8 kernal=3)", "'kernel'?"),
                wrong("train DIR/empty.yaml --out DIR/new", 2, "layer 2 (maxpool 3)", "output would be empty"),
                wrong("train DIR/image.yaml --out DIR/new", 2, "layer 2 (dense classes)", "put flatten before it"),
                wrong("train DIR/unequal.yaml --out DIR/new", 2, "layer 3 (add first)"),
                wrong("train DIR/scores.yaml --out DIR/new", 2, "7", "classes=10"),
                wrong(IMAGES + "cut.bin", 2, "cut short", "cut.bin", "bytes=6145", "expected=6146"),
                wrong(IMAGES + "label.bin", 2, "label is no class", "label.bin", "image=1", "label=200"),
                wrong(IMAGES + "none.bin", 2, "cannot read file", "none.bin"));
    }

    static Stream<Case> outputs() {
        return Stream.of(
                wrong("train DIR/tiny.yaml --out DIR/taken", 2, "run folder is taken", "DIR/taken", "--out"),
                wrong("scale DIR/tiny.yaml --out DIR/taken", 2, "DIR/taken", "--out"),
                wrong("train DIR/tiny.yaml --out DIR/tiny.yaml", 2, "tiny.yaml", "--out"),
                wrong("train DIR/tiny.yaml --out /proc/none/run", 1, "/proc/none/run", "cannot be written"),
                wrong("train DIR/tiny.yaml --out DIR/tiny.yaml/run", 1, "tiny.yaml/run", "cannot be written"),
                wrong("data make linear --rows 5 --out DIR/none/x.csv", 1, "folder not found", "none"),
                wrong("data make linear --rows 5 --out /proc/x.csv", 1, "cannot write", "/proc/x.csv"));
    }

    @BeforeAll
    static void writeFiles() throws IOException {
        Programs.tinyJob(folder);
        write("csv.yaml", "data.kind: csv\ndata.test: 0\nlaunch.warmUp: 0ms\nlaunch.kind: threads\n");
        write("broken.yaml", "data:\n  kind: \"linear\n");
        write("misspelt.yaml", "epoch: 3\n");
        write("empty.csv", "");
        write("header.csv", "a,b,label\n");
        write("nan.csv", "a,b,label\n1,2,0\nNaN,1,1\n");
        write("ragged.csv", "a,b,label\n1,2,0\n1,1\n");
        write("label.csv", "a,b,label\n1,2,0\n1,1,7\n");
        StringBuilder huge = new StringBuilder("a,b,label\n");
        for (int i = 0; i < 64; i++) {
            huge.append(i % 7 - 3)
                    .append("e37,")
                    .append(i % 5 - 2)
                    .append("e37,")
                    .append(i * 7 % 3 % 2)
                    .append('\n');
        }
        write("huge.csv", huge.toString());
        writeNetworks();
        Files.createDirectories(folder.resolve("taken"));
        write("taken/metrics.jsonl", "");
        write("taken/scale.json", "{}");
    }

    private static void writeNetworks() throws IOException {
        network("network.yaml", "flatten", "dense classes");
        network("unknown.yaml", "convolutoin 8", "flatten", "dense classes");
        network("option.yaml", "convolution 8 kernal=3", "flatten", "dense classes");
        network("empty.yaml", "maxpool 16", "maxpool 3", "flatten", "dense classes");
        network("image.yaml", "convolution 8", "dense classes");
        network("unequal.yaml", "convolution 4 as=first", "convolution 8", "add first", "flatten", "dense classes");
        network("scores.yaml", "flatten", "dense 7");
        byte[] images = new byte[2 * IMAGE_BYTES];
        Files.write(folder.resolve("good.bin"), images);
        Files.write(folder.resolve("cut.bin"), Arrays.copyOf(images, images.length - 1));
        images[IMAGE_BYTES] = (byte) 200;
        Files.write(folder.resolve("label.bin"), images);
    }

    private static void network(String name, String... layers) throws IOException {
        String lines = "data.kind: cifar10\ndata.path: " + folder.resolve("good.bin") + "\ndata.test: 0\n"
                + "launch.kind: threads\nmodel:\n  kind: cnn\n  layers:\n";
        write(name, lines + "    - " + String.join("\n    - ", layers) + "\n");
    }

    private static void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }

    @Test
    void theWayToADivergedLossIsInTheLog() throws Exception {
        Program program = programs.gradus((Object[])
                here(HUGE + "diverged --set epochs=2 --set evaluate.every=0").split(" ", -1));

        assertThat(program.awaitExit()).isEqualTo(3);
        assertThat(Files.readAllLines(folder.resolve("diverged/metrics.jsonl")))
                .filteredOn(line -> line.contains("\"type\":\"step\""))
                .hasSize(1);
    }

    @ParameterizedTest
    @MethodSource({"commands", "jobs", "runs", "networks", "outputs"})
    void whatIsWrongIsSaidInOneLine(Case wrong) throws Exception {
        Program program = programs.gradus((Object[]) here(wrong.command()).split(" ", -1));

        assertThat(program.awaitExit()).isEqualTo(wrong.code());
        List<String> lines = program.complaints();
        assertThat(lines).hasSize(1);
        assertThat(lines.get(0))
                .contains(wrong.parts().stream().map(BadInputIT::here).toList());
        assertThat(program.err())
                .noneMatch(line -> line.contains("Exception") || line.contains("Error:") || line.contains("\tat "));
        assertThat(program.out()).isEmpty();
    }

    private static String here(String text) {
        return text.replace("DIR", folder.toString());
    }
}
