package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.run.Gradus;
import dev.gradus.run.TrainedRun;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs on two executors, each a process of its own, with the jar that users get. */
@Timeout(180)
class ClusterIT {

    private static SparkContext spark;

    /** What the job gives when nothing happens to it. */
    private static TrainedRun threads;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() throws Exception {
        SparkHome.make();
        threads = LongJob.on("threads").train();
        spark = new SparkContext(new SparkConf()
                .setMaster("local-cluster[2,1,1024]")
                .setAppName("cluster")
                .set("spark.ui.enabled", "false")
                .set("spark.executor.memory", "512m")
                .set("spark.jars", SparkHome.ourJar().toString()));
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    /** Executors are children of this process: the workers of a local cluster are threads of it. */
    private static List<ProcessHandle> executors() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info().commandLine().orElse("").contains("CoarseGrainedExecutorBackend"))
                .toList();
    }

    @Test
    void executorsGiveTheBitsOfThreads() throws Exception {
        TrainedRun here = LongJob.on("threads").set("epochs", 2).train();

        TrainedRun run = LongJob.on("spark").set("epochs", 2).train();

        assertThat(run.parameters()).isEqualTo(here.parameters());
    }

    @Test
    void encryptedLinksGiveTheSameBits() throws Exception {
        TrainedRun here = LongJob.on("threads").set("epochs", 2).train();

        TrainedRun run = LongJob.on("spark")
                .set("epochs", 2)
                .set("exchange.tls", true)
                .set("exchange.link", "tcp")
                .train();

        assertThat(run.parameters()).isEqualTo(here.parameters());
    }

    @Test
    void slotsThatDoNotComeAreWaitedForNoLongerThanAllowed() {
        assertThatThrownBy(() -> LongJob.on("spark")
                        .ranks(3)
                        .set("spark.slotsTimeout", "1s")
                        .train())
                .isInstanceOfSatisfying(
                        RunFailedException.class, e -> assertThat(e.kind()).isEqualTo(Cause.BAD_INPUT))
                .hasMessageMatching("too few task slots: needed=3, found=[0-2], waited=1.0s; give the application more"
                        + " executors or cores.*");
    }

    @Test
    void linesThatRanksPrintReachTheDriverWithTheirRank() throws Exception {
        Path rows = Files.writeString(folder.resolve("rows.svm"), "1 1:1\n0 2:1\nnonsense\n1 1:2\n");
        Told told = new Told();

        Gradus.job()
                .set("launch", "spark")
                .set("launch.warmUp", "0s")
                .set("data", "libsvm")
                .set("data.path", rows.toString())
                .set("data.cache", folder.resolve("cache").toString())
                .set("data.test", 0.0)
                .set("data.onBadRow", "skip")
                .set("data.badRows", 1)
                .set("optimizer.kind", "adagrad")
                .ranks(2)
                .observer(told)
                .train();

        for (int rank = 0; rank < 2; rank++) {
            String wanted = "[rank " + rank + "] gradus: rows were skipped because they are bad: rows=1, ";
            assertThat(told.byRank).anyMatch(line -> line.startsWith(wanted));
        }
    }

    @Test
    void aRunGoesOnFromItsCheckpointWhenAnExecutorIsKilled() throws Exception {
        Told told = new Told(500, () -> executors().get(0).destroyForcibly());
        Path out = folder.resolve("run");

        TrainedRun run = LongJob.on("spark").observer(told).out(out).train();

        assertThat(told.done()).isTrue();
        assertThat(told.backTo).hasSize(1);
        assertThat(told.backTo.get(0)).isGreaterThanOrEqualTo(100);
        assertThat(run.parameters()).isEqualTo(threads.parameters());
        assertThat(told.firstFailure())
                .startsWith("attempt 1 of 3 failed: rank ")
                .contains(" is lost: ", "step=");
        assertThat(told.lines).contains("going on after step " + told.backTo.get(0));
        assertThat(run.summary()).containsEntry("resumedFrom", told.backTo.get(0));
        // Stored by the driver: executors need not share its disk.
        assertThat(out.resolve("checkpoints")).isNotEmptyDirectory();
        assertThat(steps(out)).isSorted().doesNotHaveDuplicates();
        assertThat(run.figure("samples")).isEqualTo(threads.figure("samples"));
    }

    @Test
    void aFrozenExecutorIsMissedSoonAndReplaced() throws Exception {
        Told told = new Told(500, () -> signal("STOP", executors().get(0)));

        TrainedRun run = LongJob.on("spark").observer(told).train();

        assertThat(told.firstFailure())
                .startsWith("attempt 1 of 3 failed: rank ")
                .contains(" is silent: waited=3.0s");
        assertThat(run.parameters()).isEqualTo(threads.parameters());
    }

    @Test
    void aRunThatMayBeginOnlyOnceEndsWithTheCause() {
        Told told = new Told(500, () -> executors().get(0).destroyForcibly());

        assertThatThrownBy(() -> LongJob.on("spark")
                        .set("spark.attempts", 1)
                        .observer(told)
                        .train())
                .isInstanceOfSatisfying(
                        RunFailedException.class, e -> assertThat(e.kind()).isEqualTo(Cause.PEER_LOST))
                .hasMessageMatching("rank [01] is lost: .*, step=\\d+");
        assertThat(told.backTo).isEmpty();
    }

    private static void signal(String name, ProcessHandle process) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        } catch (IOException e) {
            throw new UncheckedIOException("signal cannot be sent", e);
        }
    }

    /** The steps that the log of a run has lines of. */
    private static List<Long> steps(Path out) throws IOException {
        try (Stream<String> lines = Files.lines(out.resolve("metrics.jsonl"))) {
            return lines.map(Json::parseObject)
                    .filter(line -> "step".equals(line.get("type")))
                    .map(line -> (Long) line.get("step"))
                    .toList();
        }
    }
}
