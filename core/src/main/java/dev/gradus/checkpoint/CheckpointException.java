package dev.gradus.checkpoint;

import java.io.IOException;

/** Bytes that are no checkpoint, or not one as it was written. The message says what is wrong, and where. */
public final class CheckpointException extends IOException {

    private static final long serialVersionUID = 1L;

    CheckpointException(String message) {
        super(message);
    }

    CheckpointException(String message, Throwable cause) {
        super(message, cause);
    }
}
