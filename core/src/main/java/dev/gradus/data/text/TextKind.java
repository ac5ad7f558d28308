package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.nio.file.Path;
import java.util.List;

/** A value of {@code data.kind} that is a text rather than rows. */
public interface TextKind {

    /** What a job writes as {@code data.kind}. */
    String name();

    /** One sentence for {@code --keys} and the documentation. */
    String summary();

    /** The keys that this kind reads, beyond those of every job. Kinds may share keys. */
    List<Key<?>> keys();

    /** Opens the text; what was made of it earlier is kept in the folder {@code cache}, and looked for there. */
    Corpus open(Job job, Path cache) throws DataException;
}
