package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GutenbergTest {

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*** START OF THE PROJECT GUTENBERG EBOOK 57421 ***\nbook\n*** END OF THE PROJECT GUTENBERG EBOOK 57421 ***\n",
                "\uFEFFhead\r\n*** START OF THE PROJECT GUTENBERG EBOOK 1 ***\r\nbook\r\n*** END OF THE PROJECT GUTENBERG EBOOK 1 ***\r\nfoot",
                "head\n***START OF THIS PROJECT GUTENBERG EBOOK TITLE***\nbook\nEnd of Project Gutenberg's Title\nfoot\n***END OF THIS PROJECT GUTENBERG EBOOK TITLE***\n",
                "head\n*** START OF THE PROJECT GUTENBERG EBOOK A LONG\nTITLE THAT GOES ON ***\nbook\n*** END OF THIS PROJECT GUTENBERG EBOOK\n",
                "head\n*** START OF THE COPYRIGHTED PROJECT GUTENBERG EBOOK X ***\nbook",
                "head\n***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***\nhead\n*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*\nbook\nEnd of the Project Gutenberg Etext of X\nfoot",
            })
    void headerAndFooterAreCut(String text) throws IOException {
        Path plain = TextCase.plain(folder.resolve("a.txt"), text);
        Path packed = TextCase.packed(folder.resolve("a.gz"), text);

        assertThat(counts(plain, Gutenberg.Cut.AUTO)).isEqualTo(Map.of("book", 1L));
        assertThat(counts(packed, Gutenberg.Cut.TRUE)).isEqualTo(Map.of("book", 1L));
        assertThat(new String(Gutenberg.body(text.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8))
                .isEqualToNormalizingWhitespace("book");
    }

    @Test
    void nothingIsCutWhereItIsNotAskedForOrNotThere() throws IOException {
        Path book = TextCase.plain(folder.resolve("a"), "head\n*** START OF THE PROJECT GUTENBERG EBOOK 1 ***\nbook\n");
        Path other = TextCase.plain(folder.resolve("b"), "\uFEFFa text\n*** END OF THE PROJECT GUTENBERG EBOOK 1 ***");

        assertThat(counts(book, Gutenberg.Cut.FALSE)).containsKeys("head", "gutenberg", "book");
        assertThat(counts(other, Gutenberg.Cut.AUTO))
                .containsKeys("a", "text", "end")
                .doesNotContainKey("\uFEFFa");
        assertThatThrownBy(() -> counts(other, Gutenberg.Cut.TRUE))
                .hasMessage("no header of Project Gutenberg: file=" + other
                        + ", data.gutenberg=true; write auto if not every file has one");
    }

    @Test
    void aBookLongerThanTheWindowsIsCutAtBothEnds() throws IOException {
        String text = "head\n*** START OF THE PROJECT GUTENBERG EBOOK 1 ***\n" + "book é\n".repeat(40_000)
                + "*** END OF THE PROJECT GUTENBERG EBOOK 1 ***\n" + "foot\n".repeat(4000);
        Path plain = TextCase.plain(folder.resolve("a.txt"), text);
        Path packed = TextCase.packed(folder.resolve("a.gz"), text);

        assertThat(counts(plain, Gutenberg.Cut.AUTO)).isEqualTo(Map.of("book", 40_000L, "é", 40_000L));
        assertThat(counts(packed, Gutenberg.Cut.AUTO)).isEqualTo(Map.of("book", 40_000L, "é", 40_000L));
    }

    @Test
    void offsetsOfBadBytesCountFromTheStartOfTheFile() throws IOException {
        byte[] text = "head\n*** START OF THE PROJECT GUTENBERG EBOOK 1 ***\nbook".getBytes(StandardCharsets.UTF_8);
        text[text.length - 1] = (byte) 0xFF;
        Path file = Files.write(folder.resolve("a"), text);

        assertThatThrownBy(() -> counts(file, Gutenberg.Cut.AUTO))
                .hasMessage(
                        "not UTF-8: file=" + file + ", offset=" + (text.length - 1) + ", byte=0xff; convert it first");
    }

    private static Map<String, Long> counts(Path file, Gutenberg.Cut cut) throws IOException {
        return TextCase.counts(new TextJob(TextFiles.find(file.toString(), cut), "simple", new WordCutter(999, 99), 2));
    }
}
