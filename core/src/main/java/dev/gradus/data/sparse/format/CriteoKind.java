package dev.gradus.data.sparse.format;

import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.util.List;

/** Rows in the layout of the sets that Criteo published. */
public final class CriteoKind implements RowFileKind {

    private static final String NAME = "criteo";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String summary() {
        return "rows of Criteo's layout, hashed: label, 13 whole numbers, 26 categories of 8 hexadecimal digits, with tabs between";
    }

    @Override
    public List<Key<?>> keys() {
        return SparseKeys.with(SparseKeys.BITS, SparseKeys.HASH_SEED, SparseKeys.INTEGERS);
    }

    @Override
    public RowFormat format(Job job) {
        int bits = job.integer(SparseKeys.BITS);
        int seed = job.get(SparseKeys.HASH_SEED).intValue();
        boolean logs = job.get(SparseKeys.INTEGERS).equals("log");
        String settings = "bits=" + bits + ", seed=" + seed + ", logs=" + logs + "\n";
        return new LineFormat(NAME, settings, () -> new CriteoParser(logs, bits, seed), () -> LineLook.at(1L << bits));
    }
}
