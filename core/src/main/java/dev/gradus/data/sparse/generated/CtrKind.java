package dev.gradus.data.sparse.generated;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.cache.RawSet;
import dev.gradus.data.sparse.cache.RowCache;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import java.nio.file.Path;
import java.util.List;

/** Generated clicks like those of the Criteo Kaggle set, for which nothing is downloaded. */
public final class CtrKind implements SparseKind {

    public static final Key<Long> FEATURE_SPACE = Key.whole(
            "data.featureSpace",
            0,
            0,
            1 << 30,
            "features that generated clicks could have; 0: the 33762578 of the Criteo Kaggle set");

    private static final long OWN_ROWS = 1_000_000;

    /** To be changed with the recipe, so that no cache of other rows is used. */
    private static final String RECIPE = "generated clicks 2\n";

    /** Raw rows to train on and, made beyond them, rows for testing. */
    public record Parts(CtrRows train, CtrRows test) {}

    @Override
    public String name() {
        return "ctr";
    }

    @Override
    public String summary() {
        return "generated clicks with the columns and frequencies of Criteo's, labels by a hidden model";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(DataKeys.ROWS, DataKeys.SEED, DataKeys.TEST, DataKeys.MIN_COUNT, FEATURE_SPACE);
    }

    @Override
    public SparseSet open(Job job, Path cache) throws DataException {
        Parts parts = generate(job);
        RawSet raw =
                new RawSet(parts.train(), parts.test(), parts.train().recipe().space());
        long minCount = Math.max(1, job.get(DataKeys.MIN_COUNT));
        String rows = String.format(
                "seed-%d-features-%d-rows-%d-test-%d-count-%d",
                job.get(DataKeys.SEED),
                parts.train().recipe().features(),
                raw.train().rows(),
                raw.test().rows(),
                minCount);
        return new RowCache(cache, "ctr-" + rows, RECIPE + rows, minCount, RowCache.Manner.usual()).open(aside -> raw);
    }

    /** The rows themselves, each made when it is read. */
    public Parts generate(Job job) {
        CtrRecipe recipe = new CtrRecipe(job.get(DataKeys.SEED), space(job));
        long rows = job.get(DataKeys.ROWS) == 0 ? OWN_ROWS : job.get(DataKeys.ROWS);
        long testRows = Math.round(rows * job.get(DataKeys.TEST));
        return new Parts(new CtrRows(recipe, 0, rows), new CtrRows(recipe, rows, testRows));
    }

    private static int space(Job job) {
        int space = job.integer(FEATURE_SPACE);
        if (space > 0 && space < CtrColumns.smallestSpace()) {
            throw new JobException(
                    FEATURE_SPACE.name(),
                    "too few features: data.featureSpace=" + space + "; write " + CtrColumns.smallestSpace()
                            + " or more, or 0 for those of the Kaggle set");
        }
        return space == 0 ? CtrColumns.KAGGLE_SPACE : space;
    }
}
