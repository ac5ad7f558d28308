package dev.gradus.server;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How far workers may be apart. */
public enum Consistency {
    /** As far as they like. */
    ASYNC,
    /** A worker may be so many steps ahead of the slowest, and then waits for its next one. */
    BOUNDED,
    /** All take the same step together; it is applied when all of it is there. */
    SYNC;

    /** How a job writes them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Consistency::text).toList();
    }

    public static Consistency of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
