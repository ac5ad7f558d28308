package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Json;
import dev.gradus.run.Gradus;
import dev.gradus.run.TrainedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.spark.launcher.JavaModuleOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The jar as spark-submit runs it: in a process of its own, loaded by Spark. */
@Timeout(180)
class SubmitIT {

    @TempDir
    private Path folder;

    private @Nullable Process submitted;

    @AfterEach
    void end() {
        if (submitted != null) {
            submitted.descendants().forEach(ProcessHandle::destroyForcibly);
            submitted.destroyForcibly();
        }
    }

    private Path output() {
        return folder.resolve("output.txt");
    }

    /** What the script of that name runs. */
    private Process submit(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of("-Xmx512m", "-cp", SparkHome.make() + "/*", "org.apache.spark.deploy.SparkSubmit"));
        command.addAll(List.of("--master", "local[2]", "--class", "dev.gradus.spark.Main"));
        command.add(SparkHome.ourJar().toString());
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output().toFile())
                .start();
        submitted = process;
        return process;
    }

    @Test
    void aSubmittedJobLeavesTheRunThatThreadsGive() throws Exception {
        Path job = Files.writeString(folder.resolve("job.yaml"), """
                ranks: 2
                launch: threads
                data.rows: 20000
                batchSize: 500
                spark.conf:
                  - spark.ui.enabled=false
                """);

        Process submit = submit(job.toString(), "--out", folder.resolve("run").toString());

        boolean ended = submit.waitFor(120, TimeUnit.SECONDS);
        assertThat(ended).as(Files.readString(output())).isTrue();
        assertThat(submit.exitValue()).as(Files.readString(output())).isZero();
        TrainedRun threads = Gradus.job()
                .set("launch", "threads")
                .set("data.rows", 20_000)
                .set("batchSize", 500)
                .train();
        assertThat(Json.parseObject(Files.readString(folder.resolve("run/summary.json"))))
                .containsEntry("launch", "spark")
                .containsEntry("ranks", 2L)
                .containsEntry("parametersHash", threads.summary().get("parametersHash"));
    }
}
