package dev.gradus.metrics;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/** Finds places in the log of a run, {@code metrics.jsonl}. */
final class RunLog {

    static final String STEP = "step";
    static final String EVALUATION = "evaluation";
    static final String RANK = "rank";
    static final String RESOURCES = "resources";
    static final String LOST = "lost";
    static final String FAILED = "failed";

    /** The types of lines that belong to no step of all, because ranks, processes or the launcher write them. */
    private static final Set<String> ANY_TIME = Set.of(RANK, RESOURCES, LOST, FAILED);

    private static final int BUFFER_BYTES = 1 << 16;

    private RunLog() {}

    /**
     * Where the lines end that a run had written when {@code step} steps were done and nothing after them: readings of
     * steps up to that one, and evaluations before it, since the one that follows a step is made again. A line that
     * cannot be read ends them too: a power cut may leave anything behind what was forced to the disk. Lines that
     * belong to no step stay if one that stays follows them.
     */
    static long bytesUpTo(FileChannel channel, long step) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        long kept = 0;
        long read = 0;
        // By position, because another channel on this file would give up the lock when it is closed.
        for (long at = 0; channel.read(buffer.clear(), at) > 0; at += buffer.limit()) {
            buffer.flip();
            while (buffer.hasRemaining()) {
                byte next = buffer.get();
                line.write(next);
                if (next == '\n') {
                    Kind kind = kind(line.toString(StandardCharsets.UTF_8), step);
                    if (kind == Kind.LATER) {
                        return kept;
                    }
                    read += line.size();
                    kept = kind == Kind.BELONGS ? read : kept;
                    line.reset();
                }
            }
        }
        return kept;
    }

    private enum Kind {
        BELONGS,
        LATER,
        ANY_TIME
    }

    private static Kind kind(String line, long step) {
        try {
            Map<String, Object> members = Json.parseObject(line);
            if (ANY_TIME.contains(String.valueOf(members.get("type")))) {
                return Kind.ANY_TIME;
            }
            return members.get("step") instanceof Long at
                            && (at < step || (at == step && STEP.equals(members.get("type"))))
                    ? Kind.BELONGS
                    : Kind.LATER;
        } catch (JsonException e) {
            return Kind.LATER; // see above
        }
    }
}
