package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.DataKind;
import dev.gradus.job.Job;
import java.nio.file.Path;

/** A kind of data that gives text. */
public interface TextKind extends DataKind {

    /**
     * Opens the text as a corpus. What takes long to make is kept in the folder {@code cache} for the next time, and
     * for other ranks of this machine; the folder is made if need be.
     */
    Corpus open(Job job, Path cache) throws DataException;
}
