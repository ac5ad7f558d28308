package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.json.Records;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.TracePart;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What ranks in other processes tell their launcher, and how it stands in messages. */
final class News {

    static final String BEGINS = "begins";
    static final String EVALUATED = "evaluated";
    static final String HASHED = "hashed";
    static final String SAMPLED = "sampled";
    static final String TRACED = "traced";
    static final String CHECKPOINT = "checkpoint";
    static final String REPORT = "report";
    static final String PRINTED = "printed";

    /** Floats in one message of parameters: 4 MB. */
    static final int PARAMETERS_AT_ONCE = 1 << 20;

    private News() {}

    static Message begins(List<String> header, long totalSteps, long totalSamples) {
        return news(BEGINS, Map.of("header", header, "totalSteps", totalSteps, "totalSamples", totalSamples));
    }

    static Message evaluated(EvaluationReading reading) {
        return news(EVALUATED, Records.toMap(reading));
    }

    static Message hashed(HashReading reading) {
        return news(HASHED, reading.toMap());
    }

    static Message sampled(ResourceReading reading) {
        return news(SAMPLED, Records.toMap(reading));
    }

    static Message traced(TracePart part) {
        return news(TRACED, part.toMap());
    }

    /** That a checkpoint of so many bytes follows. */
    static Message checkpoint(long bytes) {
        return news(CHECKPOINT, Map.of("bytes", bytes));
    }

    static Message printed(String line) {
        return news(PRINTED, Map.of("line", line));
    }

    static Message report(RankReport report, int parameters) {
        Map<String, Object> content = new LinkedHashMap<>(Records.toMap(report));
        content.put("parameters", parameters);
        return news(REPORT, content);
    }

    static Message parameters(float[] values, int from, int to) {
        ByteBuffer bytes = ByteBuffer.allocate((to - from) * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values, from, to - from);
        return new Message(Message.Type.PARAMETERS, bytes.array());
    }

    /** Copies the floats of a message to {@code into} from {@code at} on and returns where the next ones go. */
    static int parameters(Message message, float[] into, int at) throws IOException {
        int count = message.payload().length / Float.BYTES;
        if (count > into.length - at) {
            throw new IOException("more parameters than announced: announced=" + into.length);
        }
        ByteBuffer.wrap(message.payload())
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(into, at, count);
        return at + count;
    }

    private static Message news(String kind, Map<String, ?> content) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("kind", kind);
        all.putAll(content);
        return Message.of(Message.Type.NEWS, all);
    }
}
