package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.tls.Identity;
import dev.gradus.exchange.tls.TlsWire;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Connects one rank to all others: it calls those of lower rank and is called by those of higher rank. Used by one
 * thread, except for {@link #giveUp}.
 */
final class PeerCalls {

    /** How often a rank that waits for its peers looks whether the run is over. */
    private static final Duration TICK = Duration.ofMillis(50);

    private final int rank;
    private final Company company;
    private final Door door;
    private final LinkChoice choice;
    private final Duration timeout;
    private final @Nullable Link[] links;
    private volatile @Nullable ExchangeException over;
    private volatile @Nullable SocketChannel calling;

    /** Where a rank listens, and the fingerprint of its certificate or empty. */
    record Address(String host, int port, String certificate) {}

    /** The ranks of a group and how to greet them; {@code own} is this rank's identity, where there is TLS. */
    record Company(Group group, List<Address> addresses, Handshake handshake, Supplier<Identity> own) {

        List<String> certificates() {
            return addresses.stream().map(Address::certificate).toList();
        }

        /** Whether that certificate is the one of that rank. */
        boolean isRank(int rank, String certificate) {
            return rank >= 0
                    && rank < addresses.size()
                    && addresses.get(rank).certificate().equals(certificate);
        }
    }

    PeerCalls(int rank, Company company, Door door, LinkKind kind, Duration timeout) {
        this.rank = rank;
        this.company = company;
        this.door = door;
        this.choice = new LinkChoice(kind, rank, company.group(), company.handshake());
        this.timeout = timeout;
        this.links = new @Nullable Link[company.group().ranks()];
    }

    /** The links to all others, by rank. */
    List<@Nullable Link> connect() throws IOException, ExchangeException {
        door.open(company);
        try {
            for (int peer = 0; peer < rank; peer++) {
                links[peer] = call(peer);
            }
            awaitHigher();
            return Arrays.asList(links);
        } catch (IOException | ExchangeException | RuntimeException e) {
            Arrays.stream(links).filter(Objects::nonNull).forEach(Link::close);
            throw e;
        } finally {
            door.close();
        }
    }

    /** Ends whatever is waited for, because the run is over. Any thread may call it. */
    void giveUp(int culprit, String reason) {
        over = new ExchangeException(culprit, reason);
        SocketChannel channel = calling; // set before over is looked at, so one of both sees the other
        if (channel != null) {
            close(channel);
        }
    }

    private void checkOver() throws ExchangeException {
        ExchangeException reason = over;
        if (reason != null) {
            throw new ExchangeException(reason.peer(), String.valueOf(reason.getMessage()), reason);
        }
    }

    private Link call(int peer) throws IOException, ExchangeException {
        Address address = company.addresses().get(peer);
        SocketChannel channel = SocketChannel.open();
        @Nullable ControlLink link = null;
        boolean connected = false;
        try {
            calling = channel;
            checkOver();
            ControlLink.connect(channel, new InetSocketAddress(address.host(), address.port()), timeout);
            link = new ControlLink(wire(channel, address));
            company.handshake().call(link, company.group().hello(rank));
            Link made = choice.offer(peer, link);
            connected = true;
            return made;
        } catch (NoLinkException e) {
            throw e;
        } catch (IOException e) {
            checkOver();
            throw new ExchangeException(
                    peer,
                    "rank " + peer + " cannot be reached: address=" + address.host() + ":" + address.port() + ", "
                            + e.getMessage(),
                    e);
        } finally {
            calling = null;
            if (!connected) {
                close(channel);
                if (link != null) {
                    link.close();
                }
            }
        }
    }

    private Wire wire(SocketChannel channel, Address address) throws IOException {
        return company.group().tls()
                ? TlsWire.call(channel, company.own().get(), address.certificate(), Handshake.TIMEOUT)
                : new PlainWire(channel);
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            return; // it is given up either way
        }
    }

    private void awaitHigher() throws IOException, ExchangeException {
        long deadline = System.nanoTime() + timeout.toNanos();
        int missing = rank + 1;
        while (missing < links.length) {
            Door.Caller caller = door.next(TICK);
            if (caller != null) {
                letIn(caller);
            }
            while (missing < links.length && links[missing] != null) {
                missing++;
            }
            checkOver();
            if (missing < links.length && System.nanoTime() - deadline > 0) {
                throw new ExchangeException(
                        missing,
                        "rank " + missing + " does not connect: waited=" + ControlLink.seconds(timeout)
                                + door.refusals());
            }
        }
    }

    private void letIn(Door.Caller caller) {
        int peer = caller.rank();
        try {
            if (peer > rank && peer < links.length && links[peer] == null) {
                links[peer] = choice.answer(peer, caller.link());
                return;
            }
        } catch (IOException e) {
            // It left again; if that rank is gone for good, the deadline or the coordinator says so.
            links[peer] = null;
        }
        caller.link().close();
    }
}
