package dev.gradus.data.text;

import java.util.function.IntPredicate;

/** What a byte of a text is, as a table for the loops of tokenisers. */
final class ByteKinds {

    static final byte SEPARATOR = 0;
    static final byte WORD = 1;
    static final byte LINE = 2;

    /** Part of a character of several bytes. */
    static final byte WIDE = 3;

    /** Never part of a text. */
    static final byte NUL = 4;

    private ByteKinds() {}

    /** A table of 256 kinds, by unsigned byte. */
    static byte[] of(IntPredicate separates) {
        byte[] kinds = new byte[256];
        for (int value = 0; value < 0x80; value++) {
            kinds[value] = separates.test(value) ? SEPARATOR : WORD;
        }
        for (int value = 0x80; value < kinds.length; value++) {
            kinds[value] = WIDE;
        }
        kinds['\n'] = LINE;
        kinds[0] = NUL;
        return kinds;
    }
}
