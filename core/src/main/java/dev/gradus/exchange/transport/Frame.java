package dev.gradus.exchange.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The head of every message between processes, 32 bytes, little-endian; docs/protocol.md has the table. A head is
 * checked as a whole before any of its fields is believed, and its length against a cap before anything is allocated.
 */
public record Frame(byte type, long sequence, int tag, int length) {

    /** Bytes of a head. */
    public static final int HEAD = 32;

    /** Bytes after the payload: its CRC32C. */
    public static final int TAIL = 4;

    /** The version of the protocol that this build speaks. */
    public static final byte VERSION = 1;

    private static final int MAGIC = 0x53445247; // "GRDS" as it stands on the wire
    private static final int CHECKED = HEAD - 4;

    /** Writes the head at the buffer's position. The buffer must be little-endian. */
    public void write(ByteBuffer buffer) {
        int start = buffer.position();
        buffer.putInt(MAGIC);
        buffer.put(VERSION).put(type).putShort((short) 0);
        buffer.putInt(0); // epoch of the group: there is only one so far
        buffer.putLong(sequence);
        buffer.putInt(tag).putInt(length);
        buffer.putInt(checksum(buffer, start, CHECKED));
    }

    /** Reads and checks a head at the buffer's position. */
    public static Frame read(ByteBuffer buffer, int maxLength) throws IOException {
        int start = buffer.position();
        int magic = buffer.getInt();
        byte version = buffer.get();
        byte type = buffer.get();
        buffer.position(start + 12);
        Frame frame = new Frame(type, buffer.getLong(), buffer.getInt(), buffer.getInt());
        int checksum = buffer.getInt();
        if (magic != MAGIC) {
            throw new IOException("not a gradus peer: magic=" + Integer.toHexString(magic));
        }
        if (version != VERSION) {
            throw new IOException("peer speaks another protocol: version=" + version + ", ours=" + VERSION);
        }
        if (checksum != checksum(buffer, start, CHECKED)) {
            throw new IOException("head of a message is damaged: checksum=" + Integer.toHexString(checksum));
        }
        if (frame.length < 0 || frame.length > maxLength) {
            throw new IOException("message is too long: bytes=" + frame.length + ", most=" + maxLength);
        }
        return frame;
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
