package dev.gradus.exchange;

/** What can happen to a frame on its way. */
public enum Fault {
    /** It passes. */
    NONE,
    /** It arrives in pieces, with pauses between them. */
    DELAY,
    /** It does not arrive; those after it do. */
    DROP,
    /** It arrives twice. */
    DUPLICATE,
    /** The next one overtakes it. */
    REORDER,
    /** One of its bits is changed. */
    FLIP,
    /** Some of its bytes are missing; what follows moves up. */
    CUT,
    /** Some of its bytes come twice; what follows moves down. */
    REPEAT,
    /** Bytes that nobody sent come before it. */
    NOISE,
    /** It breaks off, and the connection is closed. */
    TRUNCATE,
    /** The connection is closed instead. */
    CLOSE,
    /** The connection is reset instead. */
    RESET,
    /** Neither it nor anything after it arrives, and the connection stays open. */
    STALL;

    /** Whether the receiver lacks this frame for good, so that a rank must complain. */
    public boolean harms() {
        return switch (this) {
            case NONE, DELAY, DUPLICATE, REORDER -> false;
            default -> true;
        };
    }
}
