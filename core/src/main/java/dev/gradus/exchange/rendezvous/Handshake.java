package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The greeting on every new connection. Both sides prove that they know the run's secret, over both nonces and the
 * caller's words, so that neither a stranger nor a replayed greeting gets in. Neither side tells the other anything
 * before.
 */
final class Handshake {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Secret secret;

    Handshake(Secret secret) {
        this.secret = secret;
    }

    /** Greets the side that was called with {@code hello}. */
    void call(ControlLink link, Map<String, Object> hello) throws IOException {
        String nonce = Secret.nonce();
        Map<String, Object> content = new LinkedHashMap<>(hello);
        content.put("nonce", nonce);
        Message greeting = Message.of(Message.Type.HELLO, content);
        link.send(greeting);
        String said = new String(greeting.payload(), UTF_8);
        Message challenge = expect(link, Message.Type.CHALLENGE);
        String theirs = challenge.text("nonce");
        if (!Secret.same(challenge.text("proof"), secret.proof("called", said, theirs))) {
            refuse(link, "secrets differ");
            throw new IOException("the other side does not know this run's secret");
        }
        link.send(Message.of(Message.Type.PROOF, Map.of("proof", secret.proof("caller", said, theirs))));
    }

    /** Answers a caller and returns its checked words. */
    Message answer(ControlLink link) throws IOException {
        Message hello = expect(link, Message.Type.HELLO);
        String said = new String(hello.payload(), UTF_8);
        String nonce = Secret.nonce();
        link.send(Message.of(
                Message.Type.CHALLENGE, Map.of("nonce", nonce, "proof", secret.proof("called", said, nonce))));
        Message proof = expect(link, Message.Type.PROOF);
        if (!Secret.same(proof.text("proof"), secret.proof("caller", said, nonce))) {
            refuse(link, "secrets differ");
            throw new IOException("caller does not know this run's secret");
        }
        return hello;
    }

    static void refuse(ControlLink link, String reason) throws IOException {
        link.send(Message.of(Message.Type.REFUSED, Map.of("reason", reason)));
    }

    /** The next message, which must be of that type; a refusal is passed on as what it says. */
    static Message expect(ControlLink link, Message.Type type) throws IOException {
        return expect(link, type, TIMEOUT);
    }

    static Message expect(ControlLink link, Message.Type type, Duration timeout) throws IOException {
        Message message = link.receive(timeout);
        if (message.type() == Message.Type.REFUSED) {
            throw new RefusedException(message.text("reason"));
        }
        if (message.type() == Message.Type.ABORT) {
            throw new IOException("the run is over: " + message.text("reason"));
        }
        if (message.type() != type) {
            throw new IOException("peer is out of step: expected=" + type + ", received=" + message.type());
        }
        return message;
    }
}
