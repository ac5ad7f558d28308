package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What {@code data} does with images. */
class ImageCommandsTest {

    /** What a command printed and how it ended. */
    private record Result(int code, String out, String err) {}

    @TempDir
    Path folder = Path.of("");

    @Test
    void imagesAreMadeInspectedAndTheSameAsGeneratedOnes() throws IOException {
        Path train = folder.resolve("train.bin");
        Path test = folder.resolve("test.bin");

        Result made = run("make", "images", "--rows", "40", "--out", "" + train, "--test-out", "" + test);

        assertThat(made).isEqualTo(new Result(0, train + ": 40 images of 3x32x32, 10 classes, 122,920 bytes\n", ""));
        assertThat(Files.size(test)).isEqualTo(4 * 3073);
        Result files = run("inspect", "" + train, "--kind", "cifar10", "--set", "data.testPath=" + test, "--json");
        Result generated = run("inspect", "x", "--kind", "images", "--set", "data.rows=40", "--json");
        assertThat(files.err()).isEmpty();
        Map<String, Object> found = Json.parseObject(files.out());
        Map<String, Object> formula = Json.parseObject(generated.out());
        for (String name : List.of("channels", "height", "width", "classes", "train", "test")) {
            assertThat(found.get(name)).as(name).isEqualTo(formula.get(name));
        }
    }

    @Test
    void aJobOfImagesIsInspectedAsText() throws IOException {
        Path job = Files.writeString(
                folder.resolve("job.yaml"),
                "data:\n  kind: images\n  rows: 30\n  size: 8\n  channels: 1\n  classes: 2\n  difficulty: 0\n");

        Result result = run("inspect", "" + job);

        assertThat(result.err()).isEmpty();
        assertThat(result.out())
                .startsWith(job + ": images, 30 images to train on and 3 to test on, 1x8x8, 2 classes\n\nclass ")
                .contains("\nchannel            mean      deviation\n0 ");
    }

    @Test
    void badImagesAreOneLineWithCodeTwo() throws IOException {
        Path file = Files.write(folder.resolve("a.bin"), new byte[100]);

        assertThat(run("inspect", "" + file, "--kind", "cifar10"))
                .isEqualTo(new Result(
                        2,
                        "",
                        "gradus: file is cut short or not of CIFAR-10: file=" + file
                                + ", bytes=100, expected=3073 (3073 for each of 1 images)\n"));
        assertThat(run("make", "images", "--set", "data.size=8", "--out", "" + folder.resolve("b.bin")))
                .isEqualTo(new Result(
                        2,
                        "",
                        "gradus: images do not fit the form of CIFAR-10: image=3x8x8, classes=10, expected=3x32x32 and"
                                + " at most 10 classes\n"));
    }

    @Test
    void aFolderIsReplacedOnlyWhenForced() throws IOException {
        assertThat(run("get", "mnist", "--out", "" + folder))
                .isEqualTo(new Result(
                        2, "", "gradus: folder exists: folder=" + folder + "; add --force to replace its images\n"));
        assertThat(run("get", "mnist", "--from", "ftp://x/", "--out", "" + folder.resolve("a"))
                        .err())
                .isEqualTo("gradus: bad value: --from=ftp://x/; expected http://... or https://...\n");
    }

    @Test
    void withoutANetworkEveryPlaceIsNamed() {
        Result result =
                run("get", "mnist", "--from", "http://no-such-host.invalid/m", "--out", "" + folder.resolve("a"));

        assertThat(result)
                .isEqualTo(new Result(
                        1,
                        "",
                        "gradus: cannot get images: name=mnist, http://no-such-host.invalid/m/: the name of the server"
                                + " is not known here; get them where there is a network, and name their folder by"
                                + " --set data.path=\n"));
        assertThat(folder).isEmptyDirectory();
    }

    private static Result run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        String[] all = new String[args.length + 1];
        all[0] = "data";
        System.arraycopy(args, 0, all, 1, args.length);
        return new Result(line.execute(all), out.toString(), err.toString());
    }
}
