package dev.gradus.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose folder is on a disk that is too small for them. Skipped where no such disk can be mounted. */
@Timeout(120)
class FullDiskIT {

    @RegisterExtension
    final Programs programs = new Programs();

    @TempDir
    Path folder = Path.of("");

    @TempDir
    Path disk = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"threads", "processes"})
    void aLogThatFindsNoSpaceEndsTheRun(String launch) throws Exception {
        mount("64k");

        Program program = programs.gradus(
                "train",
                Programs.endlessJob(folder),
                "--ranks",
                2,
                "--launch",
                launch,
                "--set",
                "metrics.every=1",
                "--out",
                disk.resolve("run"));

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.complaints())
                .singleElement()
                .asString()
                .contains("run log cannot be written", "metrics.jsonl", "No space left on device");
        assertThat(program.err()).noneMatch(line -> line.contains("\tat "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4k", "12k", "16k"})
    void whateverElseFindsNoSpaceIsNamed(String size) throws Exception {
        mount(size);

        Program program =
                programs.gradus("train", Programs.tinyJob(folder), "--launch", "threads", "--out", disk.resolve("run"));

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.complaints())
                .singleElement()
                .asString()
                .contains("cannot be written", disk.resolve("run").toString(), "No space left on device");
        assertThat(program.out()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "processes"})
    void aCorpusThatFindsNoSpaceIsNoFaultOfTheText(String launch) throws Exception {
        mount("64k");
        Path text = Files.writeString(folder.resolve("text"), "a b c d\n".repeat(50_000));

        Program program = programs.gradus(
                "train",
                Files.writeString(folder.resolve("words.yaml"), "model: {kind: skipgram}\ndata: {kind: text}\n"),
                "--set",
                "data.path=" + text,
                "--set",
                "data.cache=" + disk.resolve("cache"),
                "--launch",
                launch,
                "--out",
                folder.resolve("run"));

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.complaints())
                .singleElement()
                .asString()
                .contains("cannot write encoded corpus", "No space left on device");
    }

    @ParameterizedTest
    @ValueSource(strings = {"threads", "processes"})
    void aCheckpointThatFindsNoSpaceEndsTheRunAndTheOneBeforeStays(String launch) throws Exception {
        mount("1m");
        List<Object> arguments = new ArrayList<>(List.of("train", Programs.endlessJob(folder), "--ranks", 2));
        // Adam on 30,001 parameters: one checkpoint of 360 KB fits beside another, a third does not.
        for (String setting : List.of(
                "kernels=plain",
                "data.features=30000",
                "data.rows=200",
                "batchSize=20",
                "optimizer.kind=adam",
                "checkpoint.every=20")) {
            arguments.addAll(List.of("--set", setting));
        }
        arguments.addAll(List.of("--launch", launch, "--set", "checkpoint.keep=3", "--out", disk.resolve("run")));

        Program program = programs.gradus(arguments.toArray());

        assertThat(program.awaitExit()).isEqualTo(1);
        assertThat(program.complaints())
                .singleElement()
                .asString()
                // The log may want a page while a checkpoint has the last one.
                .containsPattern("checkpoint cannot be written.*run/checkpoints/000|run log cannot be written")
                .contains("No space left on device");
        assertThat(program.err()).anyMatch(line -> line.contains("--resume"));
        assertThat(program.err()).noneMatch(line -> line.contains("\tat "));
        Path checkpoints = disk.resolve("run/checkpoints");
        assertThat(checkpoints).isDirectoryContaining("glob:**.safetensors");
        assertThat(checkpoints).isDirectoryNotContaining("glob:**.partial");

        Program again = programs.gradus(
                "train", "--resume", disk.resolve("run"), "--set", "checkpoint.keep=1", "--set", "checkpoint.every=0");
        again.awaitLine("resumed   after step ");
    }

    private void mount(String size) throws IOException, InterruptedException {
        assumeThat(run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString()))
                .as("exit code of mounting a small disk, which takes root")
                .isZero();
    }

    @AfterEach
    void unmount() throws Exception {
        run("umount", "-l", disk.toString());
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
