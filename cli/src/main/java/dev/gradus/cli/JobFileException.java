package dev.gradus.cli;

/** A job file or {@code --set} that cannot be used. The message is one line that says where, what, and what to do. */
public final class JobFileException extends Exception {

    private static final long serialVersionUID = 1L;

    public JobFileException(String message) {
        super(oneLine(message));
    }

    /** What a file says is repeated in messages, and must not break their line or steer a terminal. */
    static String oneLine(String message) {
        return message.replaceAll("[\\p{Cntrl}\\x{80}-\\x{9F}\\x{2028}\\x{2029}]", "?");
    }
}
