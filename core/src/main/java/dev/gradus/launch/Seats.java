package dev.gradus.launch;

import dev.gradus.job.Job;
import dev.gradus.train.JobKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Who takes part in a run whose ranks are processes: the ranks, and after them the shards that have processes of their
 * own. Shards that have none run beside ranks, in turn.
 */
record Seats(int ranks, int shards, boolean own) {

    static Seats of(Job job) {
        return new Seats(job.integer(JobKeys.RANKS), JobKeys.shards(job), JobKeys.ownShards(job) > 0);
    }

    int all() {
        return own ? ranks + shards : ranks;
    }

    /** The seat of the process that has a shard. */
    int of(int shard) {
        return own ? ranks + shard : shard % ranks;
    }

    /** The shards that the process of a seat has. */
    List<Integer> shardsOf(int seat) {
        List<Integer> its = new ArrayList<>();
        for (int shard = 0; shard < shards; shard++) {
            if (of(shard) == seat) {
                its.add(shard);
            }
        }
        return its;
    }

    boolean isRank(int seat) {
        return seat < ranks;
    }

    /**
     * Whether the others can go on without that seat: it trains on servers, has none, and is not rank 0, which reports
     * for all.
     */
    boolean canDoWithout(int seat) {
        return shards > 0 && seat > 0 && isRank(seat) && shardsOf(seat).isEmpty();
    }

    /** What people call a seat. */
    String name(int seat) {
        if (!isRank(seat)) {
            return "shard " + (seat - ranks);
        }
        String beside = shardsOf(seat).stream().map(String::valueOf).collect(Collectors.joining(", "));
        return "rank " + seat + (beside.isEmpty() ? "" : " (with shard " + beside + ")");
    }

    /** The same for several; plain numbers where there are only ranks. */
    String names(List<Integer> seats) {
        return shards == 0
                ? seats.toString()
                : seats.stream().map(this::name).toList().toString();
    }

    String describe() {
        return ranks + " ranks" + (own ? " and " + shards + " shards" : "");
    }
}
