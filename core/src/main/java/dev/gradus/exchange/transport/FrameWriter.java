package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Cuts messages into frames and writes their bytes, a segment at a time. Arrays and short messages are staged in a
 * buffer, where frames follow each other, so that cutting costs no system call. Long messages of memory outside the
 * heap are written from where they lie, head, floats and checksum by one call.
 */
final class FrameWriter {

    /** The type of a frame that carries floats. */
    static final byte DATA = 64;

    /** Bytes staged at a time in each direction. */
    static final int STAGED = 256 << 10;

    /**
     * Bytes written at a time from where they lie, about two packets of a loopback. After one call of much more, BBR
     * takes the pace of a sum for what the network can carry, and goes no faster from then on
     * (docs/decisions/0057-calls-of-two-packets.md).
     */
    private static final int MOST_STRAIGHT = 120 << 10;

    /** Most floats of a frame, 1 MiB: damage is found before more than that has been taken. */
    static final int MOST_FLOATS = (1 << 20) / Float.BYTES;

    /** Floats from which on a message is not staged: for fewer a copy costs less than a second system call. */
    static final int LEAST_STRAIGHT = 4 << 10;

    private final int epoch;
    private final ByteBuffer out = Frame.buffer(STAGED);
    private final ByteBuffer tail = Frame.buffer(Frame.TAIL);

    /** What goes out together: staged bytes, floats where they lie, and the checksum after those. */
    private final ByteBuffer[] segment = {out, ByteBuffer.allocate(0), tail};

    private final CRC32C crc = new CRC32C();
    private Floats data = Floats.none();
    private boolean straight;
    private int tag;
    private int start;
    private int at;
    private int frameTo;
    private int to;
    private boolean headPending;
    private boolean tailPending;
    private long sequence;

    FrameWriter(int epoch) {
        this.epoch = epoch;
        out.limit(0);
        tail.limit(0);
    }

    /** Whether everything has been written. */
    boolean done() {
        return written() && !tailPending;
    }

    /** Starts a message and prepares its first bytes. */
    void begin(int tag, Floats data, int from, int to) {
        this.tag = tag;
        this.data = data;
        this.start = from;
        this.at = from;
        this.to = to;
        straight = data.straight() && to - from >= LEAST_STRAIGHT;
        beginFrame();
        prepare();
    }

    /** Writes as much as the wire takes of what is prepared, and returns how many bytes that were. */
    long write(Wire wire) throws IOException {
        return straight ? wire.write(segment) : wire.write(out);
    }

    /** Whether the wire has taken all that was prepared. */
    boolean written() {
        return !out.hasRemaining() && !segment[1].hasRemaining() && !tail.hasRemaining();
    }

    /** Makes ready what comes next; nothing when nothing does. */
    void prepare() {
        out.clear();
        if (straight && tailPending) {
            prepareStraight();
        } else {
            stage();
        }
        out.flip();
    }

    private void beginFrame() {
        frameTo = at + Math.min(to - at, MOST_FLOATS);
        headPending = true;
        tailPending = true;
        crc.reset();
    }

    private void prepareStraight() {
        if (headPending) {
            putHead();
        }
        int count = Math.min(frameTo - at, MOST_STRAIGHT / Float.BYTES);
        ByteBuffer floats = data.bytes(at * Float.BYTES, count * Float.BYTES);
        crc.update(floats.duplicate());
        segment[1] = floats;
        at += count;
        if (at == frameTo) {
            tail.clear().putInt((int) crc.getValue()).flip();
            tailPending = false;
            if (at < to) {
                beginFrame();
            }
        }
    }

    private void putHead() {
        boolean last = frameTo == to;
        new Frame(DATA, last, epoch, sequence++, tag, at - start, (frameTo - at) * Float.BYTES).write(out);
        headPending = false;
    }

    private void stage() {
        boolean more = tailPending;
        while (more) {
            more = stageFrame() && at < to;
            if (more) {
                beginFrame();
            }
        }
    }

    /** Stages what fits of the frame; true when it is complete. */
    private boolean stageFrame() {
        if (headPending) {
            if (out.remaining() < Frame.HEAD) {
                return false;
            }
            putHead();
        }
        int count = Math.min(frameTo - at, out.remaining() / Float.BYTES);
        if (count > 0) {
            int from = out.position();
            out.asFloatBuffer().put(0, data.view(), at, count);
            out.position(from + count * Float.BYTES);
            crc.update(out.duplicate().flip().position(from));
            at += count;
        }
        if (at < frameTo || out.remaining() < Frame.TAIL) {
            return false;
        }
        out.putInt((int) crc.getValue());
        tailPending = false;
        return true;
    }
}
