package dev.gradus.exchange.rendezvous;

import java.util.List;
import java.util.Locale;

/** What the numbers of two ranks go over. */
public enum LinkKind {
    /** The first of the others that is possible, for each pair of ranks. */
    AUTO,
    /** Memory that two processes of one machine share. */
    SHARED,
    /** A Unix domain socket. */
    UNIX,
    /** The connection through which the ranks met: TCP, under TLS where the job says so. */
    TCP;

    /** The kind that is called so. */
    public static LinkKind of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** What to try, in this order. */
    List<LinkKind> candidates() {
        return this == AUTO ? List.of(SHARED, UNIX, TCP) : List.of(this);
    }
}
