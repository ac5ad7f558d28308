package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.model.Evaluation;
import dev.gradus.model.Goal;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run may end before its last step, because an evaluation has reached what its job wants. Rank 0 decides, as
 * all ranks must end in the same step. Owned by one rank.
 */
final class Finish {

    private final @Nullable Goal goal;
    private final Exchange exchange;
    private boolean reached;

    Finish(Job job, Exchange exchange) {
        String target = job.get(JobKeys.EVALUATE_TARGET);
        this.goal = target.isEmpty() ? null : Goal.parse(target);
        this.exchange = exchange;
    }

    /** Refuses a target that cannot be read, with a {@link JobException}. */
    static void check(Job job) {
        String target = job.get(JobKeys.EVALUATE_TARGET);
        if (target.isEmpty()) {
            return;
        }
        try {
            Goal.parse(target);
        } catch (IllegalArgumentException e) {
            throw new JobException(JobKeys.EVALUATE_TARGET.name(), JobKeys.EVALUATE_TARGET + ": " + e.getMessage());
        }
    }

    /** Notes an evaluation. Every rank must call it. */
    void evaluated(Evaluation evaluation) throws ExchangeException {
        if (goal == null) {
            return;
        }
        float[] verdict = {exchange.rank() == 0 && goal.reachedBy(evaluation) ? 1 : 0};
        exchange.sum(verdict, 0, 1);
        reached = verdict[0] > 0;
    }

    boolean reached() {
        return reached;
    }
}
