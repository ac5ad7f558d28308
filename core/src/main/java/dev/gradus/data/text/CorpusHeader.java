package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.Digest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * The first bytes of an encoded corpus.
 *
 * @param fingerprint of text and settings, in hexadecimal digits
 * @param vocabulary SHA-256 of the vocabulary as a file, in hexadecimal digits
 * @param tokens in all chunks together
 * @param words of the text, those that are not listed included
 * @param chunks entries of the table behind the tokens
 * @param tableCrc CRC-32C of that table
 */
record CorpusHeader(String fingerprint, String vocabulary, long tokens, long words, int chunks, int tableCrc) {

    static final int BYTES = 128;

    /** Bytes of an entry of the table: where a chunk begins, its tokens, its CRC-32C. */
    static final int ENTRY_BYTES = 16;

    private static final byte[] MAGIC = "GRADUSTK".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;
    private static final int CHECKED_FROM = 16;

    ByteBuffer encode() {
        ByteBuffer bytes = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(VERSION).putInt(0);
        bytes.put(HexFormat.of().parseHex(fingerprint));
        bytes.put(HexFormat.of().parseHex(vocabulary));
        bytes.putLong(tokens).putLong(words).putInt(chunks).putInt(tableCrc);
        bytes.putInt(CHECKED_FROM - Integer.BYTES, crc(bytes));
        return bytes.rewind();
    }

    static CorpusHeader decode(Path file, ByteBuffer bytes) throws DataException {
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.limit() < BYTES || !bytes.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC))) {
            throw new DataException("not an encoded corpus: file=" + file);
        }
        int version = bytes.getInt(MAGIC.length);
        if (version != VERSION) {
            throw new DataException(
                    "encoded corpus of another version: file=" + file + ", version=" + version + ", known=" + VERSION);
        }
        if (bytes.getInt(CHECKED_FROM - Integer.BYTES) != crc(bytes)) {
            throw new DataException("encoded corpus is damaged: file=" + file + ", part=header");
        }
        bytes.position(CHECKED_FROM);
        return new CorpusHeader(
                hex(bytes), hex(bytes), bytes.getLong(), bytes.getLong(), bytes.getInt(), bytes.getInt());
    }

    /** Bytes of the whole file. */
    long fileBytes() {
        return tableFrom() + (long) ENTRY_BYTES * chunks;
    }

    /** Where the table begins. */
    long tableFrom() {
        return BYTES + Integer.BYTES * tokens;
    }

    private static int crc(ByteBuffer header) {
        CRC32C crc = new CRC32C();
        crc.update(header.duplicate().limit(BYTES).position(CHECKED_FROM));
        return (int) crc.getValue();
    }

    private static String hex(ByteBuffer bytes) {
        byte[] digest = new byte[Digest.BYTES];
        bytes.get(digest);
        return HexFormat.of().formatHex(digest);
    }
}
