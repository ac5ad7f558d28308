package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HashLinesTest {

    private static final String HASH = "0123456789abcdef";

    @TempDir
    private Path temporary;

    @Test
    void whatARunWritesReadsBackInOrder() throws Exception {
        Map<String, String> blocks = new LinkedHashMap<>();
        blocks.put("weights", HASH);
        blocks.put("bias", "f".repeat(16));
        blocks.put("a \"third\"", "0".repeat(16));
        HashReading first = new HashReading(1, "a".repeat(16), blocks);
        HashReading second = new HashReading(20, HASH, blocks);

        try (RunFolder folder = RunFolder.create(temporary, "")) {
            folder.add(first);
            folder.add(second);
        }

        try (HashLines lines = HashLines.open(temporary)) {
            HashReading read = Objects.requireNonNull(lines.next());
            assertThat(read).isEqualTo(first);
            assertThat(read.blocks().keySet()).containsExactly("weights", "bias", "a \"third\"");
            assertThat(lines.next()).isEqualTo(second);
            assertThat(lines.next()).isNull();
        }
    }

    @Test
    void aRunWithoutHashesLeavesNoFileOfThem() throws Exception {
        try (RunFolder folder = RunFolder.create(temporary, "")) {
            folder.flush();
        }

        assertThat(HashLines.path(temporary)).doesNotExist();
    }

    @Test
    void flushingPutsHashesOnTheDisk() throws Exception {
        try (RunFolder folder = RunFolder.create(temporary, "")) {
            folder.add(new HashReading(1, HASH, Map.of("weights", HASH)));
            folder.flush();

            assertThat(Files.readAllLines(temporary.resolve("hashes.jsonl")))
                    .containsExactly(
                            "{\"step\":1,\"chain\":\"" + HASH + "\",\"blocks\":{\"weights\":\"" + HASH + "\"}}");
        }
    }

    @Test
    void hashesThatCannotBeWrittenSayWhere() throws Exception {
        Path path = temporary.resolve("hashes.jsonl");
        Files.createDirectory(path);

        try (RunFolder folder = RunFolder.create(temporary, "")) {
            assertThatThrownBy(() -> folder.add(new HashReading(1, HASH, Map.of())))
                    .isInstanceOf(UncheckedIOException.class)
                    .hasMessageStartingWith("hashes cannot be written: path=" + path);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    {"step":1,"chain":"0123456789abcdef"                   | not a JSON object: column=37
                    []                                                     | not a JSON object: column=1
                    {"chain":"0123456789abcdef","blocks":{}}               | not a step: step=null
                    {"step":0,"chain":"0123456789abcdef","blocks":{}}      | not a step: step=0
                    {"step":1.5,"chain":"0123456789abcdef","blocks":{}}    | not a step: step=1.5
                    {"step":1,"blocks":{}}                                 | not a hash: expected=16 hexadecimal digits
                    {"step":1,"chain":"0123456789ABCDEF","blocks":{}}      | found=0123456789ABCDEF
                    {"step":1,"chain":"0123456789abcdef"}                  | not hashes of blocks: blocks=null
                    {"step":1,"chain":"0123456789abcdef","blocks":{"a":1}} | found=1
                    """)
    void aLineThatIsNoReadingIsRefusedWithItsPlace(String line, String reason) {
        HashLines lines = new HashLines("some.jsonl", new StringReader(line + "\n"));

        assertThatThrownBy(lines::next)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("hashes cannot be read: file=some.jsonl, line=1, ")
                .hasMessageContaining(reason);
    }

    @Test
    void stepsThatDoNotRiseAreRefused() throws Exception {
        String line = "{\"step\":5,\"chain\":\"" + HASH + "\",\"blocks\":{}}\n";
        HashLines lines = new HashLines("some.jsonl", new StringReader(line + line));
        lines.next();

        assertThatThrownBy(lines::next)
                .isInstanceOf(IOException.class)
                .hasMessage("hashes cannot be read: file=some.jsonl, line=2, steps do not rise: step=5, before=5");
    }
}
