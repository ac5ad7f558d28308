package dev.gradus.train;

/** The loss is no number any more; going on would only burn time. */
public final class DivergedException extends Exception {

    private static final long serialVersionUID = 1L;

    /** {@code what} says what is no number, and where; what to do about it is added. */
    public DivergedException(String what) {
        super(what + "; lower optimizer.rate, raise schedule.warmUpEpochs or set optimizer.clip");
    }
}
