package dev.gradus.data.sparse.format;

import java.util.Locale;

/** A line that is no row: what is wrong, and at which index of the bytes. */
public final class BadRowException extends Exception {

    private static final long serialVersionUID = 1L;
    private static final int MOST_SHOWN = 24;

    private final int index;

    public BadRowException(String message, int index) {
        super(message, null, false, false); // thrown for every bad row, and nobody asks from where
        this.index = index;
    }

    /** Says what was found up to the next blank, and what was expected there. */
    static BadRowException found(String what, byte[] bytes, int index, String expected) {
        return new BadRowException(what + ": found=" + shown(bytes, index) + ", expected " + expected, index);
    }

    public int index() {
        return index;
    }

    private static String shown(byte[] bytes, int from) {
        StringBuilder text = new StringBuilder();
        for (int at = from; bytes[at] != ' ' && bytes[at] != '\t' && bytes[at] != '\n'; at++) {
            if (at - from == MOST_SHOWN) {
                return text.append("...").toString();
            }
            boolean plain = bytes[at] > ' ' && bytes[at] < 0x7F;
            text.append(plain ? (char) bytes[at] : String.format(Locale.ROOT, "\\x%02x", bytes[at] & 0xFF));
        }
        return text.toString();
    }
}
