package dev.gradus.train;

import dev.gradus.job.Key;
import java.util.List;

/** The keys of models of tables and of the strategies that only they have. */
final class TableKeys {

    static final Key<Long> BLOCK = Key.whole(
            "data.block",
            10_000,
            2,
            1 << 26,
            "words, ends of sentences included, that one rank learns from as one unit");

    static final Key<String> CACHE = Key.text(
            "data.cache", "runs/corpus", "folder for encoded texts, so that each is counted and encoded only once");

    static final Key<Long> EVERY =
            Key.whole("strategy.every", 50, 1, 1_000_000, "blocks that each rank learns from before the ranks average");

    static final Key<String> COMBINE = Key.choice(
            "strategy.combine",
            "mean",
            List.of("mean", "sum"),
            "what becomes of the changes that several virtual shards want of one row in a step");

    private TableKeys() {}

    /** Those that every text has. */
    static List<Key<?>> ofText() {
        return List.of(BLOCK, CACHE);
    }
}
