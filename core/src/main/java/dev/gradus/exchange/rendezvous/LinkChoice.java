package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.SharedMemory;
import dev.gradus.exchange.transport.TcpLink;
import java.io.IOException;
import java.util.Map;

/**
 * How two ranks that are connected agree on what their numbers go over: shared memory when both are allowed to use it
 * and are processes of one machine, else the connection itself. The caller offers, the other takes it or not.
 */
final class LinkChoice {

    private final boolean sharing;

    /** {@code sharing} is false where the job wants connections only. */
    LinkChoice(boolean sharing) {
        this.sharing = sharing;
    }

    /** The caller's side: offers shared memory, if it has some. */
    Link offer(int peer, ControlLink connection) throws IOException {
        String machine = sharing ? SharedMemory.machine() : "";
        if (!machine.isEmpty()) {
            try (SharedMemory memory = SharedMemory.create()) {
                return offer(peer, connection, machine, memory);
            } catch (SharedMemory.UnavailableException e) {
                // The file system is full or closed to us: the connection serves as well.
                return offerNothing(peer, connection);
            }
        }
        return offerNothing(peer, connection);
    }

    private static Link offer(int peer, ControlLink connection, String machine, SharedMemory memory)
            throws IOException {
        connection.send(Message.of(Message.Type.OFFER, Map.of("machine", machine, "path", memory.path())));
        boolean taken = Handshake.expect(connection, Message.Type.ANSWER).number("taken") == 1;
        return taken ? memory.link(peer, connection.channel(), true) : new TcpLink(peer, connection.channel());
    }

    private static Link offerNothing(int peer, ControlLink connection) throws IOException {
        connection.send(Message.of(Message.Type.OFFER, Map.of("machine", "", "path", "")));
        Handshake.expect(connection, Message.Type.ANSWER);
        return new TcpLink(peer, connection.channel());
    }

    /** The other side: takes what is offered if it can. */
    Link answer(int peer, ControlLink connection) throws IOException {
        Message offer = Handshake.expect(connection, Message.Type.OFFER);
        boolean same = sharing
                && !offer.text("machine").isEmpty()
                && offer.text("machine").equals(SharedMemory.machine());
        if (!same) {
            connection.send(Message.of(Message.Type.ANSWER, Map.of("taken", 0)));
            return new TcpLink(peer, connection.channel());
        }
        SharedMemory memory;
        try {
            memory = SharedMemory.open(offer.text("path"));
        } catch (SharedMemory.UnavailableException e) {
            // Same kernel, other file system or user: two containers, say. The connection serves as well.
            connection.send(Message.of(Message.Type.ANSWER, Map.of("taken", 0)));
            return new TcpLink(peer, connection.channel());
        }
        connection.send(Message.of(Message.Type.ANSWER, Map.of("taken", 1)));
        return memory.link(peer, connection.channel(), false);
    }
}
