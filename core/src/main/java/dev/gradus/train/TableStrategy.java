package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import org.jspecify.annotations.Nullable;

/** How ranks that learn from blocks share what they have learnt. */
interface TableStrategy {

    /** Blocks that all ranks together learn from in one step. */
    int blocksPerStep(Job job, int ranks);

    /** Whether all ranks must be threads of one process. */
    boolean oneProcess();

    /** Whether all blocks of a step are learnt from at the same parameters, as parts of one batch. */
    default boolean inStep() {
        return false;
    }

    <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException;
}
