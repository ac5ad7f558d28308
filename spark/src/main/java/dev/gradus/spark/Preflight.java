package dev.gradus.spark;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.launch.SparkLauncher;
import dev.gradus.train.JobKeys;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;

/** Refuses an application in which the ranks of a job could not run, or not as its owner believes. */
final class Preflight {

    private static final String DYNAMIC = "spark.dynamicAllocation.enabled";

    /** Each of them has Spark encrypt what its own processes tell each other. */
    private static final List<String> ENCRYPTION =
            List.of("spark.network.crypto.enabled", "spark.ssl.enabled", "spark.ssl.rpc.enabled");

    private static final List<Key<String>> PATHS = List.of(DataKeys.PATH, DataKeys.TEST_PATH);

    private Preflight() {}

    static void check(Job job, SparkConf conf) {
        checkHeap(job);
        checkShards(job);
        checkThreads(job, conf);
        SparkLauncher.listening(job); // refuses ports that are none
        if (!ApplicationConf.isLocal(conf)) {
            checkAllocation(conf);
            checkEncryption(job, conf);
            checkPaths(job);
        }
    }

    private static void checkHeap(Job job) {
        String heap = job.get(JobKeys.LAUNCH_HEAP);
        if (!heap.isEmpty()) {
            throw new JobException(
                    JobKeys.LAUNCH_HEAP.name(),
                    "launch.heap=" + heap + " does not apply to launch.kind=spark; remove it, and write"
                            + " spark.executor.memory=" + heap + " to spark.conf");
        }
    }

    private static void checkShards(Job job) {
        if (JobKeys.ownShards(job) > 0) {
            throw new JobException(
                    JobKeys.LAUNCH_SERVERS.name(),
                    "shards of servers are in the tasks of ranks: launch.servers=" + job.get(JobKeys.LAUNCH_SERVERS)
                            + ", launch.kind=spark; set it to " + JobKeys.BESIDE);
        }
    }

    private static void checkThreads(Job job, SparkConf conf) {
        long threads = job.get(JobKeys.LAUNCH_THREADS);
        long cpus = conf.getInt(ApplicationConf.TASK_CPUS, 1);
        if (threads > cpus) {
            throw new JobException(
                    JobKeys.LAUNCH_THREADS.name(),
                    "more threads than a task has cores: launch.threads=" + threads + ", spark.task.cpus=" + cpus
                            + "; use fewer threads, or write spark.task.cpus=" + threads + " to spark.conf");
        }
        if (threads > 1 && ApplicationConf.isLocal(conf)) {
            throw new JobException(
                    JobKeys.LAUNCH_THREADS.name(),
                    "launch.threads=" + threads + " is for executors, of which spark.master="
                            + conf.get(ApplicationConf.MASTER) + " has none; set it to 1");
        }
    }

    private static void checkAllocation(SparkConf conf) {
        if (conf.getBoolean(DYNAMIC, false)) {
            throw new JobException(
                    JobKeys.LAUNCH_KIND.name(),
                    DYNAMIC + "=true, but ranks start together and need executors that stay; set it to false, and"
                            + " spark.executor.instances to what the ranks need");
        }
    }

    private static void checkEncryption(Job job, SparkConf conf) {
        for (String property : ENCRYPTION) {
            if (conf.getBoolean(property, false) && !job.get(JobKeys.EXCHANGE_TLS)) {
                throw new JobException(
                        JobKeys.EXCHANGE_TLS.name(),
                        "spark encrypts, but ranks would talk in the clear: " + property
                                + "=true, exchange.tls=false; set exchange.tls to true");
            }
        }
    }

    private static void checkPaths(Job job) {
        for (Key<String> key : PATHS) {
            String path = job.get(key);
            if (!path.isEmpty() && !Path.of(path).isAbsolute()) {
                throw new JobException(
                        key.name(),
                        "path is relative, and executors have working folders of their own: " + key + "=" + path
                                + "; write it in full, and see that every executor can read it");
            }
        }
    }

    /** For an application of our own: that of a user may have our classes in ways that cannot be seen from here. */
    static void checkJars(SparkConf conf) {
        boolean given = conf.contains(ApplicationConf.JARS) || conf.contains("spark.executor.extraClassPath");
        if (!given && !ApplicationConf.isLocal(conf)) {
            throw new JobException(
                    JobKeys.LAUNCH_KIND.name(),
                    "executors would not have the classes of Gradus: " + ApplicationConf.JARS
                            + " is not set; start from gradus-spark.jar, or name it there");
        }
    }
}
