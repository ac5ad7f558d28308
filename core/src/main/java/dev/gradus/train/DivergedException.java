package dev.gradus.train;

/** The loss is no number any more; going on would only burn time. */
public final class DivergedException extends Exception {

    private static final long serialVersionUID = 1L;

    public DivergedException(String message) {
        super(message);
    }
}
