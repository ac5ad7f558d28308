package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;

/**
 * A link over a connection that has been opened and greeted already, be it TCP, TLS or a Unix domain socket. A message
 * is one frame or several, each a {@link Frame head}, floats and a checksum. What lies in arrays, and what is short, is
 * staged in an off-heap buffer for each direction and costs one system call on each side; long messages of memory
 * outside the heap are written from there and read to there.
 */
public final class StreamLink implements Link {

    private final int peer;
    private final Wire wire;
    private final FrameWriter writer;
    private final FrameReader reader;
    private final boolean overNetwork;
    private final boolean onThisMachine;
    private long bytesSent;
    private long bytesReceived;
    private long messages;

    /** {@code epoch} is that of the group that both ends belong to; frames of another are refused. */
    public StreamLink(int peer, int epoch, Wire wire) throws IOException {
        this.peer = peer;
        this.wire = wire;
        this.writer = new FrameWriter(epoch);
        this.reader = new FrameReader(peer, epoch);
        this.overNetwork = wire.channel().getRemoteAddress() instanceof InetSocketAddress;
        this.onThisMachine = isLocal(wire);
    }

    private static boolean isLocal(Wire wire) throws IOException {
        SocketAddress remote = wire.channel().getRemoteAddress();
        return !(remote instanceof InetSocketAddress there)
                || there.getAddress().isLoopbackAddress()
                || (wire.channel().getLocalAddress() instanceof InetSocketAddress here
                        && here.getAddress().equals(there.getAddress()));
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public boolean onThisMachine() {
        return onThisMachine;
    }

    @Override
    public void send(int tag, Floats data, int from, int to) throws ExchangeException {
        if (!writer.done()) {
            throw new IllegalStateException("message before has not gone yet: peer=" + peer + ", tag=" + tag);
        }
        writer.begin(tag, data, from, to);
        messages++;
        flush();
    }

    @Override
    public boolean flush() throws ExchangeException {
        try {
            while (!writer.done()) {
                bytesSent += writer.write(wire);
                if (!writer.written()) {
                    return false;
                }
                writer.prepare();
            }
            return wire.flush();
        } catch (IOException e) {
            throw lost(e);
        }
    }

    @Override
    public void expect(int tag, Floats into, int from, int to) {
        reader.expect(tag, into, from, to);
    }

    @Override
    public boolean poll() throws ExchangeException {
        while (!reader.take()) {
            if (read() == 0) {
                return false;
            }
        }
        return true;
    }

    private long read() throws ExchangeException {
        long count;
        try {
            count = reader.read(wire);
        } catch (IOException e) {
            throw lost(e);
        }
        if (count < 0) {
            throw new ExchangeException(peer, "rank " + peer + " is lost: it closed the connection");
        }
        bytesReceived += count;
        return count;
    }

    private ExchangeException lost(IOException e) {
        String reason = e instanceof ClosedChannelException ? "connection was closed on this side" : e.getMessage();
        return new ExchangeException(peer, "rank " + peer + " is lost: " + reason, e);
    }

    @Override
    public long bytesMoved() {
        return bytesSent + bytesReceived;
    }

    @Override
    public Traffic traffic() {
        return new Traffic(bytesSent, bytesReceived, messages, overNetwork ? bytesSent : 0);
    }

    @Override
    public void close() {
        wire.close(); // nothing is left to send: every message is flushed by the collective that sent it
    }
}
