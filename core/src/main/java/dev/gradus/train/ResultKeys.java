package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.json.Json;
import dev.gradus.optim.Schedule;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The keys of a job that decide its result; a run that goes on from a checkpoint must have the same. */
public final class ResultKeys {

    /** Keys and whole sections that change how long a run takes and what it tells, but no bit of its parameters. */
    private static final Set<String> FREE = Set.of(
            "name", "ranks", "servers", "launch", "exchange", "metrics", "evaluate", "checkpoint", "spark", "throttle");

    private ResultKeys() {}

    /** The keys with their values as JSON, as they stand in a checkpoint. */
    public static String text(Job job) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Key<?> key : job.keys().all()) {
            if (decides(key, job)) {
                values.put(key.name(), Key.scalar(job.get(key)));
            }
        }
        return Json.write(values);
    }

    private static boolean decides(Key<?> key, Job job) {
        int dot = key.name().indexOf('.');
        return key == JobKeys.EVALUATE_TARGET // ends training, at one of the evaluations that the next two set
                || ((key == JobKeys.EVALUATE_EVERY || key == JobKeys.EVALUATE_STEPS)
                        && !job.get(JobKeys.EVALUATE_TARGET).isEmpty())
                || CompressionKeys.all().contains(key) // of the exchange, but they decide what is summed
                || key == JobKeys.LAUNCH_THREADS // threads of a layer add up in another order than one
                || !FREE.contains(dot < 0 ? key.name() : key.name().substring(0, dot));
    }

    /**
     * Refuses a job that cannot go on with what a job of those keys, as {@link #text} writes them, has begun. A key
     * that they lack, because it is newer than they are, counts as one that was left at its default.
     */
    public static void check(String before, Job job) {
        Map<String, Object> values = Json.parseObject(before);
        for (Key<?> key : job.keys().all()) {
            Object was = values.getOrDefault(key.name(), Key.scalar(key.defaultValue()));
            Object is = Key.scalar(job.get(key));
            if (!decides(key, job) || Json.write(was).equals(Json.write(is))) {
                continue;
            }
            if (key != JobKeys.EPOCHS && key != JobKeys.STEPS) {
                throw refused(key, is, was, "would change the result");
            }
            if (Schedule.dependsOnLength(job)) {
                throw refused(key, is, was, "would change the rates of steps that are done, by schedule.kind");
            }
            if (length(is) < length(was)) {
                throw refused(key, is, was, "would make the run shorter than it was");
            }
        }
    }

    /** How long a limit lets a run go on; a limit of 0 steps is none. */
    private static long length(Object limit) {
        return limit instanceof Long steps && steps > 0 ? steps : Long.MAX_VALUE;
    }

    private static JobException refused(Key<?> key, Object is, Object was, String why) {
        return new JobException(
                key.name(),
                key.name() + "=" + is + " " + why + ": so far " + key.name() + "=" + was
                        + "; leave it as it was, or train anew");
    }
}
