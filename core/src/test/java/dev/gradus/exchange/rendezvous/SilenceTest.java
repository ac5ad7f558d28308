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
import java.io.EOFException;
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
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/** Frozen processes and cut-off machines, seen from both ends of the control connection. */
@Tag("long")
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
        LaunchByHand launch = launchByHand(Duration.ofSeconds(1));
        CountDownLatch over = new CountDownLatch(1);

        launch.member.connect(new Ledger(1), LinkKind.AUTO, reason -> over.countDown());

        over.await();
        assertThat(launch.member.ending()).isEqualTo(new Member.Ending(-1, "", "the launcher is silent: waited=1.0s"));
    }

    /** Data that comes to a closed connection resets it; what was sent and not read yet would be lost. */
    @Test
    void whatAMemberSaidLastReachesALauncherThatIsBusy() throws Exception {
        LaunchByHand launch = launchByHand(LONG);
        CountDownLatch over = new CountDownLatch(1);
        launch.member.connect(new Ledger(1), LinkKind.AUTO, reason -> over.countDown());
        launch.member.say(new Message(Message.Type.PARAMETERS, new byte[700_000]));
        launch.member.say(Message.of(Message.Type.DONE, Map.of()));

        CompletableFuture<Object> leaving = meeting.call(() -> {
            launch.member.leave();
            launch.member.close();
            return "left";
        });
        for (int i = 0; i < 5; i++) {
            launch.link.send(new Message(Message.Type.HEARTBEAT, new byte[0]));
            Thread.sleep(20); // the other side may take each as it comes: that is what is tested
        }

        assertThat(launch.hear().payload()).hasSize(700_000);
        assertThat(launch.hear().type()).isEqualTo(Message.Type.DONE);
        assertThatThrownBy(launch::hear).isInstanceOf(EOFException.class);
        assertThat(leaving).isNotDone();
        launch.link.close();
        assertThat(leaving.join()).isEqualTo("left");
        assertThat(over.getCount()).as("end that is no news to one who leaves").isEqualTo(1);
    }

    /** A launcher that has heard that all are done hangs up at once, however slow the member is to leave. */
    @Test
    void aMemberThatHasSaidThatItIsDoneIsNotTroubledByTheLaunchersEnd() throws Exception {
        LaunchByHand launch = launchByHand(LONG);
        CountDownLatch over = new CountDownLatch(1);
        launch.member.connect(new Ledger(1), LinkKind.AUTO, reason -> over.countDown());

        launch.member.say(Message.of(Message.Type.DONE, Map.of()));
        assertThat(launch.hear().type()).isEqualTo(Message.Type.DONE);
        launch.link.close();
        boolean troubled = over.await(300, TimeUnit.MILLISECONDS); // before the member comes to leave
        launch.member.leave();

        assertThat(troubled).isFalse();
        assertThat(launch.member.ending()).isNull();
    }

    /** A launcher that does nothing by itself, and the one member of its run. */
    private record LaunchByHand(ControlLink link, Member member) {

        Message hear() throws IOException {
            Message message = link.receive(LONG);
            while (message.type() == Message.Type.HEARTBEAT) {
                message = link.receive(LONG);
            }
            return message;
        }
    }

    private LaunchByHand launchByHand(Duration silence) throws Exception {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
            CompletableFuture<Member> joining =
                    meeting.call(() -> Member.join(address, Wish.any(), meeting.secret, LONG));
            ControlLink link = new ControlLink(new PlainWire(server.accept()));
            meeting.opened(link);
            meeting.handshake().answer(link, new Group("a", 1, 1, silence, false));
            List<?> peers = List.of(Map.of("host", "127.0.0.1", "port", 1, "certificate", ""));
            link.send(Message.of(
                    Message.Type.WELCOME, Map.of("rank", 0, "timeoutMillis", 5000, "peers", peers, "job", JOB)));
            Member member = joining.join();
            meeting.opened(member);
            return new LaunchByHand(link, member);
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
