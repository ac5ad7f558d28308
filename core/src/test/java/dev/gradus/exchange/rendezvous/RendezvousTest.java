package dev.gradus.exchange.rendezvous;

import static dev.gradus.exchange.rendezvous.Meeting.JOB;
import static dev.gradus.exchange.rendezvous.Meeting.LONG;
import static dev.gradus.exchange.rendezvous.Meeting.addressOf;
import static dev.gradus.exchange.rendezvous.Meeting.await;
import static dev.gradus.exchange.rendezvous.Meeting.expect;
import static dev.gradus.exchange.rendezvous.Meeting.fails;
import static dev.gradus.exchange.rendezvous.Meeting.next;
import static dev.gradus.exchange.rendezvous.Meeting.sumOfRanks;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.transport.Mesh;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(value = 8, threadMode = ThreadMode.SEPARATE_THREAD)
class RendezvousTest {

    private static final Terms TERMS = new Terms(LONG, LONG, false);

    private final Meeting meeting = new Meeting();

    @AfterEach
    void closeAll() throws Exception {
        meeting.end();
    }

    @ParameterizedTest
    @EnumSource
    void allJoinAreToldTheJobAndConnect(LinkKind kind) throws Exception {
        Coordinator coordinator = meeting.coordinator(3, LONG);
        assertThat(coordinator.missing()).containsExactly(0, 1, 2);

        List<Member> members = meeting.gather(coordinator, 3);

        assertThat(coordinator.missing()).isEmpty();
        assertThat(members).extracting(Member::rank).containsExactlyInAnyOrder(0, 1, 2);
        for (Member member : members) {
            assertThat(member.ranks()).isEqualTo(3);
            assertThat(member.timeout()).isEqualTo(LONG);
            assertThat(member.job()).isEqualTo(JOB);
        }
        List<Float> sums = meeting.all(members, member -> sumOfRanks(member, kind));
        assertThat(sums).containsOnly(3f);
    }

    @Test
    void aTimeoutOfYearsIsAsGoodAsAnyOther() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, Duration.ofHours(100_000));

        List<Member> members = meeting.gather(coordinator, 2);

        assertThat(meeting.all(members, member -> sumOfRanks(member, LinkKind.TCP)))
                .containsOnly(1f);
    }

    @Test
    void wishesForRanksAreGranted() throws Exception {
        Coordinator coordinator = meeting.coordinator(3, LONG);
        CompletableFuture<Member> two = meeting.join(coordinator, 2, meeting.secret);
        expect(coordinator, new Event.Joined(2));
        CompletableFuture<Member> any = meeting.join(coordinator, -1, meeting.secret);
        expect(coordinator, new Event.Joined(0));
        assertThat(coordinator.missing()).containsExactly(1);
        CompletableFuture<Member> one = meeting.join(coordinator, 1, meeting.secret);
        expect(coordinator, new Event.Joined(1));

        coordinator.welcome(JOB);

        assertThat(two.join().rank()).isEqualTo(2);
        assertThat(any.join().rank()).isZero();
        assertThat(one.join().rank()).isEqualTo(1);
    }

    @RepeatedTest(10)
    void aRankThatIsTakenIsRefusedWithTheReasonOnBothSides() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        CompletableFuture<Member> first = meeting.join(coordinator, 1, meeting.secret);
        expect(coordinator, new Event.Joined(1));

        CompletableFuture<Member> second = meeting.join(coordinator, 1, meeting.secret);

        fails(second, RefusedException.class, "refused: rank 1 is taken");
        expect(coordinator, new Event.Refused(1, "rank 1 is taken"));
        assertThat(coordinator.missing()).containsExactly(0);
        assertThat(first).isNotDone();
    }

    @Test
    void aRankBeyondTheLastIsRefusedWithTheReasonOnBothSides() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, LONG);

        CompletableFuture<Member> surplus = meeting.join(coordinator, 5, meeting.secret);

        fails(surplus, RefusedException.class, "refused: no such rank: rank=5, ranks=1");
        expect(coordinator, new Event.Refused(5, "no such rank: rank=5, ranks=1"));
        assertThat(coordinator.missing()).containsExactly(0);
    }

    @Test
    void aMemberTooManyIsRefusedWithTheReasonOnBothSides() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, LONG);
        CompletableFuture<Member> first = meeting.join(coordinator, -1, meeting.secret);
        expect(coordinator, new Event.Joined(0));

        CompletableFuture<Member> surplus = meeting.join(coordinator, -1, meeting.secret);

        fails(surplus, RefusedException.class, "refused: the run is full: ranks=1");
        expect(coordinator, new Event.Refused(-1, "the run is full: ranks=1"));
        assertThat(first).isNotDone();
    }

    @Test
    void aMemberWithAnotherSecretIsRefusedWithTheReasonOnBothSides() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, LONG);

        CompletableFuture<Member> stranger = meeting.join(coordinator, -1, Secret.random());

        fails(stranger, IOException.class, "the other side does not know this run's secret");
        assertThat(next(coordinator))
                .isInstanceOfSatisfying(
                        Event.Refused.class,
                        refused -> assertThat(refused.reason()).startsWith("refused: secrets differ, from=127.0.0.1:"));
        assertThat(coordinator.missing()).containsExactly(0);
    }

    @Test
    void aMemberThatComesBeforeTheCoordinatorWaitsForIt() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        CompletableFuture<Member> early = meeting.call(() -> Member.join(address, Wish.any(), meeting.secret, LONG));

        Coordinator coordinator = new Coordinator(address, 1, meeting.secret, TERMS);
        meeting.opened(coordinator);
        expect(coordinator, new Event.Joined(0));
        coordinator.welcome(JOB);

        assertThat(early.join().rank()).isZero();
    }

    @Test
    void aMemberThatFindsNobodySaysWhereAndHowLongItTried() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);

        assertThatThrownBy(() -> Member.join(address, Wish.any(), meeting.secret, Duration.ofMillis(50)))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("no launcher answers: address=[^,]*:" + port + ", waited=0.05s");
    }

    @Test
    void aPortThatIsTakenIsNamed() throws Exception {
        Coordinator first = meeting.coordinator(1, LONG);

        assertThatThrownBy(() -> new Coordinator(first.address(), 1, meeting.secret, TERMS))
                .isInstanceOf(IOException.class)
                .hasMessageMatching("cannot listen: address=.*:"
                        + first.address().getPort() + ", .*; choose another launch.port or launch.host");
    }

    @Test
    void strangersDoNotDisturb() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, LONG);
        Socket silent = meeting.connect(coordinator.address());
        Socket rude = meeting.connect(coordinator.address());
        rude.getOutputStream().write("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n".getBytes(US_ASCII));
        assertThat(next(coordinator))
                .isInstanceOfSatisfying(
                        Event.Refused.class,
                        refused -> assertThat(refused.reason())
                                .startsWith(
                                        "not a gradus peer: magic=20544547, from=127.0.0.1:" + rude.getLocalPort()));

        Member member = meeting.gather(coordinator, 1).get(0);

        assertThat(member.rank()).isZero();
        assertThat(silent.isConnected()).isTrue();
    }

    @Test
    void aSilentStrangerAtAMembersDoorDoesNotKeepItsPeersOut() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        CompletableFuture<Member> zero = meeting.join(coordinator, 0, meeting.secret);
        ControlLink one = meeting.joinByHand(coordinator, 1);
        await(coordinator, 2);
        coordinator.welcome(JOB);
        InetSocketAddress door = addressOf(0, Handshake.expect(one, Message.Type.WELCOME));
        Socket silent = meeting.connect(door);

        Member member = zero.join();
        CompletableFuture<Mesh> mesh = meeting.call(() -> member.connect(new Ledger(2), LinkKind.TCP, reason -> {}));
        ControlLink peer = ControlLink.connect(door, LONG);
        meeting.opened(peer);
        Group group = new Group(coordinator.run(), 2, 1, LONG, false);
        meeting.handshake().call(peer, group.hello(1));
        new LinkChoice(LinkKind.TCP, 1, group, meeting.handshake()).offer(0, peer);

        assertThat(mesh.join().ranks()).isEqualTo(2);
        assertThat(silent.isConnected()).isTrue();
        mesh.join().close();
    }

    @Test
    void aMemberThatDiesIsLost() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        List<Member> members = meeting.gather(coordinator, 2);

        members.get(0).close();

        assertThat(next(coordinator))
                .isEqualTo(new Event.Lost(members.get(0).rank(), "connection ended: connection closed"));
    }

    @Test
    void aMemberThatIsDoneMayLeave() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        List<Member> members = meeting.gather(coordinator, 2);

        members.get(0).say(Message.of(Message.Type.DONE, Map.of()));
        assertThat(next(coordinator)).isInstanceOf(Event.Said.class);
        members.get(0).close();
        members.get(1).close();

        assertThat(next(coordinator))
                .isInstanceOfSatisfying(
                        Event.Lost.class,
                        lost -> assertThat(lost.rank()).isEqualTo(members.get(1).rank()));
    }

    @Test
    void anAbortReachesAMemberThatWaitsForAPeer() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        List<Member> members = meeting.gather(coordinator, 2);
        CountDownLatch over = new CountDownLatch(2);
        List<Mesh> meshes =
                meeting.all(members, member -> member.connect(new Ledger(2), LinkKind.TCP, reason -> over.countDown()));
        CompletableFuture<Object> waiting = meeting.call(() -> {
            meshes.get(0).receive(1 - meshes.get(0).rank(), 0, new float[1], 0, 1);
            return "received";
        });

        coordinator.abort(7, "PEER_LOST", "rank 7 is out of luck");

        assertThatThrownBy(waiting::join).hasRootCauseMessage("rank 7 is out of luck");
        over.await();
        assertThat(members.get(0).ending()).isEqualTo(new Member.Ending(7, "PEER_LOST", "rank 7 is out of luck"));
        meshes.forEach(Mesh::close);
    }

    @Test
    void anAbortReachesAMemberWhosePeersDoNotConnect() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        CompletableFuture<Member> zero = meeting.join(coordinator, 0, meeting.secret);
        meeting.joinByHand(coordinator, 1);
        await(coordinator, 2);
        coordinator.welcome(JOB);
        Member member = zero.join();
        CompletableFuture<Mesh> mesh = meeting.call(() -> member.connect(new Ledger(2), LinkKind.TCP, reason -> {}));

        coordinator.abort(1, "PEER_LOST", "rank 1 is lost: its process ended");

        assertThatThrownBy(mesh::join).hasRootCauseMessage("rank 1 is lost: its process ended");
    }

    @Test
    void aMemberWhosePeersDoNotConnectNamesTheFirstThatIsMissing() throws Exception {
        Coordinator coordinator = meeting.coordinator(3, Duration.ofSeconds(1));
        CompletableFuture<Member> zero = meeting.join(coordinator, 0, meeting.secret);
        meeting.joinByHand(coordinator, 1);
        meeting.joinByHand(coordinator, 2);
        await(coordinator, 3);
        coordinator.welcome(JOB);
        Member member = zero.join();

        assertThatThrownBy(() -> member.connect(new Ledger(3), LinkKind.TCP, reason -> {}))
                .hasMessage("rank 1 does not connect: waited=1.0s");
    }

    @Test
    void aRankOfAnotherRunWithTheSameSecretIsRefusedWithTheReasonOnBothSides() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, LONG);

        CompletableFuture<Member> stray =
                meeting.call(() -> Member.join(coordinator.address(), new Wish(0, "yesterday"), meeting.secret, LONG));

        String reason = "this is another run: run=" + coordinator.run() + ", wanted=yesterday";
        fails(stray, RefusedException.class, "refused: " + reason);
        assertThat(next(coordinator))
                .isInstanceOfSatisfying(
                        Event.Refused.class,
                        refused -> assertThat(refused.reason()).startsWith(reason + ", from="));
        assertThat(coordinator.missing()).containsExactly(0);
    }

    @Test
    void aRankThatNamesItsRunIsWelcome() throws Exception {
        Coordinator coordinator = meeting.coordinator(1, LONG);

        CompletableFuture<Member> member = meeting.call(
                () -> Member.join(coordinator.address(), new Wish(0, coordinator.run()), meeting.secret, LONG));

        expect(coordinator, new Event.Joined(0));
        coordinator.welcome(JOB);
        assertThat(member.join().rank()).isZero();
        member.join().close();
    }

    @Test
    void theRankOfAMemberThatLeftBeforeTheStartCanBeTakenByAnother() throws Exception {
        Coordinator coordinator = meeting.coordinator(2, LONG);
        ControlLink first = meeting.joinByHand(coordinator, 1);
        expect(coordinator, new Event.Joined(1));
        first.close();
        expect(coordinator, new Event.Lost(1, "connection ended: connection closed"));

        coordinator.vacate(1);

        assertThat(coordinator.missing()).containsExactly(0, 1);
        CompletableFuture<Member> second = meeting.join(coordinator, 1, meeting.secret);
        expect(coordinator, new Event.Joined(1));
        assertThat(second).isNotDone();
    }
}
