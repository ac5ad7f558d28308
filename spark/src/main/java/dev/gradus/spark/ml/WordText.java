package dev.gradus.spark.ml;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Locale;

/**
 * Words of a data frame as words of a text that white space separates, and back. A word of a data frame is any string:
 * what a text could not hold is written as {@code \} and four hexadecimal digits, the empty word as a {@code \} alone.
 */
final class WordText {

    /** What a text keeps of a word. */
    private static final int MOST_BYTES = 255;

    private static final char MARK = '\\';
    private static final char BYTE_ORDER = '\uFEFF';
    private static final char DELETE = 0x7F;
    private static final int DIGITS = 4;

    private WordText() {}

    /** A word as it stands in a text, both as bytes of UTF-8. The given array may be what is returned. */
    static byte[] written(byte[] word) {
        boolean same = word.length > 0 && word.length <= MOST_BYTES;
        for (int i = 0; same && i < word.length; i++) {
            same = word[i] > ' ' && word[i] < DELETE && word[i] != MARK; // bytes of other characters are negative
        }
        return same ? word : written(new String(word, UTF_8)).getBytes(UTF_8);
    }

    /** A word as it stands in a text. */
    static String written(String word) {
        if (word.isEmpty()) {
            return String.valueOf(MARK);
        }
        StringBuilder text = new StringBuilder(word.length());
        for (int i = 0; i < word.length(); i++) {
            char c = word.charAt(i);
            if (plain(c)) {
                text.append(c);
            } else {
                text.append(MARK).append(String.format(Locale.ROOT, "%04x", (int) c));
            }
        }
        checkLength(word, text.toString());
        return text.toString();
    }

    private static boolean plain(char c) {
        return c != MARK
                && c != BYTE_ORDER
                && !Character.isWhitespace(c)
                && !Character.isSpaceChar(c)
                && !Character.isISOControl(c);
    }

    private static void checkLength(String word, String text) {
        try {
            ByteBuffer bytes = UTF_8.newEncoder().encode(CharBuffer.wrap(text));
            if (bytes.remaining() > MOST_BYTES) {
                throw new IllegalArgumentException("word is too long: bytes=" + bytes.remaining() + ", most="
                        + MOST_BYTES + ", word=" + word + "; leave such words out");
            }
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("word has half a character: word=" + word + "; leave such words out", e);
        }
    }

    /** The word that {@link #written} made a text of. */
    static String read(String text) {
        if (text.indexOf(MARK) < 0) {
            return text;
        }
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == MARK && text.length() > 1) {
                word.append((char) Integer.parseInt(text.substring(i + 1, i + 1 + DIGITS), 16));
                i += DIGITS;
            } else if (c != MARK) {
                word.append(c);
            }
        }
        return word.toString();
    }
}
