package dev.gradus.exchange;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How a sum over the links between ranks is formed. Ranks that share memory need none of them. */
public enum Algorithm {
    /** Whichever suits the length, the number of ranks and what they share. */
    AUTO,
    /** Every rank sends all it has to every other: one message's latency, most bytes. */
    DIRECT,
    /** Every rank sums one chunk and sends it to all: fewest bytes in two messages to each peer. */
    OWNERS,
    /** Ranks exchange all they have with one partner after the other: few messages of whole length. */
    DOUBLING,
    /** Ranks share what they have with one partner after the other, by halves, and back: fewest bytes, few messages. */
    HALVING,
    /** Chunks travel along a ring of ranks: fewest bytes, two neighbours each, in an order that depends on ranks. */
    RING;

    /** How a job writes them. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Algorithm::text).toList();
    }

    public static Algorithm of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }

    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
