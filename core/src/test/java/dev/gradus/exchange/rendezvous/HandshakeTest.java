package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.PlainWire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Attacks on the greeting that use what an honest side has said. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class HandshakeTest {

    private static final Group GROUP = new Group("run", 2, 1, Duration.ofSeconds(10), false);

    private final Meeting meeting = new Meeting();
    private final ControlLink attacker;
    private final ControlLink honest;

    HandshakeTest() throws IOException {
        ControlLink[] ends = open();
        attacker = ends[0];
        honest = ends[1];
    }

    @AfterEach
    void closeAll() throws Exception {
        meeting.end();
    }

    @Test
    void aProofThatIsSentBackIsRefused() throws Exception {
        CompletableFuture<Message> answer =
                meeting.call(() -> handshake().answer(honest, GROUP).hello());
        attacker.send(hello());
        Message challenge = Handshake.expect(attacker, Message.Type.CHALLENGE);

        attacker.send(Message.of(Message.Type.PROOF, Map.of("certificate", "", "proof", challenge.text("proof"))));

        assertThatThrownBy(answer::join).hasRootCauseMessage("caller does not know this run's secret");
        assertThatThrownBy(() -> Handshake.expect(attacker, Message.Type.WELCOME))
                .isInstanceOf(RefusedException.class)
                .hasMessage("refused: secrets differ");
    }

    @Test
    void aGreetingThatWasRecordedIsRefusedTheNextTime() throws Exception {
        Message hello = hello();
        Message proof = recordedProof(hello);
        CompletableFuture<Message> answer =
                meeting.call(() -> handshake().answer(honest, GROUP).hello());

        attacker.send(hello);
        attacker.send(proof);

        assertThatThrownBy(answer::join).hasRootCauseMessage("caller does not know this run's secret");
    }

    /** What somebody overhears of a greeting that went well. */
    private Message recordedProof(Message hello) throws Exception {
        ControlLink[] ends = open();
        CompletableFuture<Message> answer =
                meeting.call(() -> handshake().answer(ends[1], GROUP).hello());
        ends[0].send(hello);
        String words = Handshake.expect(ends[0], Message.Type.CHALLENGE).text("words");
        String said = new String(hello.payload(), UTF_8);
        Message proof = Message.of(
                Message.Type.PROOF,
                Map.of("certificate", "", "proof", meeting.secret.proof("caller", said, words, "")));
        ends[0].send(proof);
        assertThat(answer.join().number("rank")).isZero();
        return proof;
    }

    @Test
    void aChallengeThatRepeatsTheCallersOwnWordsIsRefused() throws Exception {
        CompletableFuture<Object> call = meeting.call(() -> {
            handshake().call(honest, GROUP.hello(1));
            return "got in";
        });
        Message hello = Handshake.expect(attacker, Message.Type.HELLO);

        attacker.send(Message.of(
                Message.Type.CHALLENGE,
                Map.of("words", new String(hello.payload(), UTF_8), "proof", hello.text("nonce"))));

        assertThatThrownBy(call::join).hasRootCauseMessage("the other side does not know this run's secret");
    }

    private Handshake handshake() {
        return new Handshake(meeting.secret, Identity::create);
    }

    private static Message hello() {
        Map<String, Object> words = new LinkedHashMap<>(GROUP.hello(0));
        words.put("nonce", Secret.nonce());
        return Message.of(Message.Type.HELLO, words);
    }

    private ControlLink[] open() throws IOException {
        SocketChannel[] ends = RankGroup.connection();
        ControlLink[] links = {new ControlLink(new PlainWire(ends[0])), new ControlLink(new PlainWire(ends[1]))};
        meeting.opened(links[0]);
        meeting.opened(links[1]);
        return links;
    }
}
