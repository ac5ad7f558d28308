package dev.gradus.data.files;

import dev.gradus.data.DataException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The first bytes of a file that we keep: 8 bytes that say what it is, 4 for the version, 4 for the CRC-32C of the
 * rest, then what the file needs, and zeros up to {@link #BYTES}. All numbers are little-endian.
 *
 * @param magic eight letters
 * @param what the file is called in messages, like "row cache"
 * @param article the one of that name, "a" or "an"
 */
public record CheckedHeader(String magic, int version, String article, String what) {

    public static final int BYTES = 128;

    private static final int CHECKED_FROM = 16;

    /** A header to be filled in, positioned behind what all headers have. */
    public ByteBuffer begin() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.put(letters()).putInt(version).putInt(0);
    }

    /** Ends a header that has been filled in, ready to be written. */
    public ByteBuffer end(ByteBuffer bytes) {
        bytes.putInt(CHECKED_FROM - Integer.BYTES, crc(bytes));
        return bytes.rewind();
    }

    /** Checks a header that was read, and positions it behind what all headers have. */
    public ByteBuffer check(Path file, ByteBuffer bytes) throws DataException {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        byte[] letters = letters();
        if (bytes.limit() < BYTES || !bytes.slice(0, letters.length).equals(ByteBuffer.wrap(letters))) {
            throw new DataException("not " + article + " " + what + ": file=" + file);
        }
        int found = bytes.getInt(letters.length);
        if (found != version) {
            throw new DataException(
                    what + " of another version: file=" + file + ", version=" + found + ", known=" + version);
        }
        if (bytes.getInt(CHECKED_FROM - Integer.BYTES) != crc(bytes)) {
            throw new DataException(what + " is damaged: file=" + file + ", part=header");
        }
        return bytes.position(CHECKED_FROM);
    }

    /** The next digest of a header, in hexadecimal digits. */
    public static String digest(ByteBuffer bytes) {
        byte[] digest = new byte[Digest.BYTES];
        bytes.get(digest);
        return HexFormat.of().formatHex(digest);
    }

    private byte[] letters() {
        return magic.getBytes(StandardCharsets.US_ASCII);
    }

    private static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().limit(BYTES).position(CHECKED_FROM));
        return (int) crc.getValue();
    }
}
