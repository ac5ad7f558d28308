package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.run.TrainedRun;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a real master with two workers, each with an executor of its own. */
@Timeout(180)
class StandaloneIT {

    @TempDir
    private static Path folder;

    private static Standalone cluster;
    private static SparkContext spark;

    @BeforeAll
    static void start() throws Exception {
        cluster = Standalone.start(folder, 2);
        spark = new SparkContext(new SparkConf()
                .setMaster(cluster.address())
                .setAppName("standalone")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.executor.memory", "512m")
                .set("spark.jars", SparkHome.ourJar().toString()));
    }

    @AfterAll
    static void stop() {
        try {
            spark.stop();
        } finally {
            cluster.close();
        }
    }

    @Test
    void workersGiveTheHashOfThreads() throws Exception {
        TrainedRun threads = LongJob.on("threads").set("epochs", 2).train();

        TrainedRun run = LongJob.on("spark").set("epochs", 2).train();

        assertThat(run.summary())
                .as(cluster.logs())
                .containsEntry("parametersHash", threads.summary().get("parametersHash"));
        assertThat(cluster.executors()).hasSize(2);
    }

    @Test
    void aRunGoesOnWhenAnExecutorIsKilled() throws Exception {
        TrainedRun threads = LongJob.on("threads").train();
        Told told = new Told(500, () -> cluster.executors().get(0).destroyForcibly());

        TrainedRun run = LongJob.on("spark").observer(told).train();

        assertThat(told.done()).isTrue();
        assertThat(told.firstFailure()).as(cluster.logs()).startsWith("attempt 1 of 3 failed: rank ");
        assertThat(told.backTo).hasSize(1);
        assertThat(told.backTo.get(0)).isGreaterThanOrEqualTo(100);
        assertThat(run.parameters()).isEqualTo(threads.parameters());
    }
}
