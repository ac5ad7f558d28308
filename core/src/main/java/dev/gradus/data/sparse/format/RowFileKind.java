package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseKind;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.job.Job;
import java.nio.file.Path;

/** A kind of sparse rows that stand in files. */
public interface RowFileKind extends SparseKind {

    /** How a job has files read. */
    RowFormat format(Job job);

    @Override
    default SparseSet open(Job job, Path cache) throws DataException {
        return RowFiles.open(job, format(job), cache);
    }

    @Override
    default SparseSet openOnce(Job job, Path cache) throws DataException {
        return RowFiles.openOnce(job, format(job), cache);
    }
}
