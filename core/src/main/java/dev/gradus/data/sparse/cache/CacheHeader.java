package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Digest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The first bytes of a row cache. Behind it are the chunks, then the features, then the table of chunks.
 *
 * @param fingerprint of the source and the settings, in hexadecimal digits
 * @param space how many features there could be
 * @param skipped rows of the source that could not be used
 * @param chunksTo where chunks end and features begin
 */
record CacheHeader(String fingerprint, long space, long skipped, long chunksTo, Features features, Table table) {

    /** How many features there are, and their checksum. */
    record Features(int count, int crc) {}

    /** How many chunks each part has, and the checksum of the table. */
    record Table(int train, int test, int crc) {}

    static final int BYTES = 128;

    private static final byte[] MAGIC = "GRADUSRW".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int CHECKED_FROM = 16;

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(VERSION).putInt(0);
        bytes.put(HexFormat.of().parseHex(fingerprint));
        bytes.putLong(space).putLong(skipped).putLong(chunksTo);
        bytes.putInt(features.count()).putInt(features.crc());
        bytes.putInt(table.train()).putInt(table.test()).putInt(table.crc());
        bytes.putInt(CHECKED_FROM - Integer.BYTES, crc(bytes));
        return bytes.rewind();
    }

    static CacheHeader decode(Path file, ByteBuffer bytes) throws DataException {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() < BYTES || !bytes.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw new DataException("not a row cache: file=" + file);
        }
        int version = bytes.getInt(MAGIC.length);
        if (version != VERSION) {
            throw new DataException(
                    "row cache of another version: file=" + file + ", version=" + version + ", known=" + VERSION);
        }
        if (bytes.getInt(CHECKED_FROM - Integer.BYTES) != crc(bytes)) {
            throw new DataException("row cache is damaged: file=" + file + ", part=header");
        }
        byte[] digest = new byte[Digest.BYTES];
        bytes.position(CHECKED_FROM).get(digest);
        return new CacheHeader(
                HexFormat.of().formatHex(digest),
                bytes.getLong(),
                bytes.getLong(),
                bytes.getLong(),
                new Features(bytes.getInt(), bytes.getInt()),
                new Table(bytes.getInt(), bytes.getInt(), bytes.getInt()));
    }

    long tableFrom() {
        return chunksTo + (long) Integer.BYTES * features.count();
    }

    int chunks() {
        return table.train() + table.test();
    }

    /** Bytes of the whole file. */
    long fileBytes() {
        return tableFrom() + (long) Chunk.ENTRY_BYTES * chunks();
    }

    private static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().limit(BYTES).position(CHECKED_FROM));
        return (int) crc.getValue();
    }
}
