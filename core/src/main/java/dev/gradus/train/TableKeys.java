package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.util.List;

/** The keys of models of tables and of the strategies that only they have. */
public final class TableKeys {

    static final Key<Long> BLOCK = Key.whole(
            "data.block",
            0,
            0,
            1 << 26,
            "words (ends of sentences included) or sparse rows that one rank learns from as one unit; 0: 10,000 words or"
                    + " 200 rows");

    public static final Key<String> CACHE = Key.text(
            "data.cache",
            "runs/corpus",
            "folder for encoded texts and parsed rows, so that each is read as text only once");

    static final Key<Long> EVERY = Key.whole(
            "strategy.every",
            50,
            1,
            1_000_000,
            "blocks, or parts of batches of dense rows, that each rank learns from before the ranks average");

    static final Key<String> COMBINE = Key.choice(
            "strategy.combine",
            "mean",
            List.of("mean", "sum"),
            "what becomes of the changes that several virtual shards want of one row in a step");

    private TableKeys() {}

    /** Those that all data have which come in blocks. */
    static List<Key<?>> ofBlocks() {
        return List.of(BLOCK, CACHE);
    }

    /** The size of a block, where {@code usual} is what the job leaves to us. */
    static int block(Job job, int usual) {
        int block = job.integer(BLOCK);
        return block == 0 ? usual : Math.max(2, block);
    }
}
