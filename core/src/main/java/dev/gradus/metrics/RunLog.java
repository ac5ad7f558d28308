package dev.gradus.metrics;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Finds places in the log of a run, {@code metrics.jsonl}. */
final class RunLog {

    /** The type of lines that belong to no step, because every process writes them when it likes. */
    static final String RESOURCES = "resources";

    private static final int BUFFER_BYTES = 1 << 16;

    private RunLog() {}

    /**
     * Where the lines end that a run had written when {@code step} steps were done and nothing after them: readings of
     * steps up to that one, and evaluations before it, since the one that follows a step is made again. A line that
     * cannot be read ends them too: a power cut may leave anything behind what was forced to the disk. Lines about
     * resources stay if one that stays follows them.
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
            if (RESOURCES.equals(members.get("type"))) {
                return Kind.ANY_TIME;
            }
            return members.get("step") instanceof Long at
                            && (at < step || (at == step && "step".equals(members.get("type"))))
                    ? Kind.BELONGS
                    : Kind.LATER;
        } catch (JsonException e) {
            return Kind.LATER; // see above
        }
    }
}
