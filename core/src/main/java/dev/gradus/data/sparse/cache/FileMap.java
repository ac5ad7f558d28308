package dev.gradus.data.sparse.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * A file mapped into memory, in parts that overlap: a map can have 2 GiB at most, and a chunk must lie in one. Any
 * thread may read. The memory is given back when nobody refers to it any more.
 */
final class FileMap {

    /** Bytes of the longest part that can be had in one buffer. */
    static final int MOST_SLICE = 1 << 30;

    private static final int PART_BITS = 30;
    private static final long PART_MASK = (1L << PART_BITS) - 1;

    private final ByteBuffer[] parts;

    FileMap(FileChannel channel) throws IOException {
        long size = channel.size();
        this.parts = new ByteBuffer[Math.toIntExact((size + PART_MASK) >>> PART_BITS)];
        for (int i = 0; i < parts.length; i++) {
            long from = (long) i << PART_BITS;
            parts[i] = channel.map(FileChannel.MapMode.READ_ONLY, from, Math.min(size - from, Integer.MAX_VALUE))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    void copy(long offset, byte[] into, int length) {
        parts[(int) (offset >>> PART_BITS)].get((int) (offset & PART_MASK), into, 0, length);
    }

    int getInt(long offset) {
        return parts[(int) (offset >>> PART_BITS)].getInt((int) (offset & PART_MASK));
    }

    /** A part of up to 1 GiB. */
    ByteBuffer slice(long offset, int length) {
        return parts[(int) (offset >>> PART_BITS)]
                .slice((int) (offset & PART_MASK), length)
                .order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The checksum of a range of any length. */
    int crc(long offset, long length) {
        CRC32C crc = new CRC32C();
        for (long done = 0; done < length; ) {
            int part = (int) Math.min(length - done, PART_MASK);
            crc.update(slice(offset + done, part));
            done += part;
        }
        return (int) crc.getValue();
    }
}
