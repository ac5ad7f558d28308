package dev.gradus.cli;

/** A job file or {@code --set} that cannot be used. The message is one line that says where, what, and what to do. */
public final class JobFileException extends Exception {

    private static final long serialVersionUID = 1L;

    public JobFileException(String message) {
        super(message);
    }
}
