package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseBlocks;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.format.SparseKeys;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.model.SparseModel;
import dev.gradus.model.SparseModelKind;
import dev.gradus.optim.OptimKeys;
import dev.gradus.optim.RowRules;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Makes the setup of a model that learns from sparse rows. */
public final class SparseSetup {

    /** Rows of a block, unless the job says otherwise. */
    private static final int ROWS = 200;

    private SparseSetup() {}

    /** The rows of a job with a list of their features; what takes long to make is kept in the job's cache. */
    public static SparseSet open(Job job, SparseKind kind) throws DataException {
        return kind.open(job, Path.of(job.get(TableKeys.CACHE)));
    }

    /**
     * The rows of a job as it learns from them: without a cache if it needs each of them once, and all in one process,
     * or if it says so.
     */
    public static SparseSet open(Job job, Kinds kinds, SparseKind kind) throws DataException {
        String read = job.get(SparseKeys.READ);
        boolean once =
                job.get(JobKeys.EPOCHS) == 1 && kinds.strategy(job).forTables().oneProcess();
        return read.equals(SparseKeys.TEXT) || (once && !read.equals(SparseKeys.CACHE))
                ? kind.openOnce(job, Path.of(job.get(TableKeys.CACHE)))
                : open(job, kind);
    }

    /**
     * The rows of a job as a run of it has learnt from them whose model has so many parameters, if there is such a way.
     * A run that goes on may have more epochs than it had when it chose one, by which features have their places.
     */
    public static SparseSet openAgain(Job job, Kinds kinds, SparseKind kind, int parameters) throws DataException {
        SparseSet set = open(job, kinds, kind);
        try {
            if (!job.get(SparseKeys.READ).equals(SparseKeys.AUTO) || fits(job, kinds, set, parameters)) {
                return set;
            }
            Path cache = Path.of(job.get(TableKeys.CACHE));
            SparseSet other = set.features().complete() ? kind.openOnce(job, cache) : kind.open(job, cache);
            boolean better = fits(job, kinds, other, parameters);
            (better ? set : other).close();
            return better ? other : set;
        } catch (DataException | RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private static boolean fits(Job job, Kinds kinds, SparseSet set, int parameters) {
        return model(job, kinds, set.features().size()).layout().size() == parameters;
    }

    static TableSetup<SparseBlock> load(Job job, Kinds kinds, SparseKind kind, int ranks, @Nullable Checkpoint start)
            throws DataException {
        SparseSet set = start == null
                ? open(job, kinds, kind)
                : openAgain(job, kinds, kind, start.layout().size());
        try {
            return load(job, kinds, set, ranks);
        } catch (DataException | RuntimeException e) {
            set.close();
            throw e;
        }
    }

    private static TableSetup<SparseBlock> load(Job job, Kinds kinds, SparseSet set, int ranks) throws DataException {
        long rows = set.train().rows();
        if (rows == 0) {
            throw new DataException("no rows to train on: data.kind=" + job.get(JobKeys.DATA_KIND));
        }
        TableStrategy strategy = kinds.strategy(job).forTables();
        SparseBlocks.Cut cut = strategy.cut(job, rows, ROWS);
        SparseModel created = model(job, kinds, set.features().size());
        TableSetup.Blocks<SparseBlock> blocks = new TableSetup.Blocks<>(
                SparseBlocks.train(set, cut), SparseBlocks.test(set, new SparseBlocks.Cut(ROWS, 1)));
        return TableSetup.of(job, Setup.kernels(job), created, blocks, new TableSetup.Division(strategy, ranks));
    }

    /** The model of a job with so many features, its tables as the job's strategy has them. */
    public static SparseModel model(Job job, Kinds kinds, int features) {
        if (!(kinds.model(job) instanceof SparseModelKind kind)) {
            throw new JobException(
                    JobKeys.MODEL_KIND.name(),
                    JobKeys.MODEL_KIND + "=" + job.get(JobKeys.MODEL_KIND) + " learns from no sparse rows");
        }
        if (!kinds.strategy(job).forTables().weightsOnly()) {
            return kind.create(job, features);
        }
        RowRules.checkOnServers(job);
        return kind.create(job.with(OptimKeys.KIND, "sgd"), features); // which remembers nothing beside the weights
    }
}
