package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Puts messages together from the frames of a peer. The reader knows what must come: anything but the next frame of the
 * expected message is refused, before its floats are taken.
 *
 * <p>Heads, checksums and floats for arrays pass through a buffer. Floats for memory outside the heap are read to where
 * they belong, once their head was taken; so they stand there before their checksum is known, and a damaged frame ends
 * the exchange by an exception. Little more is read at a time than the expected message and the head of the next: what
 * comes after may have to go straight to its own place.
 */
final class FrameReader {

    /** Bytes that are read to their place at a time: few enough to be in the cache still for their checksum. */
    private static final int MOST_STRAIGHT = 256 << 10;

    /** Bytes after a staged message that may come with it: a short one that follows then needs no call of its own. */
    private static final int READ_AHEAD = 8 << 10;

    private final int peer;
    private final int epoch;
    private final ByteBuffer in = Frame.buffer(FrameWriter.STAGED);

    /** What is filled by one read: floats where they belong, then the buffer. */
    private final ByteBuffer[] scattered = {in, in};

    private final CRC32C crc = new CRC32C();
    private int tag;
    private Floats into = Floats.none();
    private int start;
    private long place;
    private long messageLeft;
    private int offset;
    private int frameLeft;
    private boolean inFrame;
    private boolean complete = true;
    private long sequence;

    FrameReader(int peer, int epoch) {
        this.peer = peer;
        this.epoch = epoch;
        in.limit(0);
    }

    /** Says where the next message goes. */
    void expect(int tag, Floats into, int from, int to) {
        this.tag = tag;
        this.into = into;
        start = from;
        place = from * (long) Float.BYTES;
        messageLeft = (to - from) * (long) Float.BYTES;
        inFrame = false;
        complete = false;
    }

    /** Reads once, and returns how many bytes came: 0 when there is nothing now, -1 at the end. */
    long read(Wire wire) throws IOException {
        return inFrame && frameLeft > 0 && into.straight() ? readStraight(wire) : readStaged(wire);
    }

    private long readStraight(Wire wire) throws IOException {
        int bytes = Math.min(frameLeft, MOST_STRAIGHT);
        int at = (int) place;
        ByteBuffer there = into.bytes(at, bytes);
        in.clear().limit(bytes == frameLeft ? Frame.TAIL + Frame.HEAD : 0);
        scattered[0] = there;
        try {
            return wire.read(scattered);
        } finally {
            in.flip();
            passed(there.flip().position(at));
        }
    }

    private long readStaged(Wire wire) throws IOException {
        in.compact();
        in.limit((int) Math.min(in.capacity(), wanted()));
        try {
            return wire.read(in);
        } finally {
            in.flip();
        }
    }

    /** Bytes that the buffer should hold at most. */
    private long wanted() {
        if (inFrame) {
            return (long) frameLeft + Frame.TAIL + READ_AHEAD;
        }
        if (into.straight() && messageLeft >= FrameWriter.LEAST_STRAIGHT * Float.BYTES) {
            return Frame.HEAD;
        }
        return Frame.HEAD + messageLeft + Frame.TAIL + READ_AHEAD;
    }

    /** Uses up what the buffer holds of the expected message; true when that is complete. */
    boolean take() throws ExchangeException {
        while (!complete) {
            if (!inFrame && !takeHead()) {
                return false;
            }
            takeFloats();
            if (frameLeft > 0 || !takeTail()) {
                return false;
            }
        }
        return true;
    }

    private void takeFloats() {
        int bytes = Math.min(frameLeft, in.remaining());
        if (!into.straight()) {
            bytes -= bytes % Float.BYTES;
            into.view().put((int) (place / Float.BYTES), in.asFloatBuffer(), 0, bytes / Float.BYTES);
        } else if (bytes > 0) {
            into.bytes((int) place, bytes).put(in.duplicate().limit(in.position() + bytes));
        }
        int end = in.position() + bytes;
        passed(in.duplicate().limit(end));
        in.position(end);
    }

    /** Notes that these bytes, the next of the frame, are where they belong. */
    private void passed(ByteBuffer bytes) {
        int count = bytes.remaining();
        crc.update(bytes);
        place += count;
        frameLeft -= count;
        messageLeft -= count;
    }

    private boolean takeTail() throws ExchangeException {
        if (in.remaining() < Frame.TAIL) {
            return false;
        }
        if (in.getInt() != (int) crc.getValue()) {
            throw new ExchangeException(
                    peer, "message of rank " + peer + " is damaged: tag=" + tag + ", offset=" + offset);
        }
        inFrame = false;
        complete = messageLeft == 0;
        return true;
    }

    private boolean takeHead() throws ExchangeException {
        if (in.remaining() < Frame.HEAD) {
            return false;
        }
        int bytes = (int) Math.min(messageLeft, FrameWriter.MOST_FLOATS * Float.BYTES);
        offset = (int) (place / Float.BYTES) - start;
        Frame expected = new Frame(FrameWriter.DATA, bytes == messageLeft, epoch, sequence, tag, offset, bytes);
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
        frameLeft = bytes;
        inFrame = true;
        crc.reset();
        return true;
    }
}
