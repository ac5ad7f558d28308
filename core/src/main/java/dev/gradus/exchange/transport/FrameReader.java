package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Puts messages together from the frames of a peer. The reader knows what must come: anything but the next frame of the
 * expected message is refused, before its floats are taken.
 */
final class FrameReader {

    private final int peer;
    private final int epoch;
    private final ByteBuffer in = Frame.buffer(FrameWriter.SEGMENT);
    private final CRC32C crc = new CRC32C();
    private float[] into = {};
    private int tag;
    private int start;
    private int at;
    private int frameFrom;
    private int frameTo;
    private int to;
    private boolean headTaken;
    private boolean complete = true;
    private long sequence;

    FrameReader(int peer, int epoch) {
        this.peer = peer;
        this.epoch = epoch;
        in.limit(0);
    }

    /** Says where the next message goes. */
    void expect(int tag, float[] into, int from, int to) {
        this.tag = tag;
        this.into = into;
        this.start = from;
        this.at = from;
        this.to = to;
        headTaken = false;
        complete = false;
    }

    /** The buffer, to be filled by a read; {@link #filled} must follow. */
    ByteBuffer room() {
        return in.compact();
    }

    void filled() {
        in.flip();
    }

    /** Uses up what the buffer holds of the expected message; true when that is complete. */
    boolean take() throws ExchangeException {
        while (!complete && takeFrame()) {
            complete = at == to;
            headTaken = false;
        }
        return complete;
    }

    /** Takes what is there of one frame; true when it is complete. */
    private boolean takeFrame() throws ExchangeException {
        if (!headTaken && in.remaining() >= Frame.HEAD) {
            takeHead();
        }
        if (!headTaken) {
            return false;
        }
        int count = Math.min(frameTo - at, in.remaining() / Float.BYTES);
        if (count > 0) {
            int from = in.position();
            in.asFloatBuffer().get(into, at, count);
            crc.update(in.duplicate().limit(from + count * Float.BYTES));
            in.position(from + count * Float.BYTES);
            at += count;
        }
        if (at < frameTo || in.remaining() < Frame.TAIL) {
            return false;
        }
        if (in.getInt() != (int) crc.getValue()) {
            throw new ExchangeException(
                    peer, "message of rank " + peer + " is damaged: tag=" + tag + ", offset=" + (frameFrom - start));
        }
        return true;
    }

    private void takeHead() throws ExchangeException {
        int floats = Math.min(to - at, FrameWriter.MOST_FLOATS);
        Frame expected =
                new Frame(FrameWriter.DATA, floats == to - at, epoch, sequence, tag, at - start, floats * Float.BYTES);
        Frame head;
        try {
            head = Frame.read(in, FrameWriter.MOST_FLOATS * Float.BYTES);
            head.checkEpoch(epoch);
        } catch (IOException e) {
            throw new ExchangeException(peer, "rank " + peer + " sent nonsense: " + e.getMessage(), e);
        }
        if (!head.equals(expected)) {
            throw new ExchangeException(
                    peer, "rank " + peer + " is out of step: expected " + expected + ", received " + head);
        }
        sequence++;
        frameFrom = at;
        frameTo = at + floats;
        headTaken = true;
        crc.reset();
    }
}
