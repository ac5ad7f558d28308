package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.tls.TlsWire;
import dev.gradus.exchange.transport.VersionException;
import dev.gradus.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The greeting on every new connection. Both sides prove that they know the run's secret, over both nonces, everything
 * said so far and the certificates of both, so that neither a stranger nor a replayed greeting nor a man in the middle
 * gets in. Where the called side has a certificate the connection goes on under TLS, unless it is already.
 */
final class Handshake {

    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Secret secret;
    private final Supplier<Identity> own;

    /** {@code own} is asked for an identity only where the other side or the group wants TLS. */
    Handshake(Secret secret, Supplier<Identity> own) {
        this.secret = secret;
        this.own = own;
    }

    /** A caller who has proved itself: its words, and the fingerprint of its certificate or empty. */
    record Caller(Message hello, String certificate) {}

    /** Greets the side that was called with {@code hello} and returns what it said of its group. */
    Message call(ControlLink link, Map<String, Object> hello) throws IOException {
        Map<String, Object> content = new LinkedHashMap<>(hello);
        content.put("nonce", Secret.nonce());
        Message greeting = Message.of(Message.Type.HELLO, content);
        link.send(greeting);
        String said = new String(greeting.payload(), UTF_8);
        Message challenge = expect(link, Message.Type.CHALLENGE);
        String answered = challenge.text("words");
        if (!Secret.same(challenge.text("proof"), secret.proof("called", said, answered))) {
            refuse(link, "secrets differ");
            throw new IOException("the other side does not know this run's secret");
        }
        Message words = new Message(Message.Type.CHALLENGE, answered.getBytes(UTF_8));
        String theirs = words.text("certificate");
        String ours = theirs.isEmpty() ? "" : own.get().fingerprint();
        String proof = secret.proof("caller", said, answered, ours);
        link.send(Message.of(Message.Type.PROOF, Map.of("certificate", ours, "proof", proof)));
        if (!theirs.isEmpty() && !isSecured(link, theirs)) {
            link.secure(TlsWire.call(link.wire().channel(), own.get(), theirs, TIMEOUT));
        }
        link.joined(words.number("epoch"));
        return words;
    }

    /** Answers a caller who wants to talk to a rank or to the coordinator of {@code group}. */
    Caller answer(ControlLink link, Group group) throws IOException {
        Message hello = expectHello(link);
        String said = new String(hello.payload(), UTF_8);
        Map<String, Object> content = group.words();
        content.put("certificate", group.tls() ? own.get().fingerprint() : "");
        content.put("nonce", Secret.nonce());
        String words = Json.write(content);
        String proof = secret.proof("called", said, words);
        link.send(Message.of(Message.Type.CHALLENGE, Map.of("words", words, "proof", proof)));
        Message answer = expect(link, Message.Type.PROOF);
        String theirs = answer.text("certificate");
        if (!Secret.same(answer.text("proof"), secret.proof("caller", said, words, theirs))) {
            refuse(link, "secrets differ");
            throw new IOException("caller does not know this run's secret");
        }
        if (group.tls() && !isSecured(link, theirs)) {
            link.secure(TlsWire.answer(link.wire().channel(), own.get(), Set.of(theirs), TIMEOUT));
        }
        String objection = group.objection(hello);
        if (!objection.isEmpty()) {
            refuse(link, objection);
            throw new IOException(objection);
        }
        link.joined(group.epoch());
        return new Caller(hello, theirs);
    }

    /** Whether the connection is under TLS already; then the certificate shown there must be the one named here. */
    private static boolean isSecured(ControlLink link, String named) throws IOException {
        if (link.wire() instanceof TlsWire secured) {
            if (!secured.peer().equals(named)) {
                throw new IOException("certificates differ: named=" + named + ", shown=" + secured.peer());
            }
            return true;
        }
        return false;
    }

    private static Message expectHello(ControlLink link) throws IOException {
        try {
            return expect(link, Message.Type.HELLO);
        } catch (VersionException e) {
            link.refuse(e);
            throw e;
        }
    }

    static void refuse(ControlLink link, String reason) throws IOException {
        link.send(Message.of(Message.Type.REFUSED, Map.of("reason", reason)));
    }

    /** The next message, which must be of that type; a refusal is passed on as what it says. */
    static Message expect(ControlLink link, Message.Type type) throws IOException {
        return expect(link, type, TIMEOUT);
    }

    /** The next message that is no heartbeat; {@code silence} is how long nothing at all may come. */
    static Message expect(ControlLink link, Message.Type type, Duration silence) throws IOException {
        Message message = link.receive(silence);
        while (message.type() == Message.Type.HEARTBEAT) {
            message = link.receive(silence);
        }
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
