package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.CheckedHeader;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.HexFormat;

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

    static final int BYTES = CheckedHeader.BYTES;

    /** Bytes of an entry of the table: where a chunk begins, its tokens, its CRC-32C. */
    static final int ENTRY_BYTES = 16;

    private static final CheckedHeader FORM = new CheckedHeader("GRADUSTK", 1, "an", "encoded corpus");

    ByteBuffer encode() {
        ByteBuffer bytes = FORM.begin();
        bytes.put(HexFormat.of().parseHex(fingerprint));
        bytes.put(HexFormat.of().parseHex(vocabulary));
        bytes.putLong(tokens).putLong(words).putInt(chunks).putInt(tableCrc);
        return FORM.end(bytes);
    }

    static CorpusHeader decode(Path file, ByteBuffer read) throws DataException {
        ByteBuffer bytes = FORM.check(file, read);
        return new CorpusHeader(
                CheckedHeader.digest(bytes),
                CheckedHeader.digest(bytes),
                bytes.getLong(),
                bytes.getLong(),
                bytes.getInt(),
                bytes.getInt());
    }

    /** Bytes of the whole file. */
    long fileBytes() {
        return tableFrom() + (long) ENTRY_BYTES * chunks;
    }

    /** Where the table begins. */
    long tableFrom() {
        return BYTES + Integer.BYTES * tokens;
    }
}
