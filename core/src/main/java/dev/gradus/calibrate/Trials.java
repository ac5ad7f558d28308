package dev.gradus.calibrate;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.run.JobRunner;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.ServerKeys;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs variants of a job for a short time each, as its ranks would run. Used by one thread. */
final class Trials {

    private static final long MANY_EPOCHS = 1_000_000;

    /** Steps between two readings where none are wanted. */
    private static final long SELDOM = 1_000_000_000;

    /** Readings of a sampled run: enough to find its middle, and too few to slow it down. */
    private static final long READINGS = 16;

    /** Enough where the code has run in this process before. */
    private static final Duration AGAIN = Duration.ofMillis(250);

    private static final List<String> OF_ONE_STRATEGY =
            List.of("strategy.every", "strategy.combine", "exchange.compression", "exchange.topk");

    private static final String THREADS = "threads";

    private final Kinds kinds;
    private final JobRunner runner;
    private final Job job;
    private boolean warm;

    Trials(Kinds kinds, JobRunner runner, Job job) {
        this.kinds = kinds;
        this.runner = runner;
        this.job = job;
    }

    Job job() {
        return job;
    }

    /** The job by another strategy, without the keys that only its own strategy has. */
    static Job by(Job job, String strategy) {
        if (job.get(JobKeys.STRATEGY_KIND).equals(strategy)) {
            return job;
        }
        Job other = job.with(JobKeys.STRATEGY_KIND, strategy);
        for (String name : OF_ONE_STRATEGY) {
            other = put(other, name, Key.scalar(other.keys().find(name).defaultValue()));
        }
        return other;
    }

    /** The job by the strategy whose ranks learn by themselves; fit for two of them. */
    static Job apart(Job job) {
        Job local = by(job, "local");
        return local.with(JobKeys.VIRTUAL_SHARDS, Math.max(2, local.get(JobKeys.VIRTUAL_SHARDS)));
    }

    /** The job with a key set by name. */
    static Job put(Job job, String name, Object value) {
        return put(job, job.keys().find(name), value);
    }

    private static <T> Job put(Job job, Key<T> key, Object value) {
        return job.with(key, key.parse(value));
    }

    /** The job with steps of so many of its units: virtual shards, each with as many rows as before. */
    static Job ofUnits(Job job, int units) {
        long shards = job.get(JobKeys.VIRTUAL_SHARDS);
        long batch = Math.max(1, Math.round((double) job.get(JobKeys.BATCH_SIZE) * units / shards));
        return job.with(JobKeys.VIRTUAL_SHARDS, (long) units).with(JobKeys.BATCH_SIZE, batch);
    }

    /** Runs a variant of the job for so many steps on so many ranks. */
    Trial run(Job variant, int ranks, long steps) throws RunFailedException {
        return run(variant, ranks, steps, SELDOM);
    }

    /** The same, and notes now and then how far it is, so that its beginning can be told from the rest. */
    Trial sample(Job variant, int ranks, long steps) throws RunFailedException {
        return run(variant, ranks, steps, Math.max(1, steps / READINGS));
    }

    /** The same on one rank, a thread of this process: it starts sooner than one of its own and computes alike. */
    Trial alone(Job variant, long steps) throws RunFailedException {
        return run(here(variant), 1, steps, SELDOM);
    }

    /** The same, and notes when each step ended; ranks that need all cores would be disturbed by that. */
    Trial watch(Job variant, long steps) throws RunFailedException {
        return run(here(variant), 1, steps, 1);
    }

    private Job here(Job variant) {
        boolean apart = kinds.launcher(variant).startsProcesses();
        return apart ? variant.with(JobKeys.LAUNCH_KIND, THREADS) : variant;
    }

    /** The job on one server, whose workers do not wait for each other. */
    Job served() {
        return by(job, Kinds.SERVER).with(JobKeys.SERVERS, 1L).with(ServerKeys.CONSISTENCY, ServerKeys.ASYNC);
    }

    private Trial run(Job variant, int ranks, long steps, long readEvery) throws RunFailedException {
        Job trial = variant.with(JobKeys.RANKS, (long) ranks)
                .with(JobKeys.STEPS, Math.max(1, steps))
                .with(JobKeys.EPOCHS, MANY_EPOCHS)
                .with(JobKeys.EVALUATE_EVERY, 0L)
                .with(JobKeys.EVALUATE_STEPS, 0L)
                .with(JobKeys.METRICS_HASHES, 0L)
                .with(JobKeys.METRICS_EVERY, readEvery);
        boolean here = !kinds.launcher(trial).startsProcesses();
        if (warm && here && job.get(JobKeys.LAUNCH_WARM_UP).compareTo(AGAIN) > 0) {
            trial = trial.with(JobKeys.LAUNCH_WARM_UP, AGAIN);
        }
        kinds.check(trial);
        Trial.Watch watch = new Trial.Watch();
        Trial done = watch.of(runner.run(trial, watch));
        warm |= here;
        return done;
    }

    /** A job that does little but sum so many numbers, over the links of this one. */
    Job sums(long features) {
        Map<String, Object> settings = new LinkedHashMap<>();
        settings.put(JobKeys.MODEL_KIND.name(), "logistic");
        settings.put(JobKeys.DATA_KIND.name(), "linear");
        settings.put("data.rows", 8L);
        settings.put("data.features", features);
        settings.put("data.test", 0L);
        settings.put(JobKeys.BATCH_SIZE.name(), 2L);
        settings.put(JobKeys.VIRTUAL_SHARDS.name(), 2L);
        settings.put(JobKeys.EXCHANGE_OVERLAP.name(), "false");
        settings.put(JobKeys.LAUNCH_WARM_UP.name(), "300ms");
        Job sums = Job.of(job.keys(), settings);
        for (Key<?> key :
                List.of(JobKeys.LAUNCH_KIND, JobKeys.EXCHANGE_LINK, JobKeys.EXCHANGE_TLS, JobKeys.EXCHANGE_ALGORITHM)) {
            sums = copy(sums, key);
        }
        return sums.with(JobKeys.DETERMINISTIC, job.get(JobKeys.DETERMINISTIC));
    }

    private <T> Job copy(Job into, Key<T> key) {
        return into.with(key, job.get(key));
    }
}
