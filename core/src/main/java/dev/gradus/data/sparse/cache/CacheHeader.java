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

    /**
     * How many features there are, their checksum, and how many of them have their place as code in rows; -1 if rows
     * have places and no codes.
     */
    record Features(int count, int crc, int frequent) {

        static final int ALL_PLACES = -1;
    }

    /** How many chunks each part has, and the checksum of the table. */
    record Table(int train, int test, int crc) {}

    static final int BYTES = CheckedHeader.BYTES;

    private static final CheckedHeader FORM = new CheckedHeader("GRADUSRW", 3, "a", "row cache");

    ByteBuffer encode() {
        ByteBuffer bytes = FORM.begin();
        bytes.put(HexFormat.of().parseHex(fingerprint));
        bytes.putLong(space).putLong(skipped).putLong(chunksTo);
        bytes.putInt(features.count()).putInt(features.crc());
        bytes.putInt(table.train()).putInt(table.test()).putInt(table.crc());
        bytes.putInt(features.frequent());
        return FORM.end(bytes);
    }

    static CacheHeader decode(Path file, ByteBuffer read) throws DataException {
        ByteBuffer bytes = FORM.check(file, read);
        String fingerprint = CheckedHeader.digest(bytes);
        long space = bytes.getLong();
        long skipped = bytes.getLong();
        long chunksTo = bytes.getLong();
        int features = bytes.getInt();
        int featuresCrc = bytes.getInt();
        Table table = new Table(bytes.getInt(), bytes.getInt(), bytes.getInt());
        Features all = new Features(features, featuresCrc, bytes.getInt());
        return new CacheHeader(fingerprint, space, skipped, chunksTo, all, table);
    }

    long tableFrom() {
        return chunksTo + (long) Integer.BYTES * features.count();
    }

    /** Whether all counts and places can be, whatever the size of the file. */
    boolean isPlausible() {
        return features.count() >= 0
                && features.frequent() >= Features.ALL_PLACES
                && features.count() >= features.frequent()
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
