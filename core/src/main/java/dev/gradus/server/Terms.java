package dev.gradus.server;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What all workers of a run agree on: how far apart they may be ({@code staleness} steps where that is bounded),
 * whether a push that comes late moves less ({@code rate / (1 + staleness)}), whether values travel in 16 bits, how
 * many leaves the tree of a synchronous sum has, and how each uses its link.
 */
public record Terms(
        Consistency consistency, int staleness, boolean adaptRate, boolean bf16, int leaves, LinkSettings link) {

    public Terms {
        if (staleness < 0 || leaves < 1) {
            throw new IllegalArgumentException("bad terms: staleness=" + staleness + ", leaves=" + leaves);
        }
    }

    /** Workers that do not wait for each other. */
    public static Terms async() {
        return new Terms(Consistency.ASYNC, 0, false, false, 1, LinkSettings.USUAL);
    }

    /** Workers of which each may be so many steps ahead of the slowest. */
    public static Terms bounded(int staleness) {
        return new Terms(Consistency.BOUNDED, staleness, false, false, 1, LinkSettings.USUAL);
    }

    /** Workers that take every step together, which is a sum over so many leaves. */
    public static Terms sync(int leaves) {
        return new Terms(Consistency.SYNC, 0, false, false, leaves, LinkSettings.USUAL);
    }

    /** What shards hold against each worker; how it uses its link is its own business. */
    Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("consistency", consistency.text());
        words.put("staleness", staleness);
        words.put("adaptRate", adaptRate);
        words.put("bf16", bf16);
        words.put("leaves", leaves);
        return words;
    }

    /** The terms that {@link #words} told of. */
    static Terms of(Map<?, ?> words) {
        return new Terms(
                Consistency.of(String.valueOf(words.get("consistency"))),
                TableSpec.number(words, "staleness").intValue(),
                Boolean.TRUE.equals(words.get("adaptRate")),
                Boolean.TRUE.equals(words.get("bf16")),
                TableSpec.number(words, "leaves").intValue(),
                LinkSettings.USUAL);
    }
}
