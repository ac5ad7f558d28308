package dev.gradus.data.sparse.format;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.util.List;

/** Rows in the text format of Vowpal Wabbit. */
public final class VwKind implements RowFileKind {

    private static final String NAME = "vw";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "rows of the text of Vowpal Wabbit, hashed: label importance 'tag |space:scale feature:value ...";
    }

    @Override
    public List<Key<?>> keys() {
        return SparseKeys.with(SparseKeys.BITS, SparseKeys.HASH_SEED);
    }

    @Override
    public RowFormat format(Job job) {
        int bits = job.integer(SparseKeys.BITS);
        int seed = job.get(SparseKeys.HASH_SEED).intValue();
        return new LineFormat(
                NAME,
                "bits=" + bits + ", seed=" + seed + "\n",
                () -> new VwParser(bits, seed),
                () -> LineLook.at(1L << bits));
    }
}
