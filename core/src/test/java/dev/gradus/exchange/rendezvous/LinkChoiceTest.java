package dev.gradus.exchange.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.MemoryLink;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.SharedMemory;
import dev.gradus.exchange.transport.StreamLink;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(20)
class LinkChoiceTest {

    private static final Group GROUP = new Group("a run", 2, 1, Duration.ofSeconds(3), false);

    private final ExecutorService other = Executors.newSingleThreadExecutor();
    private ControlLink caller;
    private ControlLink called;
    private SocketChannel callersChannel;

    @BeforeEach
    void connect() throws Exception {
        SocketChannel[] ends = RankGroup.connection();
        callersChannel = ends[0];
        caller = new ControlLink(new PlainWire(ends[0]));
        called = new ControlLink(new PlainWire(ends[1]));
        caller.joined(1);
        called.joined(1);
    }

    @AfterEach
    void close() {
        caller.close();
        called.close();
        other.shutdownNow();
    }

    @ParameterizedTest
    @EnumSource
    void numbersGoOverWhatTheJobWants(LinkKind kind) throws Exception {
        Future<Link> taken = other.submit((Callable<Link>) () -> choice(kind, 0).answer(1, called));

        Link offered = choice(kind, 1).offer(0, caller);

        boolean memory = kind == LinkKind.SHARED
                || (kind == LinkKind.AUTO && !SharedMemory.machine().isEmpty());
        Class<?> expected = memory ? MemoryLink.class : StreamLink.class;
        assertThat(offered).isInstanceOf(expected);
        assertThat(taken.get()).isInstanceOf(expected);
        assertThat(callersChannel.isOpen()).isEqualTo(kind != LinkKind.UNIX);
        carries(offered, taken.get());
        offered.close();
        taken.get().close();
    }

    @Test
    void nothingIsLeftOfAUnixSocketOnceBothAreConnected() throws Exception {
        List<Path> before = folders();
        Future<Link> taken =
                other.submit((Callable<Link>) () -> choice(LinkKind.UNIX, 0).answer(1, called));

        Link offered = choice(LinkKind.UNIX, 1).offer(0, caller);
        taken.get();

        assertThat(folders()).isEqualTo(before);
        offered.close();
        taken.get().close();
    }

    @Test
    void aUnixSocketLiesInAFolderThatOthersCannotEnterAndGoesWithIt() throws Exception {
        Path file;
        try (UnixDoor door = UnixDoor.open()) {
            file = Path.of(door.path());
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                    .isEqualTo("rwx------");
        }

        assertThat(file.getParent()).doesNotExist();
    }

    @Test
    void aKindThatIsDemandedAndNotPossibleIsRefusedInOneLine() throws Exception {
        Future<Message> offers = other.submit(() -> refuse("they are on different machines"));

        assertThatThrownBy(() -> choice(LinkKind.UNIX, 1).offer(0, caller))
                .isInstanceOf(NoLinkException.class)
                .hasMessage("no such link between ranks 1 and 0: exchange.link=unix, they are on different machines;"
                        + " use exchange.link=auto");
        assertThat(offers.get().text("kind")).isEqualTo("unix");
    }

    @Test
    void autoGoesOnWithTheNextKindUntilOneIsTaken() throws Exception {
        Future<Message> last = other.submit(() -> {
            Message offer = refuse("not here");
            while (!offer.text("kind").equals("unix")) {
                offer = refuse("not here");
            }
            offer = Handshake.expect(called, Message.Type.OFFER);
            called.send(Message.of(Message.Type.ANSWER, Map.of("obstacle", "")));
            return offer;
        });

        Link link = choice(LinkKind.AUTO, 1).offer(0, caller);

        assertThat(last.get().text("kind")).isEqualTo("tcp");
        assertThat(link).isInstanceOf(StreamLink.class);
        link.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = LinkKind.class,
            names = {"SHARED", "UNIX"})
    void anOfferFromAnotherMachineIsNotTaken(LinkKind kind) throws Exception {
        Future<Link> taken = other.submit((Callable<Link>) () -> choice(kind, 0).answer(1, called));

        caller.send(Message.of(
                Message.Type.OFFER,
                Map.of("kind", kind.toString(), "machine", "another boot", "path", "/nowhere/link")));

        assertThat(Handshake.expect(caller, Message.Type.ANSWER).text("obstacle"))
                .startsWith("they are on different machines, or ");
        caller.send(Message.of(Message.Type.OFFER, Map.of("kind", "tcp", "machine", "", "path", "")));
        assertThat(taken.get()).isInstanceOf(StreamLink.class);
        taken.get().close();
    }

    private Message refuse(String obstacle) throws IOException {
        Message offer = Handshake.expect(called, Message.Type.OFFER);
        called.send(Message.of(Message.Type.ANSWER, Map.of("obstacle", obstacle)));
        return offer;
    }

    private static LinkChoice choice(LinkKind kind, int rank) {
        return new LinkChoice(kind, rank, GROUP, new Handshake(Secret.ofText("secret"), Identity::create));
    }

    private static void carries(Link there, Link here) throws Exception {
        float[] into = new float[3];
        there.send(4, new float[] {1, 2, 3}, 0, 3);
        here.expect(4, into, 0, 3);
        while (!there.flush() || !here.poll()) {
            Thread.onSpinWait();
        }
        assertThat(into).containsExactly(1, 2, 3);
    }

    /** The folders that this user's sockets lie in. */
    private static List<Path> folders() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> Files.exists(file.resolve("link")))
                    .sorted()
                    .toList();
        }
    }
}
