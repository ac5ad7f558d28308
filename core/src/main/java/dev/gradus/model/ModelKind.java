package dev.gradus.model;

import dev.gradus.data.DataKind;
import dev.gradus.job.Key;
import java.util.List;

/** A value of {@code model.kind}. Found by ServiceLoader, so that other modules can add their own. */
public interface ModelKind {

    /** What a job writes as {@code model.kind}. */
    String name();

    /** One sentence for {@code --keys} and the documentation. */
    String summary();

    /** The keys that this kind reads, beyond those of every job. */
    List<Key<?>> keys();

    /** What it can learn from. */
    List<Class<? extends DataKind>> data();
}
