package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.exchange.transport.HostileBytes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever does not know the secret is refused by an IOException, on either side, whatever it sends. */
class HandshakeFuzz {

    private static final Secret SECRET = Secret.random();

    static Stream<byte[]> seeds() {
        String proof = "{\"nonce\": \"00\", \"proof\": \"" + "0".repeat(64) + "\"}";
        return Stream.of(
                joined(message(1, "{\"rank\": 0, \"port\": 1, \"nonce\": \"0a\"}"), message(3, proof)),
                message(2, proof),
                message(5, "{\"reason\": \"no\"}"),
                message(6, "{\"rank\": 1, \"reason\": \"no\"}"),
                message(1, "[]"));
    }

    private static byte[] message(int type, String json) {
        return HostileBytes.scripted(type, json.getBytes(UTF_8));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    @MethodSource("seeds")
    @FuzzTest
    void aStrangerIsRefusedOnEitherSide(byte[] input) throws IOException {
        byte[] bytes = HostileBytes.script(input);
        meet(bytes, link -> new Handshake(SECRET).answer(link));
        meet(bytes, link -> new Handshake(SECRET).call(link, Map.of("rank", 0)));
    }

    /** One side of a greeting. */
    private interface Side {
        void greet(ControlLink link) throws IOException;
    }

    private static void meet(byte[] bytes, Side side) throws IOException {
        SocketChannel[] ends = HostileBytes.connectionWith(bytes);
        try (SocketChannel attacker = ends[0];
                ControlLink link = new ControlLink(ends[1])) {
            try {
                side.greet(link);
            } catch (IOException e) {
                return;
            }
            throw new AssertionError("a stranger got in: " + attacker);
        }
    }
}
