package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Listening;
import dev.gradus.exchange.rendezvous.PortRange;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Ranks are tasks of a Spark application. Here stand only its name and keys, so that every job can be read anywhere;
 * what runs it is a {@link SparkEngine}, which is there where Spark is.
 */
public final class SparkLauncher implements Launcher {

    public static final Key<String> MASTER = Key.text(
            "spark.master",
            "",
            "cluster to run on, like local[2], spark://HOST:PORT, yarn or k8s://URL; empty = what spark-submit says");

    public static final Key<String> APP_NAME =
            Key.text("spark.appName", "", "name of the run in Spark's pages; empty = made of the job's name");

    public static final Key<Long> ATTEMPTS = Key.whole(
            "spark.attempts",
            3,
            1,
            1000,
            "times that the ranks are started before the loss of one ends the run; they go on from the last checkpoint");

    public static final Key<Duration> SLOTS_TIMEOUT = Key.duration(
            "spark.slotsTimeout",
            Duration.ofMinutes(1),
            "longest wait for as many free task slots as there are ranks, before each attempt");

    public static final Key<List<String>> CONF = Key.list(
            "spark.conf",
            List.of(),
            "Spark's own properties, each as name=value; what spark-submit was given counts over them");

    private static final List<Key<?>> SECTION = List.of(MASTER, APP_NAME, ATTEMPTS, SLOTS_TIMEOUT, CONF);

    @Override
    public String name() {
        return "spark";
    }

    @Override
    public String summary() {
        return "ranks are tasks of a Spark application";
    }

    @Override
    public List<Key<?>> keys() {
        List<Key<?>> keys = new ArrayList<>(SECTION);
        keys.addAll(List.of(JobKeys.LAUNCH_THREADS, JobKeys.LAUNCH_PORTS, JobKeys.LAUNCH_INTERFACE));
        return keys;
    }

    /** Where ranks listen for each other. */
    public static Listening listening(Job job) {
        try {
            return new Listening(job.get(JobKeys.LAUNCH_INTERFACE), PortRange.parse(job.get(JobKeys.LAUNCH_PORTS)));
        } catch (IllegalArgumentException e) {
            throw new JobException(JobKeys.LAUNCH_PORTS.name(), String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Key<?>> section() {
        return SECTION;
    }

    @Override
    public RunResult run(Job job, Surroundings surroundings) throws RunFailedException {
        try {
            return engine().run(job, surroundings);
        } catch (JobException e) {
            throw RunFailedException.of(e); // known only now, but the job is at fault all the same
        }
    }

    private static SparkEngine engine() {
        return ServiceLoader.load(SparkEngine.class)
                .findFirst()
                .orElseThrow(() -> new JobException(
                        JobKeys.LAUNCH_KIND.name(),
                        "launch.kind=spark needs the module spark, which is not on the class path; give ./gradus the"
                                + " option --launch spark, or hand gradus-spark.jar to spark-submit"));
    }
}
