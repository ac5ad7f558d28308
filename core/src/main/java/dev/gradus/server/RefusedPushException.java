package dev.gradus.server;

/** A server refused a push and applied nothing of it: this worker is wrong, or what it learns is no number any more. */
public final class RefusedPushException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean notFinite;

    RefusedPushException(String message, boolean notFinite) {
        super(message);
        this.notFinite = notFinite;
    }

    /** Whether a value was infinite or no number, which is how a run shows that it diverged. */
    public boolean notFinite() {
        return notFinite;
    }
}
