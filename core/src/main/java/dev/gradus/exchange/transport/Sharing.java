package dev.gradus.exchange.transport;

/** What memory the two ends of a link can both reach. */
public enum Sharing {
    /** None: they may be on different machines. */
    NOTHING,
    /** Files in {@code /dev/shm}: they are processes of one machine. */
    FILES,
    /** All of it: they are threads of one process. */
    PROCESS;

    /** A number that is higher the more is shared. */
    @SuppressWarnings("EnumOrdinal") // the order of the constants is what it means
    int level() {
        return ordinal();
    }

    static Sharing of(int level) {
        return values()[Math.max(0, Math.min(level, values().length - 1))];
    }

    /** What both of two links have. */
    Sharing and(Sharing other) {
        return compareTo(other) < 0 ? this : other;
    }
}
