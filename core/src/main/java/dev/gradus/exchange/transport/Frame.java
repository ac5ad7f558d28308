package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The head of every frame between processes, 36 bytes, little-endian; docs/protocol.md has the table. A head is checked
 * as a whole before any of its fields is believed, and its length against a cap before anything is allocated.
 */
public record Frame(byte type, boolean last, int epoch, long sequence, int tag, int offset, int length) {

    /** Bytes of a head. */
    public static final int HEAD = 36;

    /**
     * Bytes at the start of a head that mean the same in every version: magic, version, type, and two more. They are
     * enough to tell a peer of another version, and to tell it so in words that it can read.
     */
    public static final int PREFIX = 8;

    /** Bytes after the payload: its CRC32C. */
    public static final int TAIL = 4;

    /** The version of the protocol that this build speaks. */
    public static final byte VERSION = 6;

    static final int MAGIC = 0x53445247; // "GRDS" as it stands on the wire
    private static final int CHECKED = HEAD - 4;

    /** The frame that carries a whole message which is no part of a sum. */
    public static Frame whole(byte type, int epoch, long sequence, int length) {
        return new Frame(type, true, epoch, sequence, 0, 0, length);
    }

    /** Writes the head at the buffer's position. The buffer must be little-endian. */
    public void write(ByteBuffer buffer) {
        int start = buffer.position();
        buffer.putInt(MAGIC);
        buffer.put(VERSION).put(type).putShort((short) (last ? 1 : 0));
        buffer.putInt(epoch).putLong(sequence);
        buffer.putInt(tag).putInt(offset).putInt(length);
        buffer.putInt(checksum(buffer, start, CHECKED));
    }

    /** Checks the {@link #PREFIX} at the buffer's position, without moving it. */
    public static void checkPrefix(ByteBuffer buffer) throws IOException {
        int magic = buffer.getInt(buffer.position());
        byte version = buffer.get(buffer.position() + 4);
        if (magic != MAGIC) {
            throw new IOException("not a gradus peer: magic=" + Integer.toHexString(magic));
        }
        if (version != VERSION) {
            throw new VersionException(version);
        }
    }

    /** Reads and checks a head at the buffer's position. */
    public static Frame read(ByteBuffer buffer, int maxLength) throws IOException {
        checkPrefix(buffer);
        int start = buffer.position();
        buffer.position(start + 5);
        Frame frame = new Frame(
                buffer.get(),
                buffer.getShort() != 0,
                buffer.getInt(),
                buffer.getLong(),
                buffer.getInt(),
                buffer.getInt(),
                buffer.getInt());
        int checksum = buffer.getInt();
        if (checksum != checksum(buffer, start, CHECKED)) {
            throw new IOException("head of a message is damaged: checksum=" + Integer.toHexString(checksum));
        }
        if (frame.length < 0 || frame.length > maxLength) {
            throw new IOException("message is too long: bytes=" + frame.length + ", most=" + maxLength);
        }
        return frame;
    }

    /** Refuses a frame of a group that was formed before or after ours: its ranks may have other parts in the work. */
    public void checkEpoch(int ours) throws IOException {
        if (epoch != ours) {
            String group = epoch < ours ? "an older group" : "a newer group";
            throw new IOException("frame of " + group + ": epoch=" + epoch + ", ours=" + ours);
        }
    }

    public static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static int checksum(ByteBuffer buffer, int from, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().position(from).limit(from + length));
        return (int) crc.getValue();
    }
}
