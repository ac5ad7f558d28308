package dev.gradus.spark;

import dev.gradus.cli.WorkerJvm;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.SparkLauncher;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import org.apache.spark.SparkConf;

/** The properties of an application of our own: what spark-submit was given, then what the job says, then ours. */
final class ApplicationConf {

    static final String MASTER = "spark.master";
    static final String JARS = "spark.jars";
    static final String TASK_CPUS = "spark.task.cpus";

    private static final String NAME = "spark.app.name";

    private final Job job;
    private final RunObserver observer;

    ApplicationConf(Job job, RunObserver observer) {
        this.job = job;
        this.observer = observer;
    }

    /** Adds to {@code given}, and returns it. */
    SparkConf over(SparkConf given) {
        for (String property : job.get(SparkLauncher.CONF)) {
            int equals = property.indexOf('=');
            if (equals < 1) {
                throw new JobException(
                        SparkLauncher.CONF.name(),
                        "not a property: spark.conf=" + property + "; write it as name=value");
            }
            given.setIfMissing(
                    property.substring(0, equals).strip(),
                    property.substring(equals + 1).strip());
        }
        master(given);
        name(given);
        if (isLocal(given)) {
            // Everything is in this process: nobody else has business at its ports.
            given.setIfMissing("spark.driver.host", "127.0.0.1");
            given.setIfMissing("spark.driver.bindAddress", "127.0.0.1");
            given.setIfMissing("spark.ui.enabled", "false");
        } else {
            executors(given);
        }
        return given.setIfMissing("spark.ui.showConsoleProgress", "false");
    }

    private void master(SparkConf conf) {
        String wanted = job.get(SparkLauncher.MASTER);
        if (conf.contains(MASTER)) {
            if (!wanted.isEmpty() && !wanted.equals(conf.get(MASTER))) {
                observer.log(
                        -1,
                        "the master is the one that Spark was started with: " + conf.get(MASTER) + ", not " + wanted);
            }
        } else if (wanted.isEmpty()) {
            throw new JobException(
                    SparkLauncher.MASTER.name(),
                    "no cluster given: spark.master is empty; set it, to local[" + job.get(JobKeys.RANKS)
                            + "] for this machine, or start by spark-submit");
        } else {
            conf.setMaster(wanted);
        }
    }

    /** A name that spark-submit made of our class, for want of another, is no name. */
    private void name(SparkConf conf) {
        String wanted = job.get(SparkLauncher.APP_NAME);
        if (!wanted.isEmpty()) {
            conf.setAppName(wanted);
        } else if (conf.get(NAME, Main.class.getName()).equals(Main.class.getName())) {
            conf.setAppName("gradus " + title(job));
        }
    }

    /** What people call a run: its name, or else what it trains, and on how many ranks. */
    static String title(Job job) {
        String name = job.get(JobKeys.NAME);
        return (name.isEmpty() ? job.get(JobKeys.MODEL_KIND) : name) + " x" + job.get(JobKeys.RANKS);
    }

    private void executors(SparkConf conf) {
        ownJar().ifPresent(jar -> conf.setIfMissing(JARS, jar));
        conf.setIfMissing("spark.executorEnv.OMP_NUM_THREADS", Long.toString(job.get(JobKeys.LAUNCH_THREADS)));
        conf.setIfMissing("spark.executor.extraJavaOptions", String.join(" ", WorkerJvm.compilerOptions()));
    }

    /** The jar that this class is in, if all of Gradus is. */
    private static Optional<String> ownJar() {
        CodeSource here = ApplicationConf.class.getProtectionDomain().getCodeSource();
        CodeSource core = Launcher.class.getProtectionDomain().getCodeSource();
        if (here == null || core == null || !here.getLocation().equals(core.getLocation())) {
            return Optional.empty();
        }
        try {
            Path path = Path.of(here.getLocation().toURI());
            return Files.isRegularFile(path) ? Optional.of(path.toString()) : Optional.empty();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("class path has no address: location=" + here.getLocation(), e);
        }
    }

    /** Whether tasks are threads of the driver. */
    static boolean isLocal(SparkConf conf) {
        String master = conf.get(MASTER, "");
        return master.equals("local") || master.startsWith("local[");
    }
}
