package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.Frame;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.zip.CRC32C;

/** A connection for messages rather than floats. Any thread may send; one thread receives. */
public final class ControlLink implements AutoCloseable {

    private static final int MAX_MESSAGE = 16 << 20;

    private final SocketChannel channel;
    private long sent;

    public ControlLink(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(true);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
    }

    public static ControlLink connect(InetSocketAddress address, Duration timeout) throws IOException {
        SocketChannel channel = SocketChannel.open();
        try {
            channel.socket().connect(address, Math.max(1, millis(timeout)));
            return new ControlLink(channel);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Sends one message; returns when the system has taken it. */
    public synchronized void send(Message message) throws IOException {
        byte[] payload = message.payload();
        ByteBuffer buffer =
                ByteBuffer.allocate(Frame.HEAD + payload.length + Frame.TAIL).order(ByteOrder.LITTLE_ENDIAN);
        new Frame(message.type().code(), sent++, 0, payload.length).write(buffer);
        buffer.put(payload).putInt(checksum(payload)).flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
    }

    /** Waits for the next message, {@code timeout} at most (zero: for ever; the peer's end still ends the wait). */
    public Message receive(Duration timeout) throws IOException {
        channel.socket().setSoTimeout(millis(timeout));
        InputStream in = channel.socket().getInputStream();
        Frame head = Frame.read(bytes(in, Frame.HEAD), MAX_MESSAGE);
        Message.Type type = Message.Type.of(head.type());
        ByteBuffer rest = bytes(in, head.length() + Frame.TAIL);
        byte[] payload = new byte[head.length()];
        rest.get(payload);
        if (rest.getInt() != checksum(payload)) {
            throw new IOException("message is damaged: type=" + type);
        }
        return new Message(type, payload);
    }

    /** As the sockets want it: an int, which years do not fit. */
    static int millis(Duration timeout) {
        return (int) Math.min(Integer.MAX_VALUE, timeout.toMillis());
    }

    private static ByteBuffer bytes(InputStream in, int count) throws IOException {
        byte[] bytes;
        try {
            bytes = in.readNBytes(count);
        } catch (SocketTimeoutException e) {
            throw new IOException("the other side says nothing", e);
        }
        if (bytes.length < count) {
            throw new EOFException("connection closed");
        }
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checksum(byte[] payload) {
        CRC32C crc = new CRC32C();
        crc.update(payload, 0, payload.length);
        return (int) crc.getValue();
    }

    /** The connection itself, for a link that goes on with floats after the greeting. */
    SocketChannel channel() {
        return channel;
    }

    /** The address of this side, which is where peers on the same network can reach this process. */
    InetAddress localAddress() {
        return channel.socket().getLocalAddress();
    }

    InetAddress remoteAddress() {
        return channel.socket().getInetAddress();
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            // The connection is given up either way, and whoever reads from it learns of the end there.
            return;
        }
    }
}
