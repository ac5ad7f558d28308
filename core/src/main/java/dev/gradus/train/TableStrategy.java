package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.sparse.SparseBlocks;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.model.TableModel;
import org.jspecify.annotations.Nullable;

/** How ranks that learn from blocks share what they have learnt. */
interface TableStrategy {

    /** Blocks that all ranks together learn from in one step; {@code gradients} says whether the model has any. */
    int blocksPerStep(Job job, int ranks, boolean gradients);

    /** Whether all ranks must be threads of one process. */
    boolean oneProcess();

    /** How sparse rows, of which there are so many, are cut into blocks; {@code usual} is a block's usual size. */
    default SparseBlocks.Cut cut(Job job, long rows, int usual) {
        return new SparseBlocks.Cut(TableKeys.block(job, usual), 1);
    }

    /** Whether tables hold weights alone, because update rules and their memory are elsewhere. */
    default boolean weightsOnly() {
        return false;
    }

    /** How many arrays update rules keep beside the tables. */
    default int states(Job job, TableModel<?> model) {
        return 0;
    }

    <B> Training begin(TableSetup<B> setup, Peers peers, @Nullable Checkpoint start) throws ExchangeException;
}
