package dev.gradus.exchange.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection whose bytes travel as they are: TCP, or a Unix domain socket. */
public final class PlainWire implements Wire {

    private final SocketChannel channel;

    /** {@code channel} is connected; from now on it does not block. */
    public PlainWire(SocketChannel channel) throws IOException {
        this.channel = channel;
        channel.configureBlocking(false);
        if (channel.getRemoteAddress() instanceof InetSocketAddress) {
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return channel.read(into);
    }

    @Override
    public long read(ByteBuffer[] into) throws IOException {
        return channel.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return channel.write(from);
    }

    @Override
    public long write(ByteBuffer[] from) throws IOException {
        return channel.write(from);
    }

    @Override
    public boolean flush() {
        return true;
    }

    @Override
    public SocketChannel channel() {
        return channel;
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
