package dev.gradus.exchange.rendezvous;

import static dev.gradus.exchange.rendezvous.Meeting.JOB;
import static dev.gradus.exchange.rendezvous.Meeting.LONG;
import static dev.gradus.exchange.rendezvous.Meeting.sumOfRanks;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.tls.TlsWire;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class TlsRendezvousTest {

    private static final Identity STRANGER = Identity.create();

    private final Meeting meeting = new Meeting();
    private ServerSocketChannel server;

    @BeforeEach
    void open() throws Exception {
        server = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        meeting.opened(server);
    }

    @AfterEach
    void closeAll() throws Exception {
        meeting.end();
    }

    @ParameterizedTest
    @EnumSource
    void allJoinAndConnect(LinkKind kind) throws Exception {
        Coordinator coordinator = meeting.coordinator(3, new Terms(LONG, LONG, true));

        List<Member> members = meeting.gather(coordinator, 3);

        assertThat(meeting.all(members, member -> sumOfRanks(member, kind))).containsOnly(3f);
    }

    /** Without TLS the recording has the magic, or the test would prove nothing. */
    @Test
    void aRecordingBetweenTheRanksDoesNotShowTheMagicOfFrames() throws Exception {
        assertThat(recordingOfASum(false)).contains("GRDS");
        assertThat(recordingOfASum(true)).isNotEmpty().doesNotContain("GRDS");
    }

    private String recordingOfASum(boolean tls) throws Exception {
        List<Proxy> proxies = new ArrayList<>();
        List<Member> members = gather(tls, port -> {
            Proxy proxy = new Proxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            meeting.opened(proxy);
            proxies.add(proxy);
            return proxy.port();
        });

        assertThat(meeting.all(members, member -> sumOfRanks(member, LinkKind.TCP)))
                .containsOnly(1f);

        return new String(proxies.get(0).recorded(), ISO_8859_1);
    }

    @Test
    void aManBetweenTheRanksWithACertificateOfHisOwnIsFoundOut() throws Exception {
        List<Member> members = gather(true, port -> server.socket().getLocalPort());
        CompletableFuture<TlsWire> man = meeting.call(
                () -> TlsWire.answer(server.accept(), STRANGER, Set.of("any that the caller shows"), LONG));

        assertThatThrownBy(() -> members.get(1).connect(new Ledger(2), LinkKind.TCP, reason -> {}))
                .hasMessageMatching("rank 0 cannot be reached: address=127.0.0.1:\\d+, TLS failed: certificate is of"
                        + " nobody in this run: sha256=" + STRANGER.fingerprint());

        assertThatThrownBy(man::join).hasStackTraceContaining("certificate_unknown");
    }

    /** He passes the greeting on as it is, and then wants to be the other side for each of the two. */
    @Test
    void aManBeforeTheCoordinatorWithACertificateOfHisOwnIsFoundOut() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, new Terms(LONG, LONG, true));
        CompletableFuture<String> man = meeting.call(() -> {
            SocketChannel caller = server.accept();
            SocketChannel called = SocketChannel.open(coordinator.address());
            meeting.opened(caller);
            meeting.opened(called);
            Message proof = relayGreeting(caller, called, words -> words);
            CompletableFuture<TlsWire> there =
                    meeting.call(() -> TlsWire.call(called, STRANGER, "the coordinator's", LONG));
            assertThatThrownBy(() -> TlsWire.answer(caller, STRANGER, Set.of(proof.text("certificate")), LONG))
                    .hasMessageContaining("certificate_unknown");
            assertThatThrownBy(there::join).isNotNull();
            return "found out";
        });

        assertThatThrownBy(() -> Member.join(address(), Wish.any(), meeting.secret, LONG))
                .hasMessage("TLS failed: certificate is of nobody in this run: sha256=" + STRANGER.fingerprint());

        assertThat(man.join()).isEqualTo("found out");
        assertThat(coordinator.missing()).containsExactly(0);
    }

    @Test
    void aManWhoTakesTlsOutOfTheGreetingIsFoundOut() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, new Terms(LONG, LONG, true));
        CompletableFuture<Message> man = meeting.call(() -> {
            SocketChannel caller = server.accept();
            SocketChannel called = SocketChannel.open(coordinator.address());
            meeting.opened(caller);
            meeting.opened(called);
            return relayGreeting(
                    caller, called, words -> words.replaceAll("\"certificate\":\"[0-9a-f]+\"", "\"certificate\":\"\""));
        });

        assertThatThrownBy(() -> Member.join(address(), Wish.any(), meeting.secret, LONG))
                .hasMessage("the other side does not know this run's secret");
        assertThatThrownBy(man::join).hasStackTraceContaining("refused: secrets differ");
    }

    /** Relays HELLO, CHALLENGE with its words changed, and PROOF, which is returned. */
    private static Message relayGreeting(SocketChannel caller, SocketChannel called, UnaryOperator<String> change)
            throws IOException {
        ControlLink left = new ControlLink(new PlainWire(caller));
        ControlLink right = new ControlLink(new PlainWire(called));
        right.send(Handshake.expect(left, Message.Type.HELLO));
        Message challenge = Handshake.expect(right, Message.Type.CHALLENGE);
        left.send(Message.of(
                Message.Type.CHALLENGE,
                Map.of("words", change.apply(challenge.text("words")), "proof", challenge.text("proof"))));
        Message proof = Handshake.expect(left, Message.Type.PROOF);
        right.send(new Message(Message.Type.PROOF, proof.payload()));
        left.release();
        right.release();
        return proof;
    }

    /** Where peers are told that a rank listens, given where it does. */
    private interface Detour {
        int of(int port) throws IOException;
    }

    /** Two members whose coordinator, played here, tells each the other's address with a detour. */
    private List<Member> gather(boolean tls, Detour detour) throws Exception {
        Group group = new Group("a run", 2, 1, LONG, tls);
        Handshake handshake = new Handshake(meeting.secret, new OwnIdentity());
        List<CompletableFuture<Member>> joining = new ArrayList<>();
        List<ControlLink> links = new ArrayList<>();
        List<Object> peers = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            joining.add(meeting.call(() -> Member.join(address(), Wish.any(), meeting.secret, LONG)));
            ControlLink link = new ControlLink(new PlainWire(server.accept()));
            meeting.opened(link);
            Handshake.Caller caller = handshake.answer(link, group);
            int port = detour.of(caller.hello().number("port"));
            links.add(link);
            peers.add(Map.of("host", "127.0.0.1", "port", port, "certificate", caller.certificate()));
        }
        List<Member> members = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            links.get(rank)
                    .send(Message.of(
                            Message.Type.WELCOME,
                            Map.of("rank", rank, "timeoutMillis", 20_000, "peers", peers, "job", JOB)));
            Member member = joining.get(rank).join();
            meeting.opened(member);
            members.add(member);
        }
        return members;
    }

    private InetSocketAddress address() {
        return (InetSocketAddress) server.socket().getLocalSocketAddress();
    }
}
