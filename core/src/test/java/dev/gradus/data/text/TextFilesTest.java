package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.DataException;
import dev.gradus.data.files.SourceFile;
import dev.gradus.data.files.SourceFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFilesTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void aFolderIsAllItsFilesInOrder() throws IOException {
        Files.createDirectories(folder.resolve("b/.git"));
        for (String name : List.of("b/2", "c", "a", "b/1", "b.txt", ".hidden", "b/.git/x")) {
            Files.writeString(folder.resolve(name), "text");
        }
        Files.writeString(folder.resolve("empty"), "");

        assertThat(names(folder.toString())).containsExactly("a", "b.txt", "b/1", "b/2", "c", "empty");
    }

    @Test
    void aFolderMayBeALink() throws IOException {
        Files.createDirectories(folder.resolve("real"));
        Files.writeString(folder.resolve("real/a"), "text");
        Files.createSymbolicLink(folder.resolve("link"), folder.resolve("real"));

        assertThat(names(folder.resolve("link").toString())).containsExactly("link/a");
    }

    @Test
    void aPatternIsTheFilesThatItMatches() throws IOException {
        Files.createDirectories(folder.resolve("d/e"));
        for (String name : List.of("a.txt", "b.txt", "a.log", "d/c.txt", "d/e/f.txt", "odd[1].txt")) {
            Files.writeString(folder.resolve(name), "text");
        }

        assertThat(names(folder + "/*.txt")).containsExactly("a.txt", "b.txt", "odd[1].txt");
        assertThat(names(folder + "/d/**.txt")).containsExactly("d/c.txt", "d/e/f.txt");
        assertThat(names(folder + "/{a,d/c}.*")).containsExactly("a.log", "a.txt", "d/c.txt");
        assertThat(names(folder + "/odd[1].txt")).containsExactly("odd[1].txt");
    }

    @Test
    void whatIsNotThereIsRefused() throws IOException {
        Files.createDirectories(folder.resolve("none"));
        Files.writeString(folder.resolve("void"), "");
        Files.write(folder.resolve("void.gz"), TextCase.gzip(new byte[0]));

        refused("", "no text: data.path=; write data.path: FILE, FOLDER or PATTERN");
        refused(folder + "/x", "cannot read file: file=" + folder + "/x, file not found");
        refused(folder + "/x*", "no file matches: data.path=" + folder + "/x*");
        refused(folder + "/y/x*", "no file matches: data.path=" + folder + "/y/x*");
        refused(folder + "/none", "no file in folder: data.path=" + folder + "/none");
        refused(folder + "/void", "text is empty: data.path=" + folder + "/void, files=1");
        assertThatThrownBy(() -> find(folder + "/{void")).hasMessageStartingWith("not a pattern: data.path=");
    }

    @Test
    void packedFilesAreKnownByTheirFirstBytes() throws IOException {
        Path packed = TextCase.packed(folder.resolve("a.txt"), "a b");
        Path plain = TextCase.plain(folder.resolve("b.gz"), "a b");

        assertThat(find(packed.toString()).get(0).packed()).isTrue();
        assertThat(find(plain.toString()).get(0).packed()).isFalse();
    }

    @Test
    void packedFilesInSeveralPartsAreReadToTheirEnds() throws IOException {
        byte[] first = TextCase.gzip("one two ".repeat(1000).getBytes(StandardCharsets.UTF_8));
        byte[] both = Arrays.copyOf(first, 2 * first.length);
        System.arraycopy(first, 0, both, first.length, first.length);
        Path file = Files.write(folder.resolve("a.gz"), both);

        assertThat(WordCounts.of(TextCase.job(file, "simple", WordCutter.USUAL, 2))
                        .words())
                .isEqualTo(4000);
    }

    @Test
    void truncatedPackedFilesAreRefusedWhereverTheyEnd() throws IOException {
        byte[] packed = TextCase.gzip("one two three four".getBytes(StandardCharsets.UTF_8));
        for (int length = 2; length < packed.length; length++) {
            Path file = Files.write(folder.resolve("a.gz"), Arrays.copyOf(packed, length));

            assertThatThrownBy(() -> WordCounts.of(TextCase.job(file, "simple", WordCutter.USUAL, 2)))
                    .as("%d bytes", length)
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("cannot unpack file: file=" + file + ", ")
                    .hasMessageContaining("the file ends too early");
        }
    }

    @Test
    void damagedPackedFilesAreRefused() throws IOException {
        byte[] packed = TextCase.gzip("one two three four".repeat(9).getBytes(StandardCharsets.UTF_8));
        for (int at = 10; at < packed.length; at++) {
            byte[] damaged = packed.clone();
            damaged[at] ^= 0x10;
            Path file = Files.write(folder.resolve("a.gz"), damaged);

            assertThatThrownBy(() -> WordCounts.of(TextCase.job(file, "simple", WordCutter.USUAL, 2)))
                    .as("byte %d", at)
                    .isInstanceOf(DataException.class)
                    .hasMessageStartingWith("cannot unpack file: file=" + file + ", ");
        }
    }

    @Test
    void binaryFilesAreRefusedWithTheOffset() throws IOException {
        Path plain = TextCase.plain(folder.resolve("a"), "some text\0more");
        Path packed = TextCase.packed(folder.resolve("b"), "é\0more");

        assertThatThrownBy(() -> WordCounts.of(TextCase.job(plain, "simple", WordCutter.USUAL, 1)))
                .hasMessage("not a text, a NUL byte stands in it: file=" + plain + ", offset=9");
        assertThatThrownBy(() -> WordCounts.of(TextCase.job(packed, "text8", WordCutter.USUAL, 2)))
                .hasMessage("not a text, a NUL byte stands in it: file=" + packed + ", offset=2");
    }

    @Test
    void filesThatChangeAreRefused() throws IOException {
        Path file = TextCase.plain(folder.resolve("a"), "some text");
        List<SourceFile> files = find(file.toString());
        SourceFiles.requireUnchanged(files);

        Files.writeString(file, "some");

        assertThatThrownBy(() -> SourceFiles.requireUnchanged(files))
                .hasMessage("file changed while it was read: file=" + file
                        + ", size=9, now=4; start again when it is complete");
        assertThatThrownBy(() -> WordCounts.of(new TextJob(files, "simple", WordCutter.USUAL, 1)))
                .hasMessage("file became shorter while it was read: file=" + file + ", size=9, now=4");
    }

    private List<String> names(String path) throws IOException {
        return find(path).stream()
                .map(file -> folder.relativize(file.path()).toString())
                .toList();
    }

    private static List<SourceFile> find(String path) throws DataException {
        return TextFiles.find(path, Gutenberg.Cut.AUTO);
    }

    private static void refused(String path, String message) {
        assertThatThrownBy(() -> find(path)).isInstanceOf(DataException.class).hasMessage(message);
    }
}
