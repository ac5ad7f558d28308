package dev.gradus.server;

import dev.gradus.exchange.transport.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Frames that come in over one connection. A head is checked before its payload is waited for, its length before memory
 * is taken, and the checksum before anybody sees a byte of the payload.
 */
final class FrameInput {

    /** The longest payload, 64 MiB: 16 million floats of one push to one shard. */
    static final int MOST_PAYLOAD = 64 << 20;

    private static final int FIRST_CAPACITY = 256 << 10;
    private static final int KEPT_CAPACITY = 4 << 20;

    private final int epoch;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = Frame.buffer(FIRST_CAPACITY);

    /** Bytes before this have been used. */
    private int used;

    private @Nullable Frame head;

    /** Frames and bytes so far; only the thread that reads writes them. */
    private final AtomicLong sequence = new AtomicLong();

    private final AtomicLong bytes = new AtomicLong();

    FrameInput(int epoch) {
        this.epoch = epoch;
    }

    /** Reads once; returns how many bytes came: 0 when there is nothing now, -1 at the end. */
    int fill(Conduit conduit) throws IOException {
        int needed = head == null ? Frame.HEAD : head.length() + Frame.TAIL;
        if (used == buffer.position()) {
            used = 0;
            buffer.clear();
        }
        if (buffer.capacity() - used < needed || !buffer.hasRemaining()) {
            makeRoom(needed);
        }
        int count = conduit.read(buffer);
        bytes.addAndGet(Math.max(0, count));
        return count;
    }

    private void makeRoom(int needed) {
        buffer.flip().position(used);
        if (buffer.capacity() < needed) {
            buffer = Frame.buffer(needed + Frame.HEAD).put(buffer);
        } else if (buffer.capacity() > KEPT_CAPACITY && Math.max(needed, buffer.remaining()) < FIRST_CAPACITY) {
            buffer = Frame.buffer(FIRST_CAPACITY).put(buffer);
        } else {
            buffer.compact();
        }
        used = 0;
    }

    /** The head of the next whole frame, or null. Its payload is what {@link #payload} returns next. */
    @Nullable
    Frame next() throws IOException {
        if (head == null) {
            if (buffer.position() - used < Frame.HEAD) {
                return null;
            }
            head = takeHead();
            used += Frame.HEAD;
        }
        return buffer.position() - used >= head.length() + Frame.TAIL ? head : null;
    }

    private Frame takeHead() throws IOException {
        ByteBuffer view = view(used, used + Frame.HEAD);
        Frame frame = Frame.read(view, MOST_PAYLOAD);
        frame.checkEpoch(epoch);
        if (frame.sequence() != sequence.get()) {
            throw new IOException("message is out of order: type=" + frame.type() + ", expected number="
                    + sequence.get() + ", received number=" + frame.sequence());
        }
        sequence.incrementAndGet();
        return frame;
    }

    /** The payload of the frame that {@link #next} told of; good until the next call of anything here. */
    ByteBuffer payload() throws IOException {
        Frame frame = head;
        if (frame == null) {
            throw new IllegalStateException("no frame is there");
        }
        ByteBuffer payload = view(used, used + frame.length());
        crc.reset();
        crc.update(payload.duplicate());
        if (buffer.getInt(used + frame.length()) != (int) crc.getValue()) {
            throw new IOException("message is damaged: type=" + frame.type() + ", tag=" + frame.tag());
        }
        used += frame.length() + Frame.TAIL;
        head = null;
        return payload;
    }

    private ByteBuffer view(int from, int to) {
        return buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN).limit(to).position(from);
    }

    /** Frames so far; any thread may ask, also for bytes. */
    long frames() {
        return sequence.get();
    }

    long bytes() {
        return bytes.get();
    }
}
