package dev.gradus.exchange;

/** A peer is gone, silent or out of step; the group cannot go on and must be formed anew. */
public final class ExchangeException extends Exception {

    private static final long serialVersionUID = 1L;

    private final int peer;

    public ExchangeException(int peer, String message) {
        super(message);
        this.peer = peer;
    }

    public ExchangeException(int peer, String message, Throwable cause) {
        super(message, cause);
        this.peer = peer;
    }

    /** The rank that is to blame as far as this rank can tell, or -1. */
    public int peer() {
        return peer;
    }
}
