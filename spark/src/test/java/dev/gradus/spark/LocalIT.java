package dev.gradus.spark;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.JobException;
import dev.gradus.json.Json;
import dev.gradus.run.Gradus;
import dev.gradus.run.JobBuilder;
import dev.gradus.run.TrainedRun;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in an application that the user has already, with two task slots in this process. */
@Timeout(120)
class LocalIT {

    /** Held by a task of somebody else, and let go of by the test. */
    private static final CountDownLatch BUSY = new CountDownLatch(1);

    private static final CountDownLatch LET_GO = new CountDownLatch(1);

    private static JavaSparkContext spark;

    @BeforeAll
    static void start() {
        spark = new JavaSparkContext(new SparkConf()
                .setMaster("local[2]")
                .setAppName("a user's application")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1"));
    }

    @AfterAll
    static void stop() {
        spark.close();
    }

    private static JobBuilder job(String launch) {
        return Gradus.job()
                .set("launch", launch)
                .set("data.rows", 20_000)
                .set("batchSize", 500)
                .set("launch.warmUp", "0s")
                .ranks(2);
    }

    @Test
    void runsOneAfterTheOtherGiveTheBitsOfThreadsAndLeaveTheApplicationAlone() throws Exception {
        TrainedRun threads = job("threads").train();

        TrainedRun first = job("spark").train();
        TrainedRun second = job("spark").train();

        assertThat(first.parameters()).isEqualTo(threads.parameters());
        assertThat(second.parameters()).isEqualTo(threads.parameters());
        assertThat(first.summary()).containsEntry("launch", "spark").containsEntry("ranks", 2);
        assertThat(spark.sc().isStopped()).isFalse();
        assertThat(spark.parallelize(List.of(1, 2, 3), 2).count()).isEqualTo(3);
        assertThat(spark.getLocalProperty(TaskNews.GROUP)).isNull();
    }

    @ParameterizedTest
    @CsvSource({"allreduce,", "local,", "server, sync"})
    void strategiesWhoseRanksStepTogetherGiveTheBitsOfThreads(String strategy, @Nullable String consistency)
            throws Exception {
        TrainedRun threads = strategy(job("threads"), strategy, consistency).train();

        TrainedRun run = strategy(job("spark"), strategy, consistency).train();

        assertThat(run.parameters()).isEqualTo(threads.parameters());
    }

    /** Two shards of servers, one in the task of each rank. */
    @ParameterizedTest
    @ValueSource(strings = {"async", "bounded"})
    void ranksThatRaceOnServersLearn(String consistency) throws Exception {
        TrainedRun run = strategy(job("spark"), "server", consistency).train();

        assertThat(run.figure("accuracy")).isGreaterThan(0.95);
        assertThat(run.summary()).containsEntry("servers", 2);
    }

    private static JobBuilder strategy(JobBuilder job, String strategy, @Nullable String consistency) {
        job.set("strategy", strategy);
        return consistency == null
                ? job
                : job.set("strategy.consistency", consistency).set("servers", 2);
    }

    @Test
    void aStrategyOfOneMemoryIsRefused() {
        assertThatThrownBy(() -> job("spark").set("strategy", "hogwild").train())
                .isInstanceOf(JobException.class)
                .hasMessageStartingWith(
                        "strategy.kind=hogwild needs ranks that share one memory, but launch.kind=spark; ");
    }

    @Test
    void threadsProcessesAndSparkAreVerifiedToGiveOneResult(@TempDir Path folder) throws Exception {
        Path job = Files.writeString(folder.resolve("job.yaml"), "data.rows: 20000\nlaunch.warmUp: 0s\n");
        PrintStream before = System.out;
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        System.setOut(new PrintStream(told, true, UTF_8));
        try {
            int code = dev.gradus.cli.Main.execute(
                    "verify",
                    job.toString(),
                    "--json",
                    "--ranks",
                    "1,2",
                    "--launch",
                    "threads,processes,spark",
                    "--out",
                    folder.resolve("verify").toString());
            assertThat(code).isZero();
        } finally {
            System.setOut(before);
        }

        assertThat(Json.parseObject(told.toString(UTF_8).strip())).containsEntry("same", true);
        assertThat(told.toString(UTF_8)).contains("\"threads\"", "\"processes\"", "\"spark\"");
    }

    @Test
    void twoRunsAtOnceTakeTurnsForTheSlots() throws Exception {
        TrainedRun threads = job("threads").train();
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<TrainedRun> one = pool.submit(() -> job("spark").train());
            Future<TrainedRun> other = pool.submit(() -> job("spark").train());

            assertThat(one.get(60, TimeUnit.SECONDS).parameters()).isEqualTo(threads.parameters());
            assertThat(other.get(60, TimeUnit.SECONDS).parameters()).isEqualTo(threads.parameters());
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void whatARankThrowsIsTheCauseAndIsNotTriedAgain() {
        Told told = new Told();

        assertThatThrownBy(() -> job("spark")
                        .set("data.kind", "csv")
                        .set("data.rows", 0)
                        .set("data.path", "/no/such/rows.csv")
                        .observer(told)
                        .train())
                .isInstanceOfSatisfying(
                        RunFailedException.class, e -> assertThat(e.kind()).isEqualTo(Cause.BAD_INPUT))
                .hasMessageContaining("/no/such/rows.csv");
        assertThat(told.lines).isEmpty();
        assertThat(told.backTo).isEmpty();
    }

    @Test
    void ranksListenOnThePortsOfTheJobAndNoOthers() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();

            assertThatThrownBy(() -> job("spark")
                            .set("launch.ports", port + "-" + port)
                            .set("spark.attempts", 1)
                            .train())
                    .hasMessageContaining("no port is free: ports=" + port + "-" + port + ", address=127.0.0.1");
            assertThatThrownBy(() -> job("spark").set("launch.ports", "many").train())
                    .hasMessage("not a range of ports: many; write it like 40000-40100");
            assertThatThrownBy(() -> job("spark")
                            .set("launch.interface", "no-such-interface")
                            .set("spark.attempts", 1)
                            .train())
                    .hasMessageContaining("no such network interface: name=no-such-interface");
        }
    }

    @Test
    void ranksOnAnInterfaceByItsNameGiveTheSameBits() throws Exception {
        String loopback = NetworkInterface.getByInetAddress(InetAddress.getLoopbackAddress())
                .getName();

        TrainedRun run = job("spark")
                .set("launch.interface", loopback)
                .set("exchange.link", "tcp")
                .train();

        assertThat(run.parameters()).isEqualTo(job("threads").train().parameters());
    }

    @Test
    void moreRanksThanSlotsAreRefusedWithTheNumbers() {
        assertThatThrownBy(() -> job("spark").ranks(3).train())
                .isInstanceOfSatisfying(RunFailedException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Cause.BAD_INPUT);
                    assertThat(e.key()).isEqualTo("ranks");
                })
                .hasMessage("too few task slots: needed=3, found=2; give the application more executors or cores, or"
                        + " set ranks to 2");
    }

    @Test
    void slotsThatSomebodyElseHoldsAreWaitedForNoLongerThanAllowed() throws Exception {
        JavaFutureAction<Void> other = spark.parallelize(List.of(1), 1).foreachAsync(unused -> {
            BUSY.countDown();
            assertThat(LET_GO.await(60, TimeUnit.SECONDS)).isTrue();
        });
        assertThat(BUSY.await(30, TimeUnit.SECONDS)).isTrue();

        assertThatThrownBy(() -> job("spark").set("spark.slotsTimeout", "1s").train())
                .isInstanceOf(RunFailedException.class)
                .hasMessage("task slots are taken: needed=2, of=2, waited=1.0s; wait for other jobs of the application"
                        + " to end, or raise spark.slotsTimeout");

        LET_GO.countDown();
        other.get(30, TimeUnit.SECONDS);
        assertThat(job("spark").train().parameters())
                .isEqualTo(job("threads").train().parameters());
    }
}
