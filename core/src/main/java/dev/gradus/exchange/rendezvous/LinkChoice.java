package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.SharedMemory;
import dev.gradus.exchange.transport.StreamLink;
import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How two ranks that are connected agree on what their numbers go over. The caller offers one kind of link after the
 * other until the called rank takes one: memory that both share, a Unix domain socket, the connection itself.
 */
final class LinkChoice {

    private final LinkKind wanted;
    private final int rank;
    private final Group group;
    private final Handshake handshake;

    /** {@code rank} is the own one. */
    LinkChoice(LinkKind wanted, int rank, Group group, Handshake handshake) {
        this.wanted = wanted;
        this.rank = rank;
        this.group = group;
        this.handshake = handshake;
    }

    /** A link, or why there is none. */
    private record Outcome(@Nullable Link link, String obstacle) {

        static Outcome of(Link link) {
            return new Outcome(link, "");
        }

        static Outcome no(String obstacle) {
            return new Outcome(null, obstacle);
        }
    }

    /** The caller's side: offers what the job allows, best first. */
    Link offer(int peer, ControlLink connection) throws IOException {
        String obstacle = "";
        for (LinkKind kind : wanted.candidates()) {
            Outcome outcome = offer(kind, peer, connection);
            if (outcome.link() != null) {
                return outcome.link();
            }
            obstacle = outcome.obstacle();
        }
        throw new NoLinkException("no such link between ranks " + rank + " and " + peer + ": exchange.link=" + wanted
                + ", " + obstacle + "; use exchange.link=auto");
    }

    private Outcome offer(LinkKind kind, int peer, ControlLink connection) throws IOException {
        return switch (kind) {
            case SHARED -> offerShared(peer, connection);
            case UNIX -> offerUnix(peer, connection);
            default -> offerConnection(peer, connection);
        };
    }

    private static Outcome offerShared(int peer, ControlLink connection) throws IOException {
        String machine = SharedMemory.machine();
        if (machine.isEmpty()) {
            return Outcome.no("/dev/shm cannot be used");
        }
        try (SharedMemory memory = SharedMemory.create()) {
            String obstacle = ask(connection, LinkKind.SHARED, machine, memory.path());
            return obstacle.isEmpty()
                    ? Outcome.of(memory.link(peer, connection.release().channel(), true))
                    : Outcome.no(obstacle);
        } catch (SharedMemory.UnavailableException e) {
            return Outcome.no(String.valueOf(e.getMessage())); // the file system is full or closed to us
        }
    }

    private Outcome offerUnix(int peer, ControlLink connection) throws IOException {
        UnixDoor door;
        try {
            door = UnixDoor.open();
        } catch (IOException e) {
            return Outcome.no(String.valueOf(e.getMessage()));
        }
        try (door) {
            String obstacle = ask(connection, LinkKind.UNIX, "", door.path());
            if (!obstacle.isEmpty()) {
                return Outcome.no(obstacle);
            }
            Wire wire = greeted(peer, door.accept(Handshake.TIMEOUT), false);
            connection.close();
            return Outcome.of(new StreamLink(peer, group.epoch(), wire));
        }
    }

    private Outcome offerConnection(int peer, ControlLink connection) throws IOException {
        String obstacle = ask(connection, LinkKind.TCP, "", "");
        return obstacle.isEmpty()
                ? Outcome.of(new StreamLink(peer, group.epoch(), connection.release()))
                : Outcome.no(obstacle);
    }

    /** Offers and returns why the other side does not take it, or empty. */
    static String ask(ControlLink connection, LinkKind kind, String machine, String path) throws IOException {
        Map<String, Object> offer = Map.of("kind", kind.toString(), "machine", machine, "path", path);
        connection.send(Message.of(Message.Type.OFFER, offer));
        return Handshake.expect(connection, Message.Type.ANSWER).text("obstacle");
    }

    /** The other side: takes the first offer that it can. */
    Link answer(int peer, ControlLink connection) throws IOException {
        while (true) {
            Message offer = Handshake.expect(connection, Message.Type.OFFER);
            Outcome outcome = switch (offer.text("kind")) {
                case "shared" -> answerShared(peer, connection, offer);
                case "unix" -> answerUnix(peer, connection, offer);
                case "tcp" -> answerConnection(peer, connection);
                default -> Outcome.no("kind is unknown here");
            };
            if (outcome.link() != null) {
                return outcome.link();
            }
            connection.send(answer(outcome.obstacle()));
        }
    }

    static Message answer(String obstacle) {
        return Message.of(Message.Type.ANSWER, Map.of("obstacle", obstacle));
    }

    private static Outcome answerShared(int peer, ControlLink connection, Message offer) throws IOException {
        if (!offer.text("machine").equals(SharedMemory.machine())) {
            return Outcome.no("they are on different machines, or one cannot use /dev/shm");
        }
        SharedMemory memory;
        try {
            memory = SharedMemory.open(offer.text("path"));
        } catch (SharedMemory.UnavailableException e) {
            return Outcome.no(String.valueOf(e.getMessage())); // other file system or user: two containers, say
        }
        connection.send(answer(""));
        return Outcome.of(memory.link(peer, connection.release().channel(), false));
    }

    private Outcome answerUnix(int peer, ControlLink connection, Message offer) throws IOException {
        SocketChannel channel;
        try {
            channel = UnixDoor.connect(offer.text("path"));
        } catch (IOException e) {
            return Outcome.no("they are on different machines, or cannot reach the same file: " + e.getMessage());
        }
        try {
            connection.send(answer(""));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        Wire wire = greeted(peer, channel, true);
        connection.close();
        return Outcome.of(new StreamLink(peer, group.epoch(), wire));
    }

    private Outcome answerConnection(int peer, ControlLink connection) throws IOException {
        connection.send(answer(""));
        return Outcome.of(new StreamLink(peer, group.epoch(), connection.release()));
    }

    /** Makes sure that the other end of a new connection is that peer; {@code calls} says which side begins. */
    Wire greeted(int peer, SocketChannel channel, boolean calls) throws IOException {
        ControlLink link = new ControlLink(new PlainWire(channel));
        try {
            if (calls) {
                handshake.call(link, group.hello(rank));
            } else {
                int caller = handshake.answer(link, group.inTheOpen()).hello().number("rank");
                if (caller != peer) {
                    throw new IOException("another rank came: expected=" + peer + ", came=" + caller);
                }
            }
            return link.release();
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }
}
