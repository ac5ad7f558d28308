package dev.gradus.server;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import dev.gradus.json.Records;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What one shard did: requests and rows of each kind, bytes and messages each way, time that its thread was busy, bytes
 * that its rows take, pushes by their staleness (the last cell is for that and more), pushes that it refused or had
 * seen before, workers that it lost and steps of theirs that nobody learned from.
 */
public record ServerStatistics(
        int shard,
        long pulls,
        long pushes,
        long rowsPulled,
        long rowsPushed,
        long bytesIn,
        long bytesOut,
        long messagesIn,
        long messagesOut,
        double busySeconds,
        long bytesHeld,
        List<?> staleness,
        long refused,
        long repeated,
        List<?> lost,
        long lostSteps) {

    /** Cells of the histogram of staleness. */
    public static final int CELLS = 65;

    public ServerStatistics {
        staleness = List.copyOf(staleness);
        lost = List.copyOf(lost);
    }

    /** Pushes by their staleness. */
    public long[] histogram() {
        return staleness.stream()
                .mapToLong(count -> ((Number) count).longValue())
                .toArray();
    }

    /** What a shard told, as JSON. */
    static ServerStatistics of(String text) throws IOException {
        try {
            if (Json.parse(text) instanceof Map<?, ?> map) {
                return Records.fromMap(ServerStatistics.class, map);
            }
            throw new IOException("statistics are no object: " + text);
        } catch (JsonException | IllegalArgumentException e) {
            throw new IOException("statistics cannot be read: " + e.getMessage(), e);
        }
    }
}
