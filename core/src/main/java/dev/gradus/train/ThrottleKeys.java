package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.util.List;

/** The keys by which an experiment makes ranks slower than they are. They change no result, only when it comes. */
public final class ThrottleKeys {

    public static final Key<List<String>> RANKS =
            Key.list("throttle.ranks", List.of(), "ranks that the other keys of this section slow down; none = all");

    public static final Key<Double> SLOWDOWN = Key.number(
            "throttle.slowdown",
            1,
            1,
            1_000_000,
            "for experiments: how many times as long as they compute such ranks take for a step, standing still the rest of"
                    + " it; 1 = not slowed");

    public static final Key<Double> OTHERS = Key.number(
            "throttle.others",
            1,
            1,
            1_000_000,
            "for experiments: the same for ranks that throttle.ranks does not name, so that few cores can play many; 1 ="
                    + " not slowed");

    public static final Key<Double> MEGABITS = Key.number(
            "throttle.megabits",
            0,
            0,
            1e9,
            "for experiments: megabits a second that such a rank may send, and receive, between ranks and servers; 0 = no"
                    + " limit");

    private ThrottleKeys() {}

    /** Whether the keys are about that rank, with a {@link JobException} if they name none. */
    static boolean applies(Job job, int rank) {
        List<String> named = job.get(RANKS);
        return named.isEmpty() || named.stream().anyMatch(name -> parse(name, job) == rank);
    }

    private static int parse(String name, Job job) {
        long ranks = job.get(JobKeys.RANKS);
        int rank;
        try {
            rank = Integer.parseInt(name);
        } catch (NumberFormatException e) {
            rank = -1;
        }
        if (rank < 0 || rank >= ranks) {
            throw new JobException(
                    RANKS.name(),
                    RANKS + " has no rank of this run: rank=" + name + ", ranks=" + ranks + "; name ranks from 0 to "
                            + (ranks - 1));
        }
        return rank;
    }

    /** Refuses what is no rank, with a JobException. */
    static void check(Job job) {
        job.get(RANKS).forEach(name -> parse(name, job));
    }
}
