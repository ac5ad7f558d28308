package dev.gradus.model;

import java.io.IOException;

/** A stored model that cannot be used. The message says what is wrong, in which file, and what to do. */
public final class ModelException extends IOException {

    private static final long serialVersionUID = 1L;

    public ModelException(String message) {
        super(message);
    }

    public ModelException(String message, Throwable cause) {
        super(message, cause);
    }
}
