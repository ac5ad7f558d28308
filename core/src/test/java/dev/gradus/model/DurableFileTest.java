package dev.gradus.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DurableFileTest {

    @TempDir
    Path folder;

    @Test
    void aFailedWriteLeavesTheOldContentAndNothingBeside() throws IOException {
        Path file = folder.resolve("a.txt");
        DurableFile.replace(file, "old");

        assertThatIOException()
                .isThrownBy(() -> DurableFile.replace(file, channel -> {
                    channel.write(ByteBuffer.wrap(new byte[3]));
                    throw new IOException("disk is full");
                }))
                .withMessage("disk is full");

        assertThat(file).hasContent("old");
        assertThat(folder.toFile().list()).containsExactly("a.txt");
    }

    @Test
    void whatAKilledWriterLeftIsOverwritten() throws IOException {
        Files.writeString(folder.resolve("a.txt.partial"), "half of a longer text");

        DurableFile.replace(folder.resolve("a.txt"), "née");

        assertThat(folder.resolve("a.txt")).hasContent("née");
        assertThat(folder.toFile().list()).containsExactly("a.txt");
    }
}
