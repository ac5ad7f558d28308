package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.optim.OptimKeys;
import java.util.List;

/** The keys of the strategy that trains on servers. */
public final class ServerKeys {

    public static final String ASYNC = "async";
    public static final String BOUNDED = "bounded";
    public static final String SYNC = "sync";

    public static final Key<String> CONSISTENCY = Key.choice(
            "strategy.consistency",
            BOUNDED,
            List.of(ASYNC, BOUNDED, SYNC),
            "how far workers may be apart: any distance, at most strategy.staleness steps, or all in one step");

    public static final Key<Long> STALENESS = Key.whole(
            "strategy.staleness",
            4,
            1,
            1_000_000,
            "steps that a worker may be ahead of the slowest (bounded only); sync allows none");

    public static final Key<Boolean> ADAPT_RATE = Key.flag(
            "strategy.adaptRate",
            false,
            "divide the rate of a push by 1 + its staleness, which is how many pushes came between its pull and it");

    public static final Key<Long> DEPTH = Key.whole(
            "strategy.depth",
            4,
            1,
            64,
            "requests that a worker may have under way at a server; 1 = a worker also pulls a block only after it has"
                    + " pushed the one before");

    public static final Key<String> WIRE = Key.choice(
            "strategy.wire",
            "float32",
            List.of("float32", "bf16"),
            "how numbers travel between workers and servers; bf16 takes half the bytes and keeps 8 bits of precision");

    public static final Key<Long> CACHE_ROWS = Key.whole(
            "strategy.cacheRows",
            0,
            0,
            1 << 26,
            "rows of a table, the most frequent ones, that a worker may serve itself from what it pulled lately; 0 ="
                    + " none");

    public static final Key<Long> CACHE_STEPS = Key.whole(
            "strategy.cacheSteps", 4, 1, 1_000_000, "own steps after which a worker pulls a row of its cache again");

    private ServerKeys() {}

    static List<Key<?>> all() {
        return List.of(
                JobKeys.SERVERS,
                JobKeys.LAUNCH_SERVERS,
                CONSISTENCY,
                STALENESS,
                ADAPT_RATE,
                DEPTH,
                WIRE,
                CACHE_ROWS,
                CACHE_STEPS);
    }

    /** Whether all workers push in every step before anyone goes on. */
    static boolean inStep(Job job) {
        return job.get(CONSISTENCY).equals(SYNC);
    }

    /** Refuses what cannot run on servers, with a JobException. */
    static void check(Job job) {
        if (job.get(JobKeys.METRICS_HASHES) > 0) {
            throw refused(JobKeys.METRICS_HASHES, job, "needs parameters on every rank, but they lie on servers");
        }
        if (inStep(job) && job.get(OptimKeys.CLIP) > 0) {
            throw refused(OptimKeys.CLIP, job, "needs the gradient of all workers, which no server has as a whole");
        }
    }

    private static JobException refused(Key<?> key, Job job, String why) {
        return new JobException(
                key.name(),
                key + "=" + Key.scalar(job.get(key)) + " " + why + "; remove it, or set " + JobKeys.STRATEGY_KIND
                        + " to " + Kinds.ALLREDUCE);
    }
}
