package dev.gradus.spark;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.SparkLauncher;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.JobKeys;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.time.Duration;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkContext$;
import scala.Option;

/**
 * The Spark application that ranks run in: one that this process has already, which is left as it is, or one of our
 * own, which ends with the last run that uses it.
 */
final class Application implements AutoCloseable {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration REMINDER = Duration.ofSeconds(5);

    /** Runs that use an application of our own; a process has one at most. Guarded by the class. */
    private static int users;

    private final SparkContext context;
    private final boolean own;

    private Application(SparkContext context, boolean own) {
        this.context = context;
        this.own = own;
    }

    /** Refuses what cannot work before anything is started. */
    static Application open(Job job, RunObserver observer) throws RunFailedException {
        synchronized (Application.class) {
            Option<SparkContext> active = SparkContext$.MODULE$.getActive();
            SparkConf conf = active.isDefined()
                    ? active.get().getConf()
                    : new ApplicationConf(job, observer).over(new SparkConf());
            Preflight.check(job, conf);
            if (active.isEmpty()) {
                Preflight.checkJars(conf);
            }
            if (active.isDefined() && users == 0) {
                return new Application(active.get(), false);
            }
            SparkContext context = active.isDefined() ? active.get() : start(conf);
            users++;
            return new Application(context, true);
        }
    }

    private static SparkContext start(SparkConf conf) throws RunFailedException {
        try {
            return new SparkContext(conf);
        } catch (Exception e) { // whatever is wrong with a master's address, Spark throws without declaring it
            throw new RunFailedException(
                    Cause.BAD_INPUT,
                    "spark does not start: " + ApplicationConf.MASTER + "=" + conf.get(ApplicationConf.MASTER) + ", "
                            + firstLine(RunFailedException.describe(e)),
                    e);
        }
    }

    /** Messages of Spark go on with stack traces. */
    static String firstLine(String text) {
        return text.lines().findFirst().orElse("");
    }

    /** The first line, and the next one too where Spark names the cause there: what the failed task threw. */
    static String cause(String text) {
        String first = firstLine(text);
        return first.endsWith("finished unsuccessfully.")
                ? text.lines().limit(2).collect(Collectors.joining(" "))
                : first;
    }

    SparkContext context() {
        return context;
    }

    /** Whether nothing can run in it any more. */
    boolean ended() {
        return context.isStopped();
    }

    /** Whether its tasks are threads of this process. */
    boolean isLocal() {
        return context.isLocal();
    }

    /** The address that ranks reach the driver at, and the one that it listens on for that. */
    Address address(Job job) {
        String host = job.get(JobKeys.LAUNCH_HOST);
        if (!host.equals(JobKeys.LAUNCH_HOST.defaultValue()) || isLocal()) {
            return new Address(host, host);
        }
        String reached = context.getConf().get("spark.driver.host");
        return new Address(reached, context.getConf().get("spark.driver.bindAddress", reached));
    }

    /** Names or numbers of a host: how others reach it, and what it binds to itself. */
    record Address(String reached, String bound) {}

    /** Tasks that can run at the same time, if nothing else runs. */
    int slots() {
        return context.maxNumConcurrentTasks(context.resourceProfileManager().defaultResourceProfile());
    }

    /** Waits until there are as many slots as ranks, since executors come one by one and are replaced when they die. */
    void awaitSlots(Job job, RunObserver observer) throws RunFailedException, InterruptedException {
        int ranks = job.integer(JobKeys.RANKS);
        Duration timeout = job.get(SparkLauncher.SLOTS_TIMEOUT);
        boolean canGrow = !isLocal();
        long start = System.nanoTime();
        long saidAt = start;
        while (true) {
            refuseEnd();
            if (slots() >= ranks) {
                return;
            }
            long now = System.nanoTime();
            if (!canGrow || now - start > timeout.toNanos()) {
                throw tooFew(ranks, canGrow ? ", waited=" + timeout.toMillis() / 1e3 + "s" : "");
            }
            if (now - saidAt > REMINDER.toNanos()) {
                observer.log(-1, "waiting for task slots: needed=" + ranks + ", found=" + slots());
                saidAt = now;
            }
            Thread.sleep(TICK.toMillis());
        }
    }

    private void refuseEnd() throws RunFailedException {
        if (ended()) {
            throw new RunFailedException(
                    Cause.FAILED,
                    "the Spark application has ended: " + ApplicationConf.MASTER + "="
                            + context.getConf().get(ApplicationConf.MASTER)
                            + "; see that its master can be reached, and the log of Spark");
        }
    }

    private JobException tooFew(int ranks, String waited) {
        int found = slots();
        return new JobException(
                JobKeys.RANKS.name(),
                "too few task slots: needed=" + ranks + ", found=" + found + waited
                        + "; give the application more executors or cores"
                        + (found > 0 ? ", or set ranks to " + found : ""));
    }

    @Override
    public void close() {
        synchronized (Application.class) {
            if (own && --users == 0) {
                context.stop();
            }
        }
    }
}
