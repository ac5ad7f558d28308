package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.CheckedHeader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;

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

    static final int BYTES = CheckedHeader.BYTES;

    private static final CheckedHeader FORM = new CheckedHeader("GRADUSRW", 2, "a", "row cache");

    ByteBuffer encode() {
        ByteBuffer bytes = FORM.begin();
        bytes.put(HexFormat.of().parseHex(fingerprint));
        bytes.putLong(space).putLong(skipped).putLong(chunksTo);
        bytes.putInt(features.count()).putInt(features.crc());
        bytes.putInt(table.train()).putInt(table.test()).putInt(table.crc());
        return FORM.end(bytes);
    }

    static CacheHeader decode(Path file, ByteBuffer read) throws DataException {
        ByteBuffer bytes = FORM.check(file, read);
        return new CacheHeader(
                CheckedHeader.digest(bytes),
                bytes.getLong(),
                bytes.getLong(),
                bytes.getLong(),
                new Features(bytes.getInt(), bytes.getInt()),
                new Table(bytes.getInt(), bytes.getInt(), bytes.getInt()));
    }

    long tableFrom() {
        return chunksTo + (long) Integer.BYTES * features.count();
    }

    /** Whether all counts and places can be, whatever the size of the file. */
    boolean isPlausible() {
        return features.count() >= 0
                && table.train() >= 0
                && table.test() >= 0
                && chunks() >= 0
                && chunksTo >= BYTES
                && chunksTo <= Long.MAX_VALUE >> 1
                && (long) Chunk.ENTRY_BYTES * chunks() <= FileBytes.MOST_SLICE;
    }

    int chunks() {
        return table.train() + table.test();
    }

    /** Bytes of the whole file. */
    long fileBytes() {
        return tableFrom() + (long) Chunk.ENTRY_BYTES * chunks();
    }
}
