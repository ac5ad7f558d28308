package dev.gradus.exchange.transport;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Cuts messages into frames and stages their bytes, a segment at a time. Frames follow each other within a segment, so
 * cutting costs no system call.
 */
final class FrameWriter {

    /** The type of a frame that carries floats. */
    static final byte DATA = 64;

    /** Bytes staged at a time in each direction. */
    static final int SEGMENT = 256 << 10;

    /** Most floats of a frame, 1 MiB: damage is found before more than that has been taken. */
    static final int MOST_FLOATS = (1 << 20) / Float.BYTES;

    private final int epoch;
    private final ByteBuffer out = Frame.buffer(SEGMENT);
    private final CRC32C crc = new CRC32C();
    private float[] data = {};
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
    }

    /** Whether everything has been staged and taken. */
    boolean done() {
        return !out.hasRemaining() && !headPending && !tailPending;
    }

    /** What is to be written next. */
    ByteBuffer staged() {
        return out;
    }

    /** Starts a message and stages its first bytes. */
    void begin(int tag, float[] data, int from, int to) {
        this.tag = tag;
        this.data = data;
        this.start = from;
        this.at = from;
        this.to = to;
        beginFrame();
        stage();
    }

    private void beginFrame() {
        frameTo = at + Math.min(to - at, MOST_FLOATS);
        headPending = true;
        tailPending = true;
        crc.reset();
    }

    /** Fills the empty buffer with what comes next; leaves it empty when nothing does. */
    void stage() {
        out.clear();
        boolean more = tailPending;
        while (more) {
            more = stageFrame() && at < to;
            if (more) {
                beginFrame();
            }
        }
        out.flip();
    }

    /** Stages what fits of the frame; true when it is complete. */
    private boolean stageFrame() {
        if (headPending) {
            if (out.remaining() < Frame.HEAD) {
                return false;
            }
            boolean last = frameTo == to;
            new Frame(DATA, last, epoch, sequence++, tag, at - start, (frameTo - at) * Float.BYTES).write(out);
            headPending = false;
        }
        int count = Math.min(frameTo - at, out.remaining() / Float.BYTES);
        if (count > 0) {
            int from = out.position();
            out.asFloatBuffer().put(data, at, count);
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
