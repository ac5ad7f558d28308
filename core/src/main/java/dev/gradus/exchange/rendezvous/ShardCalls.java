package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.tls.TlsWire;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How ranks connect to shards in other processes. The greeting is that between ranks; the caller also says which shard
 * it wants. Then both agree on a Unix domain socket, or stay on the connection they have.
 */
final class ShardCalls {

    private static final String SHARD = "shard";
    private static final Duration TICK = Duration.ofMillis(100);

    private final int seat;
    private final PeerCalls.Company company;
    private final Duration timeout;
    private final LinkChoice choice;

    /** {@code seat} is that of this process. */
    ShardCalls(int seat, PeerCalls.Company company, Duration timeout) {
        this.seat = seat;
        this.company = company;
        this.timeout = timeout;
        this.choice = new LinkChoice(LinkKind.AUTO, seat, company.group(), company.handshake());
    }

    /** The shard that a caller wants, or -1 if it wants none. */
    static int shard(Message hello) throws IOException {
        return hello.content().containsKey(SHARD) ? hello.number(SHARD) : -1;
    }

    /** Lets callers in until the door is closed. */
    void serve(Door door, ShardHost host) {
        door.open(company, host::turnedAway);
        Threads.start("member-shards", () -> {
            try {
                while (door.isOpen()) {
                    Door.Caller caller = door.next(TICK);
                    if (caller != null) {
                        // On a thread of its own, so that one that says nothing more keeps nobody out.
                        Threads.start("member-greeting", () -> letIn(caller, host));
                    }
                }
            } catch (IOException e) {
                return; // interrupted, which nobody does before the process ends
            }
        });
    }

    private void letIn(Door.Caller caller, ShardHost host) {
        try {
            Wire wire = answer(caller);
            if (!host.admit(caller.shard(), caller.rank(), wire)) {
                wire.close();
            }
        } catch (IOException e) {
            caller.link().close(); // it left again; should it be missed, the coordinator or a deadline says so
        }
    }

    private Wire answer(Door.Caller caller) throws IOException {
        ControlLink connection = caller.link();
        while (true) {
            Message offer = Handshake.expect(connection, Message.Type.OFFER);
            if (!offer.text("kind").equals(LinkKind.UNIX.toString())) {
                connection.send(LinkChoice.answer(""));
                return connection.release();
            }
            SocketChannel channel = unix(offer.text("path"));
            connection.send(LinkChoice.answer(channel == null ? "they cannot reach the same file" : ""));
            if (channel != null) {
                Wire wire = choice.greeted(caller.rank(), channel, true);
                connection.close();
                return wire;
            }
        }
    }

    private static @Nullable SocketChannel unix(String path) {
        try {
            return UnixDoor.connect(path);
        } catch (IOException e) {
            return null; // another machine, or another file system: there is still the connection
        }
    }

    /** Connects to a shard. */
    Wire call(int other, int shard, LinkKind kind) throws ExchangeException {
        PeerCalls.Address address = company.addresses().get(other);
        @Nullable ControlLink link = null;
        boolean connected = false;
        try {
            SocketChannel channel = SocketChannel.open();
            link = reach(channel, address);
            Map<String, Object> hello = new LinkedHashMap<>(company.group().hello(seat));
            hello.put(SHARD, shard);
            company.handshake().call(link, hello);
            Wire wire = agree(other, link, kind);
            connected = true;
            return wire;
        } catch (IOException e) {
            throw new ExchangeException(
                    other,
                    "shard " + shard + " cannot be reached: address=" + address.host() + ":" + address.port() + ", "
                            + e.getMessage(),
                    e);
        } finally {
            if (!connected && link != null) {
                link.close();
            }
        }
    }

    private ControlLink reach(SocketChannel channel, PeerCalls.Address address) throws IOException {
        try {
            ControlLink.connect(channel, new InetSocketAddress(address.host(), address.port()), timeout);
            return new ControlLink(
                    company.group().tls()
                            ? TlsWire.call(channel, company.own().get(), address.certificate(), Handshake.TIMEOUT)
                            : new PlainWire(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private Wire agree(int other, ControlLink connection, LinkKind kind) throws IOException {
        if (kind != LinkKind.TCP) {
            @Nullable Wire wire = offerUnix(other, connection);
            if (wire != null) {
                return wire;
            }
            if (kind == LinkKind.UNIX) {
                throw new IOException("no unix domain socket leads there: exchange.link=unix; use exchange.link=auto");
            }
        }
        String obstacle = LinkChoice.ask(connection, LinkKind.TCP, "", "");
        if (!obstacle.isEmpty()) {
            throw new IOException(obstacle);
        }
        return connection.release();
    }

    private @Nullable Wire offerUnix(int other, ControlLink connection) throws IOException {
        UnixDoor door;
        try {
            door = UnixDoor.open();
        } catch (IOException e) {
            return null; // none here; there is still the connection
        }
        try (door) {
            if (!LinkChoice.ask(connection, LinkKind.UNIX, "", door.path()).isEmpty()) {
                return null;
            }
            Wire wire = choice.greeted(other, door.accept(Handshake.TIMEOUT), false);
            connection.close();
            return wire;
        }
    }
}
