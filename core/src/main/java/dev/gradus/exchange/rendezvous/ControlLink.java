package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.tls.TlsWire;
import dev.gradus.exchange.transport.Allowance;
import dev.gradus.exchange.transport.Frame;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.Readiness;
import dev.gradus.exchange.transport.VersionException;
import dev.gradus.exchange.transport.Wire;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.CRC32C;

/** A connection for messages rather than floats. Any thread may send; one thread receives. */
public final class ControlLink implements AutoCloseable {

    private static final int MAX_MESSAGE = 16 << 20;

    /** What somebody may send who has proved nothing yet. */
    private static final int MAX_GREETING = 64 << 10;

    /**
     * How often a wait looks at the clock; heartbeats come sooner, so that a quiet connection costs no wake-up more.
     */
    private static final long TICK_MILLIS = 250;

    /** How long the other side may take nothing of a message. */
    private static final Duration SEND_TIMEOUT = Duration.ofSeconds(10);

    private final Readiness readiness;
    private volatile Wire wire;
    private volatile long heardAt = System.nanoTime();

    /** The epoch of the group, once the greeting is over; 0 before. */
    private volatile int epoch;

    private long sent;
    private long received;

    public ControlLink(Wire wire) throws IOException {
        this.wire = wire;
        this.readiness = new Readiness(wire.channel());
    }

    public static ControlLink connect(InetSocketAddress address, Duration timeout) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            connect(channel, address, timeout);
            return new ControlLink(new PlainWire(channel));
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    static void connect(SocketChannel channel, InetSocketAddress address, Duration timeout) throws IOException {
        channel.socket().connect(address, Math.max(1, millis(timeout)));
    }

    /** The greeting is over: from now on every message is one of that group. */
    void joined(int group) {
        epoch = group;
    }

    /** Sends one message; returns when the system has taken it. */
    public synchronized void send(Message message) throws IOException {
        byte[] payload = message.payload();
        ByteBuffer buffer =
                ByteBuffer.allocate(Frame.HEAD + payload.length + Frame.TAIL).order(ByteOrder.LITTLE_ENDIAN);
        Frame.whole(message.type().code(), epochOf(message.type()), sent++, payload.length)
                .write(buffer);
        buffer.put(payload).putInt(checksum(payload)).flip();
        write(buffer);
    }

    /** Tells a side of another version why it cannot stay, in bytes that every version reads. */
    synchronized void refuse(VersionException other) throws IOException {
        write(Refusal.write("protocol version differs: ours=" + other.version() + ", launcher=" + Frame.VERSION));
        wire.channel().shutdownOutput();
        drain();
    }

    /** Reads to the end: closing with bytes unread would reset the connection, and with it what was written last. */
    private void drain() throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(MAX_GREETING);
        Allowance allowance = new Allowance();
        allowance.grant(Duration.ofSeconds(1));
        while (rest.hasRemaining() && wire.read(rest) >= 0 && !allowance.usedUp()) {
            readiness.await(TICK_MILLIS);
        }
    }

    private void write(ByteBuffer buffer) throws IOException {
        Allowance allowance = new Allowance();
        allowance.grant(SEND_TIMEOUT);
        while (buffer.hasRemaining() || !wire.flush()) {
            if (buffer.hasRemaining() && wire.write(buffer) > 0) {
                allowance.grant(SEND_TIMEOUT);
            } else if (allowance.usedUp()) {
                throw new SocketTimeoutException("the other side takes nothing: waited=" + seconds(SEND_TIMEOUT));
            } else if (Thread.currentThread().isInterrupted()) {
                throw new InterruptedIOException("interrupted while sending");
            } else {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    /** Waits for the next message; {@code silence} is how long nothing at all may come. */
    public Message receive(Duration silence) throws IOException {
        ByteBuffer prefix = bytes(Frame.PREFIX, silence);
        try {
            Frame.checkPrefix(prefix);
        } catch (VersionException e) {
            if (Refusal.isOne(prefix)) {
                throw new RefusedException(Refusal.text(bytes(Refusal.length(prefix), silence)));
            }
            throw e;
        }
        ByteBuffer rest = bytes(Frame.HEAD - Frame.PREFIX, silence);
        Frame head = Frame.read(
                ByteBuffer.allocate(Frame.HEAD)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .put(prefix)
                        .put(rest)
                        .flip(),
                epoch == 0 ? MAX_GREETING : MAX_MESSAGE);
        Message.Type type = Message.Type.of(head.type());
        check(head, type);
        ByteBuffer body = bytes(head.length() + Frame.TAIL, silence);
        byte[] payload = new byte[head.length()];
        body.get(payload);
        if (body.getInt() != checksum(payload)) {
            throw new IOException("message is damaged: type=" + type);
        }
        return new Message(type, payload);
    }

    private void check(Frame head, Message.Type type) throws IOException {
        head.checkEpoch(epochOf(type));
        if (head.sequence() != received) {
            throw new IOException("message is out of order: type=" + type + ", expected number=" + received
                    + ", received number=" + head.sequence());
        }
        received++;
    }

    private int epochOf(Message.Type type) {
        return type.greets() ? 0 : epoch;
    }

    /** As the sockets want it: an int, which years do not fit. */
    static int millis(Duration timeout) {
        return (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    }

    static String seconds(Duration duration) {
        return duration.toMillis() / 1e3 + "s";
    }

    private ByteBuffer bytes(int count, Duration silence) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        Allowance allowance = new Allowance();
        allowance.grant(silence);
        while (buffer.hasRemaining()) {
            int read = wire.read(buffer);
            if (read < 0) {
                throw new EOFException("connection closed");
            }
            if (read > 0) {
                heardAt = System.nanoTime();
                allowance.grant(silence);
            } else if (allowance.usedUp()) {
                throw new SocketTimeoutException("the other side says nothing: waited=" + seconds(silence));
            } else {
                readiness.await(TICK_MILLIS);
            }
        }
        return buffer.flip();
    }

    private static int checksum(byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload, 0, payload.length);
        return (int) crc.getValue();
    }

    /** Sends nothing more: the other side reads to the end of what was sent and then sees that this was all. */
    void finish() throws IOException {
        wire.channel().shutdownOutput();
    }

    /** When the last byte came, in the time of {@link System#nanoTime}. */
    long heardAt() {
        return heardAt;
    }

    /** Goes on under TLS, in the middle of the greeting. */
    void secure(TlsWire secured) {
        wire = secured;
    }

    /** The connection itself. */
    Wire wire() {
        return wire;
    }

    /** Gives the connection away, to a link that goes on with floats after the greeting. */
    Wire release() {
        readiness.close();
        return wire;
    }

    /** The address of this side, which is where peers on the same network can reach this process. */
    InetSocketAddress localAddress() {
        return new InetSocketAddress(
                wire.channel().socket().getLocalAddress(),
                wire.channel().socket().getLocalPort());
    }

    InetSocketAddress remoteAddress() {
        return new InetSocketAddress(
                wire.channel().socket().getInetAddress(),
                wire.channel().socket().getPort());
    }

    @Override
    public void close() {
        wire.close();
        readiness.close(); // after the connection, whose end is only final when nobody waits for it any more
    }
}
