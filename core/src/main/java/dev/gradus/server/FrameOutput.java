package dev.gradus.server;

import dev.gradus.exchange.transport.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/** Frames on their way out of one connection, staged in a buffer that grows to what one frame needs. */
final class FrameOutput {

    private static final int FIRST_CAPACITY = 64 << 10;

    /** A buffer that one long frame made larger than this is given back when it is empty. */
    private static final int KEPT_CAPACITY = 4 << 20;

    private final int epoch;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = Frame.buffer(FIRST_CAPACITY);

    /** Bytes before this have left. */
    private int sent;

    /** Where the frame begins that is being written. */
    private int start;

    /** Whether the connection has taken bytes that it has not handed on. */
    private boolean below;

    private long sequence;
    private long bytes;

    FrameOutput(int epoch) {
        this.epoch = epoch;
    }

    /** Begins a frame whose payload has at most so many bytes, which the caller puts into the buffer returned. */
    ByteBuffer begin(int mostBytes) {
        if (mostBytes > FrameInput.MOST_PAYLOAD) {
            throw new IllegalArgumentException("message is too long: bytes=" + mostBytes + ", most="
                    + FrameInput.MOST_PAYLOAD + "; use more servers");
        }
        int needed = Frame.HEAD + mostBytes + Frame.TAIL;
        if (buffer.remaining() < needed) {
            makeRoom(needed);
        }
        start = buffer.position();
        return buffer.position(start + Frame.HEAD);
    }

    private void makeRoom(int needed) {
        buffer.flip().position(sent);
        int kept = buffer.remaining();
        if (kept + needed <= buffer.capacity()) {
            buffer.compact();
        } else {
            int wanted = Math.max(kept + needed, Math.min(2 * buffer.capacity(), KEPT_CAPACITY));
            buffer = Frame.buffer(wanted).put(buffer);
        }
        sent = 0;
    }

    /** Ends the frame: its payload is what was put since {@link #begin}. */
    void end(byte type, int tag, int argument) {
        int from = start + Frame.HEAD;
        int to = buffer.position();
        crc.reset();
        crc.update(buffer.duplicate().limit(to).position(from));
        buffer.position(start);
        new Frame(type, true, epoch, sequence++, tag, argument, to - from).write(buffer);
        buffer.position(to).putInt((int) crc.getValue());
        bytes += buffer.position() - start;
    }

    /** Bytes that have not left. */
    int pending() {
        return buffer.position() - sent;
    }

    /** Whether something is left to write, here or in the connection. */
    boolean hasMore() {
        return pending() > 0 || below;
    }

    /** Writes what the connection takes; true if anything left. */
    boolean flush(Conduit conduit) throws IOException {
        int before = pending();
        if (before > 0) {
            ByteBuffer out = buffer.duplicate().flip().position(sent);
            conduit.write(out);
            sent = out.position();
            if (sent == buffer.position()) {
                sent = 0;
                buffer = buffer.capacity() > KEPT_CAPACITY ? Frame.buffer(FIRST_CAPACITY) : buffer.clear();
            }
        }
        boolean held = below;
        below = !conduit.flush();
        return pending() < before || (held && !below);
    }

    /** Frames so far. */
    long frames() {
        return sequence;
    }

    /** Bytes of all frames so far. */
    long bytes() {
        return bytes;
    }
}
