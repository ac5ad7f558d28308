package dev.gradus.data.text;

/** Characters in UTF-8, read and written one at a time. */
final class Utf8 {

    /** Bytes of the longest character. */
    static final int MOST_BYTES = 4;

    private Utf8() {}

    /** The character that begins at {@code at}; -1 if no valid one does, or if it does not end before {@code to}. */
    static int decode(byte[] bytes, int at, int to) {
        int lead = bytes[at];
        if (lead >= 0) {
            return lead;
        }
        int left = to - at;
        if (lead < (byte) 0xE0) {
            // 0xC0 and 0xC1 would begin a longer form of an ASCII character, which is forbidden.
            return lead >= (byte) 0xC2 && left > 1 && follows(bytes[at + 1])
                    ? ((lead & 0x1F) << 6) | (bytes[at + 1] & 0x3F)
                    : -1;
        }
        if (lead < (byte) 0xF0) {
            return left > 2 ? three(lead, bytes[at + 1], bytes[at + 2]) : -1;
        }
        return left > 3 ? four(lead, bytes, at) : -1;
    }

    /** How many bytes a character takes. */
    static int length(int character) {
        if (character < 0x80) {
            return 1;
        }
        if (character < 0x800) {
            return 2;
        }
        return character < 0x10000 ? 3 : 4;
    }

    /** Writes a character and returns where the next one goes. */
    static int encode(int character, byte[] into, int at) {
        int length = length(character);
        if (length == 1) {
            into[at] = (byte) character;
            return at + 1;
        }
        int rest = character;
        for (int i = length - 1; i > 0; i--) {
            into[at + i] = (byte) (0x80 | (rest & 0x3F));
            rest >>>= 6;
        }
        into[at] = (byte) ((0xF00 >>> length) | rest);
        return at + length;
    }

    /** Whether a byte stands inside a character rather than at its start. */
    static boolean follows(byte value) {
        return value < (byte) 0xC0;
    }

    /** The first place from {@code at} on where a character can begin, at most three bytes ahead. */
    static int start(byte[] bytes, int at, int to) {
        int start = at;
        while (start < to && start < at + MOST_BYTES - 1 && follows(bytes[start])) {
            start++;
        }
        return start;
    }

    private static int three(int lead, byte second, byte third) {
        int character = ((lead & 0x0F) << 12) | ((second & 0x3F) << 6) | (third & 0x3F);
        boolean surrogate = character >= 0xD800 && character < 0xE000;
        return follows(second) && follows(third) && character >= 0x800 && !surrogate ? character : -1;
    }

    private static int four(int lead, byte[] bytes, int at) {
        byte second = bytes[at + 1];
        byte third = bytes[at + 2];
        byte fourth = bytes[at + 3];
        int character = ((lead & 0x0F) << 18) | ((second & 0x3F) << 12) | ((third & 0x3F) << 6) | (fourth & 0x3F);
        return follows(second)
                        && follows(third)
                        && follows(fourth)
                        && character >= 0x10000
                        && character <= Character.MAX_CODE_POINT
                ? character
                : -1;
    }
}
