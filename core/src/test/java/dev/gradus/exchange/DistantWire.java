package dev.gradus.exchange;

import dev.gradus.exchange.transport.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** A connection within this machine that is taken for one that leaves it, as if its bytes could change on their way. */
public record DistantWire(Wire near) implements Wire {

    @Override
    public boolean leavesMachine() {
        return true;
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        return near.read(into);
    }

    @Override
    public long read(ByteBuffer[] into) throws IOException {
        return near.read(into);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        return near.write(from);
    }

    @Override
    public long write(ByteBuffer[] from) throws IOException {
        return near.write(from);
    }

    @Override
    public boolean flush() throws IOException {
        return near.flush();
    }

    @Override
    public SocketChannel channel() {
        return near.channel();
    }

    @Override
    public void close() {
        near.close();
    }
}
