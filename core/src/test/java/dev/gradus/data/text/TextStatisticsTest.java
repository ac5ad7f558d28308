package dev.gradus.data.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextStatisticsTest {

    @TempDir
    Path folder = Path.of("");

    @Test
    void wordsSentencesAndTopWordsAreCounted() throws IOException {
        Files.writeString(folder.resolve("a"), "The cat.\n\nThe dog and the cat\n");
        TextCase.packed(folder.resolve("b"), "é É the");

        TextStatistics statistics = TextStatistics.of(TextSettings.of(folder.toString()), 3, 2);

        assertThat(statistics)
                .isEqualTo(new TextStatistics(
                        2,
                        39,
                        10,
                        3,
                        5,
                        List.of(new TextStatistics.Word("the", 4), new TextStatistics.Word("cat", 2)),
                        0,
                        List.of()));
    }

    @Test
    void badBytesAreCountedAndTheFirstAreNamed() throws IOException {
        byte[] text = "ab cd\0ef gh".repeat(20).getBytes(StandardCharsets.UTF_8);
        text[2] = (byte) 0xC3;
        Path file = Files.write(folder.resolve("a"), text);

        TextStatistics statistics = TextStatistics.of(TextSettings.of(file.toString()), 2, 5);

        assertThat(statistics.badBytes()).isEqualTo(21);
        assertThat(statistics.bad())
                .hasSize(10)
                .startsWith(
                        "not UTF-8: file=" + file + ", offset=2, byte=0xc3; convert it first",
                        "not a text, a NUL byte stands in it: file=" + file + ", offset=5");
        assertThat(statistics.words()).isEqualTo(61);
    }
}
