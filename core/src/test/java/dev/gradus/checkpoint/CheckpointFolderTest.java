package dev.gradus.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointFolderTest {

    @TempDir
    Path run;

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<String> said = new ArrayList<>();
    private CheckpointFolder folder;
    private Path files;

    @BeforeEach
    void open() {
        folder = new CheckpointFolder(run);
        files = run.resolve("checkpoints");
    }

    @Test
    void theNewestFewAreKept() throws Exception {
        for (long step : new long[] {5, 90, 100, 1000, 123_456_789}) {
            store(step, 3);
        }

        assertThat(names()).containsExactly("00000100.safetensors", "00001000.safetensors", "123456789.safetensors");
        assertThat(newestStep()).isEqualTo(123_456_789);
        assertThat(folder.newestStep()).hasValue(123_456_789);
    }

    @Test
    void aDamagedOneIsNamedAndTheOneBeforeIsTaken() throws Exception {
        store(10, 2);
        store(20, 2);
        Path newest = files.resolve("00000020.safetensors");
        Files.write(newest, Arrays.copyOf(Files.readAllBytes(newest), 100));

        assertThat(newestStep()).isEqualTo(10);

        assertThat(said).singleElement().asString().contains(newest.toString(), "00000020.safetensors.damaged");
        assertThat(names()).containsExactly("00000010.safetensors", "00000020.safetensors.damaged");
    }

    @Test
    void aDamagedOneDoesNotCountAsKept() throws Exception {
        store(10, 2);
        store(20, 2);
        Files.write(files.resolve("00000020.safetensors"), new byte[10]);
        assertThat(newestStep()).isEqualTo(10);

        store(15, 2);

        assertThat(names())
                .containsExactly("00000010.safetensors", "00000015.safetensors", "00000020.safetensors.damaged");
    }

    @Test
    void oneThatWasRenamedIsNotBelieved() throws Exception {
        store(10, 2);
        Files.move(files.resolve("00000010.safetensors"), files.resolve("00000030.safetensors"));

        assertThat(folder.newest(said::add)).isNull();
        assertThat(said).singleElement().asString().contains("another step", "step=10");
    }

    @Test
    void whatAKilledProcessLeftIsRemovedAndOthersFilesStay() throws Exception {
        store(10, 2);
        Files.write(files.resolve("00000020.safetensors.partial"), new byte[10]);
        Files.writeString(files.resolve("notes.txt"), "mine");

        assertThat(newestStep()).isEqualTo(10);

        assertThat(names()).containsExactly("00000010.safetensors", "notes.txt");
        assertThat(said).isEmpty();
    }

    @Test
    void aRunWithoutCheckpointsHasNone() throws Exception {
        assertThat(folder.newest(said::add)).isNull();
        assertThat(folder.newestStep()).isEmpty();
        assertThat(files).doesNotExist();
    }

    @Test
    void oneThatCannotBeWrittenIsNamedAndTheOneBeforeStays() throws Exception {
        store(10, 2);
        Files.createDirectory(files.resolve("00000020.safetensors.partial"));

        assertThatThrownBy(() -> store(20, 2))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("checkpoint cannot be written: file=" + files.resolve("00000020.safetensors"))
                .hasMessageEndingWith("train --resume " + run);
        Files.deleteIfExists(files.resolve("00000020.safetensors.partial"));
        assertThat(newestStep()).isEqualTo(10);
    }

    private void store(long step, int keep) throws IOException {
        folder.store(Checkpoints.random(random, step), keep);
    }

    private long newestStep() throws IOException {
        return Objects.requireNonNull(folder.newest(said::add)).place().step();
    }

    private List<String> names() throws IOException {
        try (Stream<Path> list = Files.list(files)) {
            return list.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
