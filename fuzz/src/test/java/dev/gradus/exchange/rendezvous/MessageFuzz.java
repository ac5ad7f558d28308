package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.json.Json;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any payload is refused, or is an object that is the same after it was written and read again. */
class MessageFuzz {

    static Stream<byte[]> seeds() {
        return Stream.of(
                        "{\"rank\": 1, \"port\": 65535, \"nonce\": \"0a\"}",
                        "{\"a\": [1, 2.5e-3, null, true, {\"b\": \"\\u00e9\\n\"}]}",
                        "[".repeat(300),
                        "{\"rank\": 99999999999999999999}")
                .map(text -> text.getBytes(UTF_8));
    }

    @MethodSource("seeds")
    @FuzzTest
    void aPayloadIsRefusedOrIsAnObject(byte[] input) {
        Message message = new Message(Message.Type.HELLO, input);
        look(() -> message.number("rank"));
        look(() -> message.text("nonce"));
        Map<?, ?> content;
        try {
            content = message.content();
        } catch (IOException e) {
            return;
        }
        if (!content.equals(Json.parse(Json.write(content)))) {
            throw new AssertionError("not what was written: " + content);
        }
    }

    /** Something that a receiver asks of a message. */
    private interface Question {
        Object ask() throws IOException;
    }

    private static void look(Question question) {
        try {
            question.ask();
        } catch (IOException e) {
            return;
        }
    }
}
