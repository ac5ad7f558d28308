package dev.gradus.exchange.transport;

/** What memory the two ends of a link can both reach. */
public enum Sharing {
    /** None: they may be on different machines. */
    NOTHING,
    /** Files in {@code /dev/shm}: they are processes of one machine. */
    FILES,
    /** All of it: they are threads of one process. */
    PROCESS;

    /** What both of two links have. */
    Sharing and(Sharing other) {
        return compareTo(other) < 0 ? this : other;
    }
}
