package dev.gradus.exchange.rendezvous;

import static dev.gradus.exchange.rendezvous.Meeting.JOB;
import static dev.gradus.exchange.rendezvous.Meeting.LONG;
import static dev.gradus.exchange.rendezvous.Meeting.await;
import static dev.gradus.exchange.rendezvous.Meeting.expect;
import static dev.gradus.exchange.rendezvous.Meeting.fails;
import static dev.gradus.exchange.rendezvous.Meeting.next;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.transport.Mesh;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Frozen processes and cut-off machines, seen from both ends of the control connection. */
@Timeout(value = 8, threadMode = ThreadMode.SEPARATE_THREAD)
class SilenceTest {

    private final Meeting meeting = new Meeting();

    @AfterEach
    void closeAll() throws Exception {
        meeting.end();
    }

    @Test
    void aMemberThatFallsSilentIsLostHoweverMuchOthersTalk() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, new Terms(LONG, Duration.ofSeconds(1), false));
        meeting.joinByHand(coordinator, 1);
        CompletableFuture<Member> zero = meeting.join(coordinator, 0, meeting.secret);
        await(coordinator, 2);
        coordinator.welcome(JOB);
        Member talker = zero.join();
        CompletableFuture<Object> talk = meeting.call(() -> {
            while (!Thread.interrupted()) {
                talker.say(Message.of(Message.Type.NEWS, Map.of()));
            }
            return "interrupted";
        });

        Event event = next(coordinator);
        while (event instanceof Event.Said) {
            event = next(coordinator);
        }

        assertThat(event).isEqualTo(new Event.Silent(1, Duration.ofSeconds(1)));
        assertThat(talk).isNotDone();
    }

    @Test
    void aMemberThatIsFrozenWhileOthersJoinIsSilentToo() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, new Terms(LONG, Duration.ofSeconds(1), false));
        meeting.joinByHand(coordinator, 1);
        expect(coordinator, new Event.Joined(1));

        expect(coordinator, new Event.Silent(1, Duration.ofSeconds(1)));
    }

    /** Such as a launcher that was stopped by Ctrl-Z, or whose machine is cut off. */
    @Test
    void aMemberNoticesALauncherThatFallsSilentWhileOthersJoin() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
            CompletableFuture<Member> member =
                    meeting.call(() -> Member.join(address, Wish.any(), meeting.secret, LONG));
            ControlLink silent = new ControlLink(new PlainWire(server.accept()));
            meeting.opened(silent);

            meeting.handshake().answer(silent, new Group("a", 2, 1, Duration.ofSeconds(1), false));

            fails(member, IOException.class, "the launcher is silent: waited=1.0s");
        }
    }

    @Test
    void aMemberNoticesALauncherThatFallsSilentDuringTheRun() throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
            CompletableFuture<Member> joining =
                    meeting.call(() -> Member.join(address, Wish.any(), meeting.secret, LONG));
            ControlLink silent = new ControlLink(new PlainWire(server.accept()));
            meeting.opened(silent);
            meeting.handshake().answer(silent, new Group("a", 1, 1, Duration.ofSeconds(1), false));
            List<?> peers = List.of(Map.of("host", "127.0.0.1", "port", 1, "certificate", ""));
            silent.send(Message.of(
                    Message.Type.WELCOME, Map.of("rank", 0, "timeoutMillis", 1000, "peers", peers, "job", JOB)));
            Member member = joining.join();
            meeting.opened(member);
            CountDownLatch over = new CountDownLatch(1);

            member.connect(new Ledger(1), LinkKind.AUTO, reason -> over.countDown());

            over.await();
            assertThat(member.ending()).isEqualTo(new Member.Ending(-1, "", "the launcher is silent: waited=1.0s"));
        }
    }

    @Test
    void aLauncherThatKeepsBeatingIsWaitedFor() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, new Terms(LONG, Duration.ofSeconds(1), false));
        CompletableFuture<Member> patient = meeting.join(coordinator, 0, meeting.secret);
        expect(coordinator, new Event.Joined(0));

        Event none = coordinator.poll(Duration.ofMillis(1500)); // time must pass here: that is what is tested

        assertThat(none).isNull();
        assertThat(patient).isNotDone();
    }

    @Test
    void anAbortReachesAMemberThatCallsAPeerWhoDoesNotAnswer() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        try (ServerSocketChannel deaf = ServerSocketChannel.open()) {
            deaf.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            ControlLink zero = ControlLink.connect(coordinator.address(), LONG);
            meeting.opened(zero);
            Map<String, Object> hello = new LinkedHashMap<>(Group.stranger("", 0));
            hello.put("port", deaf.socket().getLocalPort());
            meeting.handshake().call(zero, hello);
            CompletableFuture<Member> one = meeting.join(coordinator, 1, meeting.secret);
            await(coordinator, 2);
            coordinator.welcome(JOB);
            Member member = one.join();
            CompletableFuture<Mesh> mesh =
                    meeting.call(() -> member.connect(new Ledger(2), LinkKind.AUTO, reason -> {}));
            SocketChannel called = deaf.accept();

            coordinator.abort(0, "PEER_LOST", "rank 0 is silent: waited=3.0s");

            assertThatThrownBy(mesh::join).hasRootCauseMessage("rank 0 is silent: waited=3.0s");
            called.close();
        }
    }
}
