package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.HostileBytes;
import dev.gradus.exchange.transport.PlainWire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever does not know the secret is refused by an IOException, on either side, whatever it sends. */
class HandshakeFuzz {

    private static final Secret SECRET = Secret.random();
    private static final Group GROUP = new Group("run", 2, 1, Duration.ofSeconds(10), false);

    static Stream<byte[]> seeds() {
        String proof = "{\"words\": \"{}\", \"certificate\": \"\", \"proof\": \"" + "0".repeat(64) + "\"}";
        return Stream.of(
                joined(
                        message(
                                1,
                                "{\"protocol\": 2, \"run\": \"\", \"ranks\": 0, \"epoch\": 0, \"rank\": 0, \"nonce\": \"0a\"}"),
                        message(3, proof)),
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
        meet(bytes, link -> new Handshake(SECRET, Identity::create).answer(link, GROUP));
        meet(bytes, link -> new Handshake(SECRET, Identity::create).call(link, GROUP.hello(0)));
    }

    /** One side of a greeting. */
    private interface Side {
        void greet(ControlLink link) throws IOException;
    }

    private static void meet(byte[] bytes, Side side) throws IOException {
        SocketChannel[] ends = HostileBytes.connectionWith(bytes);
        try (SocketChannel attacker = ends[0];
                ControlLink link = new ControlLink(new PlainWire(ends[1]))) {
            try {
                side.greet(link);
            } catch (IOException e) {
                return;
            }
            throw new AssertionError("a stranger got in: " + attacker);
        }
    }
}
