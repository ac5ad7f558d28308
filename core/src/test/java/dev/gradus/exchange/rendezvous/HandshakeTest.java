package dev.gradus.exchange.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.RankGroup;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Attacks on the greeting that use what an honest side has said. */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class HandshakeTest {

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
        CompletableFuture<Message> answer = meeting.call(() -> new Handshake(meeting.secret).answer(honest));
        attacker.send(Message.of(Message.Type.HELLO, Map.of("rank", 0, "nonce", Secret.nonce())));
        Message challenge = Handshake.expect(attacker, Message.Type.CHALLENGE);

        attacker.send(Message.of(Message.Type.PROOF, Map.of("proof", challenge.text("proof"))));

        assertThatThrownBy(answer::join).hasRootCauseMessage("caller does not know this run's secret");
        assertThatThrownBy(() -> Handshake.expect(attacker, Message.Type.WELCOME))
                .isInstanceOf(RefusedException.class)
                .hasMessage("refused: secrets differ");
    }

    @Test
    void aGreetingThatWasRecordedIsRefusedTheNextTime() throws Exception {
        Message hello = Message.of(Message.Type.HELLO, Map.of("rank", 0, "nonce", Secret.nonce()));
        Message proof = recordedProof(hello);
        CompletableFuture<Message> answer = meeting.call(() -> new Handshake(meeting.secret).answer(honest));

        attacker.send(hello);
        attacker.send(proof);

        assertThatThrownBy(answer::join).hasRootCauseMessage("caller does not know this run's secret");
    }

    /** What somebody overhears of a greeting that went well. */
    private Message recordedProof(Message hello) throws Exception {
        ControlLink[] ends = open();
        CompletableFuture<Message> answer = meeting.call(() -> new Handshake(meeting.secret).answer(ends[1]));
        ends[0].send(hello);
        String nonce = Handshake.expect(ends[0], Message.Type.CHALLENGE).text("nonce");
        String said = new String(hello.payload(), UTF_8);
        Message proof = Message.of(Message.Type.PROOF, Map.of("proof", meeting.secret.proof("caller", said, nonce)));
        ends[0].send(proof);
        assertThat(answer.join().number("rank")).isZero();
        return proof;
    }

    @Test
    void aChallengeThatRepeatsTheCallersOwnWordsIsRefused() throws Exception {
        CompletableFuture<Object> call = meeting.call(() -> {
            new Handshake(meeting.secret).call(honest, Map.of("rank", 1));
            return "got in";
        });
        Message hello = Handshake.expect(attacker, Message.Type.HELLO);

        attacker.send(
                Message.of(Message.Type.CHALLENGE, Map.of("nonce", hello.text("nonce"), "proof", hello.text("nonce"))));

        assertThatThrownBy(call::join).hasRootCauseMessage("the other side does not know this run's secret");
    }

    private ControlLink[] open() throws IOException {
        SocketChannel[] ends = RankGroup.connection();
        ControlLink[] links = {new ControlLink(ends[0]), new ControlLink(ends[1])};
        meeting.opened(links[0]);
        meeting.opened(links[1]);
        return links;
    }
}
