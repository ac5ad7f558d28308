package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import org.jspecify.annotations.Nullable;

/** How ranks that learn from rows by gradients share what they have learnt. */
interface RowStrategy {

    /** Rows of a step of the sample plan, which all ranks divide among them, for a job's {@code batchSize}. */
    default long planBatch(long batchSize, Job job, int ranks) {
        return batchSize;
    }

    /** How many steps a run takes for so many steps of the plan. */
    default int steps(int planSteps, Job job, int ranks) {
        return planSteps;
    }

    /** How many rows a step has that is no epoch's last, or about so many where ranks have parts of different sizes. */
    default long rowsPerStep(long batchSize, Job job) {
        return batchSize;
    }

    /** Whether all ranks must be threads of one process. */
    default boolean oneProcess() {
        return false;
    }

    /** Training from the beginning, or from a checkpoint that fits. Every rank must call it. */
    Training begin(RowSetup setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException;
}
