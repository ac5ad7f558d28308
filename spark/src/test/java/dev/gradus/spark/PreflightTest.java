package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.train.Kinds;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class PreflightTest {

    private static Job job(Map<String, ?> settings) {
        return Job.of(Kinds.load().keys(), settings);
    }

    private static SparkConf cluster() {
        return new SparkConf(false).setMaster("spark://example:7077").set("spark.jars", "gradus-spark.jar");
    }

    private static void refuses(Map<String, ?> settings, SparkConf conf, String key, String message) {
        assertThatThrownBy(() -> Preflight.check(job(settings), conf))
                .isInstanceOfSatisfying(
                        JobException.class, e -> assertThat(e.key()).isEqualTo(key))
                .hasMessage(message);
    }

    @Test
    void anOrdinaryJobPasses() {
        assertThatCode(() -> Preflight.check(job(Map.of()), cluster())).doesNotThrowAnyException();
        assertThatCode(() -> Preflight.check(job(Map.of()), new SparkConf(false).setMaster("local[2]")))
                .doesNotThrowAnyException();
    }

    @Test
    void executorsThatComeAndGoAreRefused() {
        refuses(
                Map.of(),
                cluster().set("spark.dynamicAllocation.enabled", "true"),
                "launch.kind",
                "spark.dynamicAllocation.enabled=true, but ranks start together and need executors that stay; set it to"
                        + " false, and spark.executor.instances to what the ranks need");
    }

    @Test
    void moreThreadsThanATaskHasCoresAreRefused() {
        refuses(
                Map.of("launch.threads", 4L),
                cluster().set("spark.task.cpus", "2"),
                "launch.threads",
                "more threads than a task has cores: launch.threads=4, spark.task.cpus=2; use fewer threads, or write"
                        + " spark.task.cpus=4 to spark.conf");
        assertThatCode(() -> Preflight.check(
                        job(Map.of("launch.threads", 4L)), cluster().set("spark.task.cpus", "4")))
                .doesNotThrowAnyException();
    }

    @Test
    void plainLinksBesideAnEncryptedSparkAreRefused() {
        SparkConf conf = cluster().set("spark.network.crypto.enabled", "true");
        refuses(
                Map.of(),
                conf,
                "exchange.tls",
                "spark encrypts, but ranks would talk in the clear: spark.network.crypto.enabled=true,"
                        + " exchange.tls=false; set exchange.tls to true");
        assertThatCode(() -> Preflight.check(job(Map.of("exchange.tls", true)), conf))
                .doesNotThrowAnyException();
    }

    @Test
    void aRelativePathIsRefusedWhereExecutorsWorkElsewhere() {
        refuses(
                Map.of("data.path", "data/rows.csv"),
                cluster(),
                "data.path",
                "path is relative, and executors have working folders of their own: data.path=data/rows.csv; write it"
                        + " in full, and see that every executor can read it");
        assertThatCode(() -> Preflight.check(
                        job(Map.of("data.path", "data/rows.csv")), new SparkConf(false).setMaster("local[2]")))
                .doesNotThrowAnyException();
    }

    @Test
    void executorsWithoutOurClassesAreRefused() {
        assertThatThrownBy(() -> Preflight.checkJars(cluster().remove("spark.jars")))
                .isInstanceOf(JobException.class)
                .hasMessage("executors would not have the classes of Gradus: spark.jars is not set; start from"
                        + " gradus-spark.jar, or name it there");
        assertThatCode(() -> Preflight.checkJars(cluster())).doesNotThrowAnyException();
    }

    @Test
    void shardsThatWantProcessesOfTheirOwnAreRefused() {
        refuses(
                Map.of("strategy.kind", "server", "launch.servers", "own"),
                cluster(),
                "launch.servers",
                "shards of servers are in the tasks of ranks: launch.servers=own, launch.kind=spark; set it to beside");
        assertThatCode(() -> Preflight.check(job(Map.of("strategy.kind", "server", "servers", 2L)), cluster()))
                .doesNotThrowAnyException();
    }

    @Test
    void aHeapOfProcessesIsRefused() {
        refuses(
                Map.of("launch.heap", "2g"),
                cluster(),
                "launch.heap",
                "launch.heap=2g does not apply to launch.kind=spark; remove it, and write spark.executor.memory=2g to"
                        + " spark.conf");
    }
}
