package dev.gradus.data.sparse;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKind;
import dev.gradus.job.Job;
import java.nio.file.Path;

/** A kind of data that gives sparse rows of two classes. */
public interface SparseKind extends DataKind {

    /**
     * Opens the set. What takes long to make is kept in the folder {@code cache} for the next time, and for other ranks
     * of this machine; the folder is made if need be.
     */
    SparseSet open(Job job, Path cache) throws DataException;

    /** The same for whoever needs each row once, so that keeping them may take longer than it saves. */
    default SparseSet openOnce(Job job, Path cache) throws DataException {
        return open(job, cache);
    }
}
