package dev.gradus.job;

import org.jspecify.annotations.Nullable;

/** A job that cannot run as written. Names the key at fault, so that the file's line can be found. */
public final class JobException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final @Nullable String key;

    public JobException(@Nullable String key, String message) {
        super(message);
        this.key = key;
    }

    /** The dotted name of the key at fault, or null when no single key is. */
    public @Nullable String key() {
        return key;
    }
}
