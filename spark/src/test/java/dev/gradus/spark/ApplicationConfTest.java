package dev.gradus.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.train.Kinds;
import java.util.Map;
import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Test;

class ApplicationConfTest {

    private final Told told = new Told();

    private SparkConf conf(Map<String, ?> settings, SparkConf given) {
        Job job = Job.of(Kinds.load().keys(), settings);
        return new ApplicationConf(job, told).over(given);
    }

    @Test
    void theJobNamesMasterAndProperties() {
        SparkConf conf = conf(
                Map.of("spark.master", "local[2]", "spark.conf", "spark.executor.memory=2g; a.b = c=d", "ranks", 2L),
                new SparkConf(false));

        assertThat(conf.get("spark.master")).isEqualTo("local[2]");
        assertThat(conf.get("spark.executor.memory")).isEqualTo("2g");
        assertThat(conf.get("a.b")).isEqualTo("c=d");
        assertThat(conf.get("spark.app.name")).isEqualTo("gradus logistic x2");
    }

    @Test
    void whatSparkWasStartedWithCountsOverTheJob() {
        SparkConf given = new SparkConf(false)
                .setMaster("yarn")
                .setAppName("clicks")
                .set("spark.executor.memory", "1g")
                .set("spark.jars", "somewhere.jar");

        SparkConf conf = conf(Map.of("spark.master", "local[2]", "spark.conf", "spark.executor.memory=2g"), given);

        assertThat(conf.get("spark.master")).isEqualTo("yarn");
        assertThat(conf.get("spark.app.name")).isEqualTo("clicks");
        assertThat(conf.get("spark.executor.memory")).isEqualTo("1g");
        assertThat(conf.get("spark.jars")).isEqualTo("somewhere.jar");
        assertThat(told.lines).containsExactly("the master is the one that Spark was started with: yarn, not local[2]");
    }

    @Test
    void aNameThatIsOnlyOurClassGivesWayToTheJobs() {
        SparkConf given = new SparkConf(false).setMaster("yarn").setAppName("dev.gradus.spark.Main");

        assertThat(conf(Map.of("name", "clicks"), given).get("spark.app.name")).isEqualTo("gradus clicks x1");
    }

    @Test
    void aJobInThisProcessListensOnLoopbackOnly() {
        SparkConf conf = conf(Map.of("spark.master", "local[4]"), new SparkConf(false));

        assertThat(conf.get("spark.driver.bindAddress")).isEqualTo("127.0.0.1");
        assertThat(conf.get("spark.ui.enabled")).isEqualTo("false");
    }

    @Test
    void executorsComputeWithTheThreadsOfTheJob() {
        SparkConf conf = conf(Map.of("spark.master", "yarn", "launch.threads", 3L), new SparkConf(false));

        assertThat(conf.get("spark.executorEnv.OMP_NUM_THREADS")).isEqualTo("3");
    }

    @Test
    void aRunWithoutAMasterIsRefused() {
        assertThatThrownBy(() -> conf(Map.of("ranks", 4L), new SparkConf(false)))
                .isInstanceOf(JobException.class)
                .hasMessage("no cluster given: spark.master is empty; set it, to local[4] for this machine, or start by"
                        + " spark-submit");
    }

    @Test
    void aPropertyWithoutAValueIsRefused() {
        assertThatThrownBy(() -> conf(Map.of("spark.conf", "spark.executor.memory"), new SparkConf(false)))
                .isInstanceOf(JobException.class)
                .hasMessage("not a property: spark.conf=spark.executor.memory; write it as name=value");
    }
}
