package dev.gradus.data;

import dev.gradus.job.Key;
import java.util.List;

/** A value of {@code data.kind}. Found by ServiceLoader, so that other modules can add their own. */
public interface DataKind {

    /** What a job writes as {@code data.kind}. */
    String name();

    /** One sentence for {@code --keys} and the documentation. */
    String summary();

    /** The keys that this kind reads, beyond those of every job. Kinds may share keys. */
    List<Key<?>> keys();
}
