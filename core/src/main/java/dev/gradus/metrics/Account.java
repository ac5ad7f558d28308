package dev.gradus.metrics;

/** What a rank's time is booked to. */
public enum Account {
    /** Gradients and updates. */
    COMPUTE,
    /** Handing bytes to a link, taking them out, and adding what came. */
    SEND,
    /** Nothing to do until a peer's numbers arrive. */
    WAIT,
    /** Reading and writing files. */
    DISK,
    /** Scoring held-out rows; not part of training time. */
    EVALUATE,
    /** Garbage collection; taken out of the account that was open. */
    GC,
    /** Standing still after a step, because the job asks for a slow rank. */
    THROTTLE,
    /** Anything before the clock starts and after it stops. */
    OTHER
}
